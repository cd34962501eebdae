import ContractModel
import JSONParsing
import MappingEngine

/// What a value and its replacement have in common: the verdicts of all lines of contracts, without
/// regard to the line of the value, and the common formats. So each line judges both alike.
struct ValueLimits: Sendable {
  private let verdicts: [ScalarVerdicts]
  private let types: [ConstrainedType]
  private let patterns: [TextPattern]
  private let dates: [DateShape]
  /// The whole numbers at which a range starts, and those just after its end; ascending.
  private let cuts: [Int64]

  init(_ verdicts: [ScalarVerdicts] = []) {
    self.verdicts = verdicts
    types = verdicts.flatMap(\.types)
    patterns = Self.usualPatterns + Set(types.compactMap(\.pattern))
    let coercions = types.flatMap { type -> [Coercion] in
      if case .scalar(let scalar) = type.type { scalar.coercions } else { [] }
    }
    var known: Set<Coercion> = []
    dates =
      coercions.filter { known.insert($0).inserted }.compactMap { DateShape($0) } + DateShape.usual
    let ranges = types.compactMap(\.range).compactMap(ScalarName.int64.wholeNumbers)
    let cuts = ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] }
    self.cuts = cuts.compactMap { Int64(exactly: $0) }.sorted()
  }

  /// Patterns of UUIDs, including random ones, of hashes in one letter case, and of IPv4 addresses.
  private static let usualPatterns =
    [
      "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$", "^[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}$",
      "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
      "^.{8}-.{4}-4.{3}-[89abAB].{3}-.{12}$", "^[0-9a-f]{8,}$", "^[0-9A-F]{8,}$",
      #"^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$"#,
    ].compactMap { try? TextPattern($0) }

  private static func mayBeOfUsualPattern(_ text: String) -> Bool {
    text.utf8.count >= 7
      && text.utf8.allSatisfy { byte in
        KeyName.isDigit(byte) || 0x61...0x66 ~= byte | 0x20 || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      }
  }

  // MARK: - Judging

  /// The formats of a text, which its replacement shares.
  struct Formats: Equatable {
    let number: NumberFormat?
    /// The indices of the patterns and date formats of the text.
    fileprivate let patterns: [Int]
    fileprivate let dates: [Int]
    /// The length of a date, whose names may have different lengths.
    fileprivate let byteCount: Int?
  }

  func formats(of text: String) -> Formats {
    // Most texts have no common format.
    let first = Self.mayBeOfUsualPattern(text) ? 0 : Self.usualPatterns.count
    let dates = dates.indices.filter { self.dates[$0].reads(text) }
    return Formats(
      number: NumberFormat(text),
      patterns: patterns[first...].indices.filter { patterns[$0].matches(text) }, dates: dates,
      byteCount: dates.isEmpty ? nil : text.utf8.count)
  }

  /// Returns the rules that a text breaks by the types of contracts, as a JSON string and, if it is
  /// one, as a number.
  func rules(brokenBy text: String) -> [RuleID?] {
    guard !types.isEmpty else { return [] }
    var writer = JSONWriter()
    writer.beginArray()
    writer.string(text)
    if let number = JSONNumber(likely: text) { writer.number(number) }
    writer.endArray()
    let values = (try? JSONDocument(parsing: writer.bytes))?.root.elements.map(\.self) ?? []
    return values.flatMap { value in verdicts.flatMap { $0.rules(brokenBy: value) } }
  }

  /// Returns the constraints that a text keeps, in the words of the contract.
  ///
  /// - Parameter other: If given, only those are returned that this text breaks.
  func words(keptBy text: String, notBy other: String? = nil) -> [String] {
    let (rules, others) = (rules(brokenBy: text), other.map { self.rules(brokenBy: $0) })
    return rules.indices.flatMap { index -> [String] in
      guard rules[index] == nil, others.map({ $0.indices ~= index && $0[index] != nil }) ?? true
      else { return [] }
      let type = types[index % types.count]
      let words = type.constraints.map(\.value).filter { constraint in
        switch constraint {
        case .range, .matches: true
        case .length: other != nil
        case .count, .unique, .equals: false
        }
      }.map(\.description)
      return words.isEmpty && other != nil ? [type.type.description] : words
    }
  }

  /// Whether some line reads the text as true or false.
  func isBool(_ text: String) -> Bool {
    !types.isEmpty && Bool(word: text) != nil
      && zip(types + types, rules(brokenBy: text)).contains { type, rule in
        if case .scalar(let scalar) = type.type {
          scalar.name == .bool && rule == nil
        } else {
          false
        }
      }
  }

  // MARK: - Values

  /// Returns how many characters at the start of a whole number all numbers of its sign, length and
  /// ranges share.
  func fixedCount(of text: String) -> Int {
    guard let number = Int64(text), text.utf8.count <= NumberFormat.safeDigitCount else { return 0 }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }.count
    let least = (1..<digits).reduce(Int64(1)) { power, _ in power * 10 }
    let all = number < 0 ? -(least * 10 - 1)...(-least) : (digits == 1 ? 0 : least)...least * 10 - 1
    let first = max(cuts.last { $0 <= number } ?? all.lowerBound, all.lowerBound)
    let last = min(cuts.first { $0 > number }.map { $0 - 1 } ?? all.upperBound, all.upperBound)
    return zip("\(first)".utf8, "\(last)".utf8).prefix { $0.0 == $0.1 }.count
  }

  /// Returns the symbols of a date; `nil` if the text is not a date.
  func symbols(ofDate text: String, _ formats: Formats) -> TextSymbols? {
    formats.dates.first.flatMap { dates[$0].symbols(of: text) }
  }

  /// Returns the classes with which patterns match the scalars of a text; for a number, only
  /// patterns of contracts. The result is empty if no pattern matches.
  func classes(of text: [Unicode.Scalar], _ formats: Formats) -> [[ScalarSet]] {
    let found = formats.patterns
      .filter { formats.number == nil || $0 >= Self.usualPatterns.count }
      .compactMap { patterns[$0].classes(of: text) }
    return found.isEmpty ? [] : text.indices.map { index in found.compactMap { $0[index] } }
  }
}
