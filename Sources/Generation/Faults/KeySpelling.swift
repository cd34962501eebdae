import JSONParsing

/// Other spellings of a key that servers may come to use.
enum KeySpelling {
  /// Returns the spellings that differ from the key, each once, with the names of their variants.
  static func all(of key: String) -> [(variant: String, name: String)] {
    var seen: Set<MemberName> = [MemberName(key)]
    let spellings: [(variant: String, name: String)] =
      [
        ("lower", lowered(key)), ("upper", uppered(key)), ("capital", capital(key)),
        ("camel", camel(key)), ("snake", snake(key)),
      ] + acronyms(in: key)
    return spellings.filter { seen.insert(MemberName($0.name)).inserted }
  }

  private static func lowered(_ key: String) -> String {
    key.unicodeScalars.map(\.properties.lowercaseMapping).joined()
  }

  private static func uppered(_ key: String) -> String {
    key.unicodeScalars.map(\.properties.uppercaseMapping).joined()
  }

  private static func capital(_ key: String) -> String {
    guard let first = key.unicodeScalars.first else { return key }
    return first.properties.uppercaseMapping + String(key.unicodeScalars.dropFirst())
  }

  /// Returns the key in camel case: `fileUrl` for `file_url`.
  private static func camel(_ key: String) -> String {
    let words = key.unicodeScalars.split(separator: "_")
    guard words.count > 1 else { return key }
    return String(words[0]) + words.dropFirst().map { capital(String($0)) }.joined()
  }

  /// Returns the key in snake case: `file_url` for `fileURL`.
  private static func snake(_ key: String) -> String {
    var result = ""
    var last: Unicode.Scalar?
    for scalar in key.unicodeScalars {
      let starts = scalar.properties.isUppercase && last.map { $0.properties.isLowercase } ?? false
      if starts { result += "_" }
      result += scalar.properties.lowercaseMapping
      last = scalar
    }
    return result
  }

  private static let words = ["id", "url", "uri", "uuid", "api", "html", "http", "json"]

  /// Returns the other two of `sportid`, `sportId` and `sportID`, which differ in the acronym.
  private static func acronyms(in key: String) -> [(variant: String, name: String)] {
    let small = lowered(key)
    guard small.unicodeScalars.count == key.unicodeScalars.count,
      let word = words.first(where: { small.hasSuffix($0) && small != $0 })
    else { return [] }
    let start = String(key.unicodeScalars.dropLast(word.unicodeScalars.count))
    return [
      ("acronym-lower", start + word), ("acronym-capital", start + capital(word)),
      ("acronym-upper", start + uppered(word)),
    ]
  }
}

/// Decomposes letters with a mark: Unicode's form NFD, for the Latin-1 letters.
enum Decomposition {
  static func of(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(contentsOf: parts[scalar] ?? [scalar]) }
    return String(result)
  }

  private static let parts: [Unicode.Scalar: [Unicode.Scalar]] = {
    let marks: [(mark: Unicode.Scalar, base: String, letters: String)] = [
      ("\u{300}", "AEIOUaeiou", "ÀÈÌÒÙàèìòù"), ("\u{301}", "AEIOUYaeiouy", "ÁÉÍÓÚÝáéíóúý"),
      ("\u{302}", "AEIOUaeiou", "ÂÊÎÔÛâêîôû"), ("\u{303}", "ANOano", "ÃÑÕãñõ"),
      ("\u{308}", "AEIOUaeiouy", "ÄËÏÖÜäëïöüÿ"), ("\u{30A}", "Aa", "Åå"), ("\u{327}", "Cc", "Çç"),
    ]
    var parts: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for (mark, base, letters) in marks {
      for (letter, base) in zip(letters.unicodeScalars, base.unicodeScalars) {
        parts[letter] = [base, mark]
      }
    }
    return parts
  }()
}
