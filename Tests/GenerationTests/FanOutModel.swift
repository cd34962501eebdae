import TestSupport

/// JSON that the model of fan-out draws and reads.
indirect enum FanOutJSON: Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case text(String)
  case array([FanOutJSON])
  case object([(name: String, value: FanOutJSON)])

  var text: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}

/// A model of lines with a key path `a.b…` on a payload that may have arrays anywhere. It
/// implements §§ 5, 7, 13 and 19 again, as simply as possible, without code of the package.
struct FanOutModel {
  /// The types of lines, and how an element of each is judged.
  indirect enum Kind: Sendable {
    case int(ClosedRange<Int>)
    case nullableInt
    case text
    case any
    /// An object `{"n": Int}`.
    case item
    case ints
    case list(Kind, count: ClosedRange<Int>)
    case table
  }

  var kind: Kind
  var isLenient: Bool
  var isOptional: Bool
  private(set) var violations: Set<String> = []

  init(_ kind: Kind, isLenient: Bool, isOptional: Bool) {
    (self.kind, self.isLenient, self.isOptional) = (kind, isLenient, isOptional)
  }

  /// The end of a key path in the payload.
  private enum End {
    case value(FanOutJSON, at: String)
    /// An absent key: its path, and the path of the object that lacks it.
    case missing(String, in: String)
    case blocked(String)
  }

  /// Returns the violations of a line over an object, in the form of contracts.
  mutating func judge(_ object: FanOutJSON, _ names: [String]) -> Set<String> {
    violations = []
    var firstArray: String?
    let ends = ends(object, names[...], "", &firstArray)
    if let firstArray { judge(ends, in: firstArray) } else { judgeOne(ends[0]) }
    return violations
  }

  private func ends(
    _ value: FanOutJSON, _ names: ArraySlice<String>, _ path: String, _ firstArray: inout String?
  ) -> [End] {
    guard let name = names.first else { return [.value(value, at: path)] }
    switch value {
    case .object(let members):
      let dot = path.isEmpty ? "" : "."
      guard let member = members.last(where: { $0.name == name }) else {
        return [.missing(path + dot + names.joined(separator: "."), in: path)]
      }
      return ends(member.value, names.dropFirst(), path + dot + name, &firstArray)
    case .array(let elements) where isLenient:
      firstArray = firstArray ?? path
      return elements.enumerated().flatMap { position, element in
        ends(element, names, "\(path)[\(position)]", &firstArray)
      }
    default: return [.blocked(path)]
    }
  }

  // MARK: - Without an array on the way

  private mutating func judgeOne(_ end: End) {
    switch end {
    case .missing(let path, _): if !isOptional { violations.insert("missing-key at \(path)") }
    case .blocked(let path): violations.insert("blocked-path at \(path)")
    case .value(.null, let path): violations.insert("null-value at \(path)")
    case .value(let value, let path): judge(value, kind, path)
    }
  }

  // MARK: - With one

  private mutating func judge(_ ends: [End], in array: String) {
    switch kind {
    case .any: judgeBlocked(ends)
    case .list(let element, let count): judge(ends, element, count, array)
    case .ints: judge(ends, .int(.min ... .max), 0 ... .max, array)
    case .int, .nullableInt, .text, .item, .table: violations.insert("wrong-type at \(array)")
    }
  }

  private mutating func judgeBlocked(_ ends: [End]) {
    for case .blocked(let path) in ends { violations.insert("blocked-path at \(path)") }
  }

  private mutating func judge(
    _ ends: [End], _ element: Kind, _ count: ClosedRange<Int>, _ array: String
  ) {
    judgeBlocked(ends)
    for end in ends {
      switch end {
      case .blocked: break
      case .missing(let path, _):
        if !isOptional, !element.isNullable { violations.insert("missing-key at \(path)") }
      case .value(.null, let path):
        if !element.isNullable { violations.insert("null-value at \(path)") }
      case .value(let value, let path): judge(value, element, path)
      }
    }
    guard violations.isEmpty, !count.contains(ends.count) else { return }
    let place =
      switch ends.first {
      case .value(_, let path)?, .missing(_, let path)?, .blocked(let path)?: path
      case nil: array
      }
    violations.insert(place.isEmpty ? "bad-count" : "bad-count at \(place)")
  }

  // MARK: - Values that are not null

