import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

extension TypeDraft {
  /// Returns the narrowest type for numbers that are not all integers in range.
  static func real(_ facts: ValueFacts) -> DraftedType {
    if !facts.numbers.contains(.exceedsDouble) { return DraftedType(text: "Double") }
    return facts.numbers.contains(.exceedsDecimal)
      ? DraftedType(text: "Any", notes: ["numbers that no type holds"])
      : DraftedType(text: "Decimal")
  }

  static func number(_ facts: ValueFacts) -> ScalarName {
    let type = facts.kinds[.real] > 0 ? real(facts) : integer(facts, "")
    return ScalarName(rawValue: type.text) ?? .any
  }

  static func integer(_ facts: ValueFacts, _ key: String) -> DraftedType {
    if facts.numbers.contains(.exceedsInt64) {
      let isUnsigned = facts.numbers.isDisjoint(with: [.isNegative, .exceedsUInt64])
      return isUnsigned ? DraftedType(text: "UInt64") : real(facts)
    }
    if KeyHints.isTime(key) {
      if !facts.numbers.contains(.isNoTimeInSeconds) {
        return DraftedType(text: "Date(seconds)", notes: ["seconds since 1970 so far"])
      }
      if !facts.numbers.contains(.isNoTimeInMilliseconds) {
        return DraftedType(text: "Date(milliseconds)", notes: ["milliseconds since 1970 so far"])
      }
    }
    if !facts.numbers.contains(.exceedsDouble), KeyHints.isMeasured(key) {
      return DraftedType(text: "Double", notes: ["integers so far"])
    }
    return DraftedType(text: "Int")
  }

  /// The minimum numbers of texts, and of different texts, to read them as numbers.
  private static let leastNumbers = (count: 20, distinct: 10)
  private static let leastFormatted = (count: 3, distinct: 2)
  private static let leastPatterned = (count: 5, distinct: 3)

  static func text(_ facts: ValueFacts, _ key: String) -> DraftedType {
    let count = facts.kinds[.text]
    if let format = format(of: facts, count), let type = format.type {
      if let type = sureType(format, facts, key) { return DraftedType(text: type) }
      let isNumber = format == .integer || format == .decimal
      let note = isNumber ? "digits in all \(count)" : "so far \(type)"
      return DraftedType(text: "String", notes: isNumber && count == 1 ? [] : [note])
    }
    if let note = nearlyNote(facts, count) { return DraftedType(text: "String", notes: [note]) }
    return choice(facts, count, key) ?? DraftedType(text: "String")
  }

  /// Returns the format that `count` texts have; for decimals with and without a fraction, the
  /// decimal format.
  private static func format(of facts: ValueFacts, _ count: Int) -> TextFormat? {
    TextFormat.allCases.first { format in
      facts.formats[format] + (format == .decimal ? facts.formats[.integer] : 0) == count
    }
  }

  /// Returns the type of texts with a format, if there are enough texts to be sure.
  private static func sureType(
    _ format: TextFormat, _ facts: ValueFacts, _ key: String
  ) -> String? {
    let count = facts.kinds[.text] - facts.formats[.empty]
    let distinct = (facts.samples?.distinctCount ?? 0) - (facts.formats[.empty] > 0 ? 1 : 0)
    let reaches = { (least: (count: Int, distinct: Int)) in
      count >= least.count && distinct >= least.distinct
    }
    let isSure =
      switch format {
      case .integer, .decimal:
        !KeyHints.isCode(key)
          && (reaches(leastNumbers)
            || KeyHints.isMoney(key) && (format == .decimal || reaches(leastFormatted)))
      case .iso8601, .uuid, .url, .offsetDate, .offsetDateWithMilliseconds:
        reaches(leastFormatted) || count > 0 && KeyHints.isFormatted(key)
      case .day, .dateAndTime, .httpDate:
        reaches(leastPatterned) || reaches(leastFormatted) && KeyHints.isFormatted(key)
      case .empty: false
      }
    guard isSure else { return nil }
    let isNumber = format == .integer || format == .decimal
    return isNumber && KeyHints.isMoney(key) ? "Decimal(string)" : format.type
  }

  /// Returns the type of texts with a format, some of which are empty and stand for `null`; `nil`
  /// if the texts are of another kind.
  static func textOrEmpty(_ facts: ValueFacts, _ key: String) -> DraftedType? {
    let (count, empty) = (facts.kinds[.text], facts.formats[.empty])
    guard empty > 0, empty < count,
      let format = format(of: facts, count - empty),
      let type = sureType(format, facts, key)
    else { return nil }
    return DraftedType(
      text: type + "?", notes: ["\"\" in \(empty) of \(count)"],
      option: DraftedLine.Option("emptyString", json: DraftText.json("null")))
  }

  /// Returns a note that nearly all texts have a format.
  private static func nearlyNote(_ facts: ValueFacts, _ count: Int) -> String? {
    let empty = facts.formats[.empty]
    for format in [TextFormat.url, .iso8601] where facts.formats[format] > 0 {
      if facts.formats[format] + empty == count, let type = format.type {
        return "\(type), but \"\" in \(empty) of \(count)"
      }
    }
    let urls = facts.formats[.url]
    return urls > 9 && urls * 10 >= count * 9 ? "URL in \(urls) of \(count)" : nil
  }

  /// The minimum number of texts, the minimum average count of a word, and the maximum number of
  /// words.
  private static let (leastTexts, leastEach, mostWords) = (20, 5, 8)

  /// Returns a union of a few words and any other text. If that may be wrong, or the texts may be
  /// values of people, a note says only how many there are, because a contract is shown to others.
  private static func choice(_ facts: ValueFacts, _ count: Int, _ key: String) -> DraftedType? {
    guard let counts = facts.samples?.counts, KeyHints.isChoice(key), facts.tokenCount == count
    else { return nil }
    if counts.count == 1, count >= leastTexts {
      return DraftedType(text: "String", notes: ["one text in all \(count)"])
    }
    // A word that occurs only once may be specific to one object.
    guard 2...mostWords ~= counts.count, counts.values.allSatisfy({ $0 > 1 }) else { return nil }
    let isTag = ObjectTag.keys.contains(MemberName(key))
    guard count >= max(leastTexts, leastEach * counts.count),
      isTag || counts.keys.allSatisfy({ isOfEnumeration($0.text) })
    else { return DraftedType(text: "String", notes: ["\(counts.count) texts so far"]) }
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(Literal.string($0.key))" }
    return DraftedType(text: (words + ["String"]).joined(separator: " | "))
  }

  /// Whether a token is short and has letters of one case only, as names of people and identifiers
  /// mostly have not: `in_progress`, `OWNER`.
  private static func isOfEnumeration(_ token: String) -> Bool {
    token.utf8.count <= 24 && !token.utf8.contains(where: KeyName.isDigit)
      && (token == token.lowercased() || token == token.uppercased())
  }
}

extension TextFormat {
  var pattern: DatePattern? {
    switch self {
    case .day: .day
    case .dateAndTime: .dateAndTime
    case .httpDate: .httpDate
    case .offsetDate: .offsetDate
    case .offsetDateWithMilliseconds: .offsetDateWithMilliseconds
    default: nil
    }
  }

  /// The contract's type that accepts only texts of the format.
  var type: String? {
    switch self {
    case .iso8601: "Date(iso8601)"
    case .uuid: "UUID"
    case .url: "URL"
    case .integer: "Int(string)"
    case .decimal: "Double(string)"
    default: pattern.map { "Date('\($0.text.replacing("'", with: "''"))')" }
    }
  }
}
