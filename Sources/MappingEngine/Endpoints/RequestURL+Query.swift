import JSONParsing

extension RequestURL {
  /// Returns the parameters of a URL's query, percent-decoded: the pairs between `?` and `#`,
  /// separated by `&`. A `+` stands for itself: see `PlusReading`.
  package static func query(of text: String) -> NamedTexts {
    queryText(of: text).map { parameters(in: $0, plusIsSpace: false) } ?? [:]
  }

  /// Returns the text between `?` and `#`; `nil`, if there is no `?`.
  static func queryText(of text: String) -> Substring.UTF8View? {
    let url = text.utf8.prefix { $0 != UInt8(ascii: "#") }
    return url.firstIndex(of: UInt8(ascii: "?")).map { url[url.index(after: $0)...] }
  }

  /// Returns the parameters of a query or form, percent-decoded.
  ///
  /// - Parameter plusIsSpace: Whether a `+` stands for a space, as it does in a form.
  static func parameters(in text: some Collection<UInt8>, plusIsSpace: Bool) -> NamedTexts {
    NamedTexts(
      text.split(separator: UInt8(ascii: "&")).map { pair in
        let name = pair.prefix { $0 != UInt8(ascii: "=") }
        return NamedTexts.Entry(
          name: MemberName(decoded(name, plusIsSpace)),
          text: decoded(pair.dropFirst(name.count + 1), plusIsSpace))
      })
  }

  private static func decoded(_ bytes: some Collection<UInt8>, _ plusIsSpace: Bool) -> String {
    let plus = UInt8(ascii: "+")
    return decoded(
      String(
        decoding: bytes.map { plusIsSpace && $0 == plus ? UInt8(ascii: " ") : $0 }, as: UTF8.self))
  }
}
