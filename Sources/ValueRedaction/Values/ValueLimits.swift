import ContractModel
import JSONParsing
import MappingEngine

/// The constraints of contracts on single values, without regard to their lines, and the common
/// formats.
///
/// A value and its replacement keep and break the same of these, so that each line judges both
/// alike.
struct ValueLimits: Sendable {
  /// A condition on a text, with the words of the contract.
  private struct Test: Sendable {
    var words: String
    var source: Source
    var holds: @Sendable (String) -> Bool
  }

  /// The origin of a test: a constraint of a contract, the type of a value, or a common format.
  private enum Source: Sendable { case contract, type, usual }

  private var tests: [Test] = []
  private var patterns: [(pattern: TextPattern, test: Int)] = []
  private var dates: [(shape: DateShape, test: Int)] = []
  /// The whole numbers at which a range starts, and those just after its end; ascending.
  private var cuts: [Int64] = []
  private var readsBools = false

  init() {
    for text in Self.usualPatterns {
      if let pattern = try? TextPattern(text) { add(pattern, of: .usual) }
    }
    for date in DateShape.usual { add(date, of: .usual) }
  }

  /// Patterns of UUIDs, including random ones, of hashes in one letter case, and of IPv4 addresses.
  private static let usualPatterns =
    ["0-9a-f", "0-9A-F"].flatMap { digit in
      [
        "^[\(digit)]{8}-([\(digit)]{4}-){3}[\(digit)]{12}$", "^.{8}-.{4}-4.{3}-[89abAB].{3}-.{12}$",
        "^[\(digit)]{8,}$",
      ]
    } + [#"^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$"#]

  private static func mayBeOfUsualPattern(_ text: String) -> Bool {
    text.utf8.count >= 7
      && text.utf8.allSatisfy { byte in
        KeyName.isDigit(byte) || 0x61...0x66 ~= byte | 0x20 || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      }
  }

  // MARK: - Collecting

  private mutating func add(
    _ words: String, of source: Source = .contract, _ holds: @escaping @Sendable (String) -> Bool
  ) {
    guard !tests.contains(where: { $0.words.utf8.elementsEqual(words.utf8) }) else { return }
    tests.append(Test(words: words, source: source, holds: holds))
  }

  private mutating func add(
    _ pattern: TextPattern, _ words: String? = nil, of source: Source = .contract
  ) {
    let count = tests.count
    add(words ?? "matches \(pattern)", of: source) {
      (source == .contract || Self.mayBeOfUsualPattern($0)) && pattern.matches($0)
    }
    if tests.count > count { patterns.append((pattern, count)) }
  }

  private mutating func add(_ date: DateShape, of source: Source) {
    let count = tests.count
    add("\(date)", of: source) { date.reads($0) }
    if tests.count > count {
      dates.insert((date, count), at: source == .contract ? 0 : dates.count)
    }
  }

  /// Adds a literal, which is the same number in any notation.
  mutating func add(_ number: JSONNumber) { add(NumberRange(number), of: .type) }

  /// - Parameter isLenient: Whether the contract accepts more than the type says.
  mutating func add(_ value: ConstrainedType, isLenient: Bool) {
    for constraint in value.constraints {
      switch constraint.value {
      case .matches(let pattern): add(pattern)
      case .range(let range): add(range)
      // Lengths stay the same, and equal values stay equal.
      case .count, .length, .unique, .equals: break
      }
    }
    add(value.type, isLenient)
  }

  private mutating func add(_ type: ValueType, _ isLenient: Bool) {
    switch type {
    case .scalar(let scalar): add(scalar, isLenient)
    case .array(let value), .set(let value), .dictionary(let value):
      add(value, isLenient: isLenient)
    case .union(let types): for type in types { add(type, isLenient) }
    case .literal, .mapping, .keyed: break
    }
  }

  private mutating func add(_ scalar: ScalarType, _ isLenient: Bool) {
    let standard = scalar.name.standardCoercions(isLenient: isLenient)
    let ways = scalar.coercions.isEmpty ? standard : scalar.coercions
    if let bounds = scalar.name.integerBounds { add(bounds, of: .type) }
    switch scalar.name.family {
    case .bool where ways != [.bool]:
      readsBools = true
      add(NumberRange(lower: JSONNumber("0"), upper: JSONNumber("1")), of: .type)
    case .date: addDates(ways, isLenient: isLenient && scalar.coercions.isEmpty)
    case .form(.url):
      let isStrict = ways == [.strict]
      add("\(scalar)") { Address.isValid($0, isStrict: isStrict) }
    case .form(.data) where ways == [.base64url]:
      add("\(scalar)") { Base64.bytes(ofURLText: $0) != nil }
    case .form(.data): add("\(scalar)") { Base64.bytes(of: $0) != nil }
    case .number(.double), .number(.float):
      add("\(scalar)", of: .type) { JSONNumber($0)?.fitsDouble ?? false }
    case .number(.decimal):
      add("\(scalar)", of: .type) { JSONNumber($0)?.fitsDecimal ?? false }
    case .form(.uuid):
      // A UUID may have letters of both cases.
      if let pattern = try? TextPattern("^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$") {
        add(pattern, "\(scalar)")
      }
    case .string, .number, .bool, .any: break
    }
  }

  private mutating func addDates(_ ways: [Coercion], isLenient: Bool) {
    for case .datePattern(let text, let zone) in ways {
      guard let pattern = DatePattern(text, zone: zone ?? .utc) else { continue }
      add(DateShape(pattern, isOfContract: true), of: .contract)
    }
    for unit in ways.compactMap(\.epoch?.unit) + (isLenient ? [.seconds] : []) {
      // The years −9999 to 9999.
      let isSeconds = unit == .seconds
      add(
        NumberRange(
          lower: JSONNumber("-377705116800" + (isSeconds ? "" : "000")),
          upper: JSONNumber("253402300799" + (isSeconds ? "" : "999"))), of: .type)
    }
    for format in LenientDateFormat.allCases where isLenient {
      add("Date(\(format))") { DateShape.isPlausible($0) && format.instant(from: $0.utf8) != nil }
    }
  }

  private mutating func add(_ range: NumberRange, of source: Source = .contract) {
    add("\(range)", of: source) {
      Self.number($0).map { range.contains($0) } ?? false
    }
    let bounds = [
      range.lower.flatMap { Double($0.text)?.rounded(.up) },
      range.upper.flatMap { Double($0.text)?.rounded(.down) }.map { $0 + 1 },
    ]
    cuts += bounds.compactMap { $0 }.filter { abs($0) < 1e15 }.map { Int64($0) }
    cuts = Set(cuts).sorted()
  }

  /// Returns the number in a text, which may have a plus sign, or zeros before its digits.
  private static func number(_ text: String) -> JSONNumber? {
    if let number = JSONNumber(text) { return number }
    let digits = text.drop { $0 == "+" || $0 == "-" }
    let rest = digits.drop { $0 == "0" }
    return JSONNumber((text.hasPrefix("-") ? "-" : "") + (rest.isEmpty ? digits.prefix(1) : rest))
  }

  // MARK: - Judging

  /// The properties of a text that its replacement shares.
  struct Shape: Equatable {
    /// The format of a number.
    let number: NumberFormat?
    fileprivate let holds: [Bool]
    /// The length of a date, whose names may have different lengths.
    fileprivate var byteCount: Int?
  }

  func shape(of text: String) -> Shape {
    // Most texts have no common format.
    let mayBeUsual = DateShape.mayBeUsual(text) || Self.mayBeOfUsualPattern(text)
    let holds = tests.map { ($0.source != .usual || mayBeUsual) && $0.holds(text) }
    var shape = Shape(number: NumberFormat(text), holds: holds)
    if dates.contains(where: { shape.holds[$0.test] }) { shape.byteCount = text.utf8.count }
    return shape
  }

  /// Whether two texts keep and break the same constraints of contracts.
  func areAlike(_ text: String, _ other: String) -> Bool {
    tests.allSatisfy { $0.source != .contract || $0.holds(text) == $0.holds(other) }
  }

  /// Returns the constraints that a text keeps, in the words of the contract.
  ///
  /// - Parameter includesTypes: Whether types that hold for most numbers, such as `Double`, are
  ///   included.
  func words(keptBy shape: Shape, includesTypes: Bool = false) -> [String] {
    zip(tests, shape.holds).compactMap { test, holds in
      holds && (test.source == .contract || includesTypes && test.source == .type)
        ? test.words : nil
    }
  }

  /// Returns the numbers with the same sign, number of digits and ranges as a number.
  func cell(of number: Int64) -> ClosedRange<Int64> {
    let digits = String(number.magnitude).utf8.count
    let least = (0..<digits - 1).reduce(Int64(1)) { power, _ in power * 10 }
    let all = number < 0 ? -(least * 10 - 1)...(-least) : least...least * 10 - 1
    let index = cuts.firstIndex { $0 > number } ?? cuts.count
    let first = index > 0 ? cuts[index - 1] : all.lowerBound
    let last = index < cuts.count ? cuts[index] - 1 : all.upperBound
    return max(first, all.lowerBound)...min(last, all.upperBound)
  }

  /// Returns the symbols of a date; `nil` if the text is not a date.
  func symbols(ofDate text: String, _ shape: Shape) -> TextSymbols? {
    dates.first { shape.holds[$0.test] }.flatMap { $0.shape.symbols(of: text) }
  }

  /// Returns the classes with which patterns match the scalars of a text; for a number, only
  /// patterns of contracts. The result is empty if no pattern matches.
  func classes(of text: [Unicode.Scalar], _ shape: Shape) -> [[ScalarSet]] {
    patterns.reduce(into: []) { classes, item in
      guard shape.holds[item.test], shape.number == nil || tests[item.test].source == .contract,
        let found = item.pattern.classes(of: text)
      else { return }
      if classes.isEmpty { classes = Array(repeating: [], count: text.count) }
      for (index, set) in found.enumerated() { if let set { classes[index].append(set) } }
    }
  }

  /// Whether some line reads the text as true or false.
  func isBool(_ text: String) -> Bool { readsBools && Bool(word: text) != nil }
}
