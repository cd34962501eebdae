import Foundation
package import JSONParsing

extension CanonicalPayloadBuilder {
  private static let secondsPerDay = 86_400
  /// 2000-01-01T00:00:00Z, in seconds since 1970.
  private static let firstDate = 946_684_800

  mutating func scalar(
    _ type: ScalarType, _ rule: ValueRule, identityOf object: MemberName?
  ) -> PayloadNode? {
    if case .custom? = type.coercions.first { return nil }
    switch type.name {
    case .string: return string(type, rule, identityOf: object)
    case .bool:
      return Self.written(rank == 0 ? "false" : "true", by: type, number: rank == 0 ? "0" : "1")
    case .date: return date(type)
    case .url: return url(rule, identityOf: object)
    case .uuid: return .string(uuid(identityOf: object))
    case .data:
      let data = Data((text(ValueRule(.scalar(type))) ?? "").utf8).base64EncodedString()
      let isURLSafe = type.coercions.first == .base64url
      return .string(isURLSafe ? String(data.prefix { $0 != "=" }) : data)
    case .any: return text(rule).map(PayloadNode.string)
    default: return number(type, rule, identityOf: object)
    }
  }

  /// A scalar by the first way that leads to its type.
  private static func written(_ json: String, by type: ScalarType, number: String) -> PayloadNode {
    switch type.coercions.first {
    case .string: .string(json)
    case .number: .text(number)
    default: .text(json)
    }
  }

  private mutating func number(
    _ type: ScalarType, _ rule: ValueRule, identityOf object: MemberName?
  ) -> PayloadNode? {
    let range = rule.range ?? NumberRange(lower: nil, upper: nil)
    let rank = object.map { nextIdentity(of: $0) - 1 } ?? rank
    // Identities count from 1 where the range lets them.
    let positive = object == nil ? nil : range.positive
    let number =
      positive.flatMap { type.name.number(nearestZeroIn: $0, rank: rank) }
      ?? type.name.number(nearestZeroIn: range, rank: rank)
      ?? type.name.number(nearestZeroIn: range, rank: 0)
    guard let number else { return nil }
    switch type.coercions.first {
    case .string: return .string(number.text)
    case .bool: return .text("false")
    default: return .text(number.text)
    }
  }

  private mutating func string(
    _ type: ScalarType, _ rule: ValueRule, identityOf object: MemberName?
  ) -> PayloadNode? {
    switch type.coercions.first {
    case .number: return .text(object.map { String(nextIdentity(of: $0)) } ?? "0")
    case .bool: return .text("false")
    default: return text(rule, identityOf: object).map(PayloadNode.string)
    }
  }

  private mutating func nextIdentity(of object: MemberName) -> Int {
    identities[object, default: 0] += 1
    return identities[object, default: 0]
  }

  /// The next text, as long as it has to be, or the first that the pattern admits.
  private mutating func text(_ rule: ValueRule, identityOf object: MemberName? = nil) -> String? {
    if let pattern = rule.pattern { return pattern.simplestText(lengths: rule.lengths) }
    var text: String
    if let object {
      text = String(nextIdentity(of: object))
    } else {
      text = canonicalText(textCount)
      textCount += 1
    }
    let missing = min(rule.lengths.lowerBound, 4_096) - text.unicodeScalars.count
    if missing > 0 { text = String(repeating: "a", count: missing) + text }
    return String(String.UnicodeScalarView(text.unicodeScalars.suffix(rule.lengths.upperBound)))
  }

  private mutating func url(_ rule: ValueRule, identityOf object: MemberName?) -> PayloadNode? {
    let url = "https://example.com/\(text(ValueRule(rule.type), identityOf: object) ?? "")"
    if rule.constraint(brokenBy: .string(MemberName(url))) == nil { return .string(url) }
    return text(rule, identityOf: object).map(PayloadNode.string)
  }

  private mutating func uuid(identityOf object: MemberName?) -> String {
    let number: Int
    if let object {
      number = nextIdentity(of: object)
    } else {
      textCount += 1
      number = textCount
    }
    let digits = String(number, radix: 16, uppercase: true)
    return "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  // MARK: - Dates

  private mutating func date(_ type: ScalarType) -> PayloadNode? {
    let seconds = Self.firstDate + dateCount * Self.secondsPerDay
    dateCount += 1
    switch type.coercions.first {
    case .seconds: return .text(String(seconds))
    case .milliseconds: return .text(String(seconds * 1_000))
    case .textSeconds: return .string(String(seconds))
    case .textMilliseconds: return .string(String(seconds * 1_000))
    // The day begins where the pattern's zone is.
    case .datePattern(let pattern, _): return .string(Self.formatted(seconds, by: pattern))
    default: return .string(Self.formatted(seconds, by: "yyyy-MM-dd'T'HH:mm:ss'Z'"))
    }
  }

  private static func formatted(_ seconds: Int, by pattern: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.dateFormat = pattern
    return formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }
}

// MARK: - Several lines for one key

extension ValueType {
  /// The kinds of JSON values that the type can be read from.
  package var acceptedKinds: Set<JSONKind> {
    switch self {
    case .scalar(let scalar): scalar.acceptedKinds
    case .literal(.string): [.string]
    case .literal(.number): [.number]
    case .literal(.bool): [.bool]
    case .literal(.null): [.null]
    case .mapping, .dictionary, .keyed: [.object]
    case .array, .set: [.array]
    case .union(let types): types.reduce(into: []) { $0.formUnion($1.acceptedKinds) }
    }
  }
}

extension ScalarType {
  fileprivate var acceptedKinds: Set<JSONKind> {
    guard coercions.isEmpty else { return Set(coercions.flatMap(\.acceptedKinds)) }
    switch name {
    case .string, .date, .url, .uuid, .data: return [.string]
    case .bool: return [.bool]
    case .any: return Set(JSONKind.allCases)
    default: return [.number]
    }
  }
}

extension Coercion {
  fileprivate var acceptedKinds: [JSONKind] {
    switch self {
    case .string, .iso8601, .textSeconds, .textMilliseconds, .datePattern, .strict, .base64,
      .base64url:
      [.string]
    case .number, .seconds, .milliseconds: [.number]
    case .bool: [.bool]
    case .custom: JSONKind.allCases
    }
  }
}

extension ValueRule {
  /// How little the rule takes: of several rules for one key, the one that takes least makes the
  /// value.
  package var pickiness: Int {
    let base =
      switch type {
      case .scalar(let scalar): scalar.name == .any ? 0 : scalar.name == .string ? 1 : 2
      default: 3
      }
    return base * 10 + min(9, constraints.count)
  }

  /// The rule with only those coercions that read from the kinds that other rules for the key read
  /// from too.
  package func reading(_ kinds: Set<JSONKind>) -> ValueRule {
    guard case .scalar(var scalar) = type, scalar.coercions.count > 1 else { return self }
    let fitting = scalar.coercions.filter { !kinds.isDisjoint(with: $0.acceptedKinds) }
    if !fitting.isEmpty { scalar.coercions = fitting }
    return ValueRule(.scalar(scalar), allowsNull: allowsNull, constraints: constraints)
  }
}

extension NumberRange {
  /// The part of the range from 1 on.
  package var positive: NumberRange {
    guard let one = JSONNumber("1"), lower.map({ $0.isLess(than: one) }) ?? true else {
      return self
    }
    return NumberRange(lower: one, upper: upper)
  }
}