  private mutating func judge(_ value: FanOutJSON, _ kind: Kind, _ path: String) {
    switch kind {
    case .int(let range): judgeInt(value, range, path)
    case .nullableInt: judgeInt(value, .min ... .max, path)
    case .text: judgeText(value, path)
    case .any: break
    case .item: judgeItem(value, path)
    case .ints: judgeList(value, .int(.min ... .max), 0 ... .max, path)
    case .list(let element, let count): judgeList(value, element, count, path)
    case .table: judgeTable(value, path)
    }
  }

  private mutating func judgeInt(_ value: FanOutJSON, _ range: ClosedRange<Int>, _ path: String) {
    let number: Int?
    switch value {
    case .number(let one): number = one
    case .text(let text) where isLenient:
      number = Int(text)
      if number == nil { violations.insert("cannot-coerce at \(path)") }
    case .bool(let bool) where isLenient: number = bool ? 1 : 0
    case .null, .bool, .text, .array, .object:
      number = nil
      violations.insert("wrong-type at \(path)")
    }
    if let number, !range.contains(number) { violations.insert("out-of-range at \(path)") }
  }

  private mutating func judgeText(_ value: FanOutJSON, _ path: String) {
    switch value {
    case .text: break
    case .number, .bool: if !isLenient { violations.insert("wrong-type at \(path)") }
    case .null, .array, .object: violations.insert("wrong-type at \(path)")
    }
  }

  private mutating func judgeItem(_ value: FanOutJSON, _ path: String) {
    guard case .object(let members) = value else {
      violations.insert("wrong-type at \(path)")
      return
    }
    switch members.last(where: { $0.name == "n" })?.value {
    case nil: violations.insert("missing-key at \(path).n")
    case .null?: violations.insert("null-value at \(path).n")
    case let number?: judgeInt(number, .min ... .max, path + ".n")
    }
  }

  private mutating func judgeList(
    _ value: FanOutJSON, _ element: Kind, _ count: ClosedRange<Int>, _ path: String
  ) {
    guard case .array(let elements) = value else { return judgeWrapped(value, element, path) }
    let before = violations
    for (position, one) in elements.enumerated() {
      let place = "\(path)[\(position)]"
      if case .null = one {
        if !element.isNullable { violations.insert("null-value at \(place)") }
      } else {
        judge(one, element, place)
      }
    }
    if violations == before, !count.contains(elements.count) {
      violations.insert("bad-count at \(path)")
    }
  }

  /// A single value is read as an array of one, except an object in place of an array of scalars.
  private mutating func judgeWrapped(_ value: FanOutJSON, _ element: Kind, _ path: String) {
    let isObject = if case .object = value { true } else { false }
    let takesObjects = if case .item = element { true } else { false }
    guard isLenient, !isObject || takesObjects else {
      violations.insert("wrong-type at \(path)")
      return
    }
    judge(value, element, path)
  }

  private mutating func judgeTable(_ value: FanOutJSON, _ path: String) {
    guard case .object(let members) = value else {
      violations.insert("wrong-type at \(path)")
      return
    }
    for member in members {
      if case .null = member.value {
        violations.insert("null-value at \(path).\(member.name)")
      } else {
        judgeInt(member.value, .min ... .max, "\(path).\(member.name)")
      }
    }
  }
}

extension FanOutModel.Kind {
  fileprivate var isNullable: Bool { if case .nullableInt = self { true } else { false } }
}

extension FanOutJSON {
  /// Draws a value with arrays, and with objects that have the names of a key path.
  static func random(
    _ names: ArraySlice<String>, _ generator: inout SplitMix64, depth: Int = 0
  ) -> FanOutJSON {
    let roll = Int.random(in: 0..<100, using: &generator)
    if depth < 4, roll < (depth == 0 ? 50 : 25) {
      let count = Int.random(in: 0...3, using: &generator)
      return .array((0..<count).map { _ in random(names, &generator, depth: depth + 1) })
    }
    if roll < 90, let name = names.first {
      // Sometimes the object has another key.
      let isThere = Int.random(in: 0..<6, using: &generator) > 0
      let value = random(names.dropFirst(), &generator, depth: depth + 1)
      return .object([(name: isThere ? name : "z", value: value)])
    }
    return leaf(&generator)
  }

  private static func leaf(_ generator: inout SplitMix64) -> FanOutJSON {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0: .null
    case 1: .bool(true)
    case 2: .text("x")
    case 3: .text("7")
    case 4: .object([(name: "n", value: .number(3))])
    case 5: .object([(name: "n", value: .null)])
    case 6: .object([])
    case 7: .array([.number(1), .number(2)])
    case 8: .number(99)
    default: .number(Int.random(in: 1...5, using: &generator))
    }
  }
}
