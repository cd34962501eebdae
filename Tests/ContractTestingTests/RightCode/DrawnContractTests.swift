import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@Suite("Leniency never adds an issue, on random contracts and mappers", .freshStore)
struct DrawnContractTests {
  /// A sequence of numbers from a seed.
  private struct Draws {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }

  /// A line of a drawn contract, and how the app reads it.
  private struct Line {
    enum Kind { case text, number, object, list, table }

    var name: String
    var kind: Kind
    /// The mapping of the content.
    var mapping: Int
    var isOptional: Bool
    var isNullable: Bool
    var isMapped: Bool

    var text: String {
      let type =
        switch kind {
        case .text: "String"
        case .number: "Int"
        case .object: "M\(mapping)"
        case .list: "[M\(mapping)]"
        case .table: "[String: M\(mapping)]"
        }
      let property = isMapped ? "p\(name)" : "_"
      return "\"\(name)\(isOptional ? "?" : "")\": \"\(property): \(type)\(isNullable ? "?" : "")\""
    }
  }

  /// Returns the lines of mappings, each of which refers only to later ones.
  private static func lines(_ seed: Int) -> [[Line]] {
    var draws = Draws(state: UInt64(seed))
    for _ in 0..<8 { _ = draws.below(2) }
    let count = 4
    return (0..<count).map { mapping in
      (0...draws.below(3)).map { number in
        let kinds: [Line.Kind] =
          mapping < count - 1 ? [.text, .number, .object, .list, .table] : [.text, .number]
        let kind = kinds[mapping == 0 ? draws.below(3) + 2 : draws.below(kinds.count)]
        return Line(
          name: "abcd".map(String.init)[number], kind: kind,
          mapping: mapping + 1 + draws.below(max(1, count - mapping - 1)),
          isOptional: draws.below(3) > 0, isNullable: draws.below(2) > 0,
          isMapped: mapping == 0 || draws.below(4) > 0)
      }
    }
  }

  /// Returns the app's value of JSON: dictionaries by the names of properties.
  ///
  /// - Parameters:
  ///   - takesAbsent: Whether a required key may be absent.
  ///   - blank: The text in place of an absent one.
  private static func value(
    _ json: Any?, _ line: Line, _ all: [[Line]], takesAbsent: Bool, blank: String?
  ) throws -> Any? {
    guard let json else {
      if takesAbsent || line.isOptional { return line.kind == .text ? blank : nil }
      throw ByHand.Failure()
    }
    if json is NSNull {
      if line.isNullable || line.isOptional { return nil }
      throw ByHand.Failure()
    }
    let object = { (json: Any) in
      try self.object(json, line.mapping, all, takesAbsent: takesAbsent, blank: blank)
    }
    switch line.kind {
    case .text: return try ByHand.text(json)
    case .number: return try ByHand.int(json)
    case .object: return try object(json)
    case .list: return try ByHand.list(json).map(object)
    case .table: return try ByHand.object(json).mapValues(object)
    }
  }

  private static func object(
    _ json: Any, _ mapping: Int, _ all: [[Line]], takesAbsent: Bool, blank: String?
  ) throws -> [String: Any?] {
    let json = try ByHand.object(json)
    return try all[mapping].reduce(into: [:]) { result, line in
      let value = try value(json[line.name], line, all, takesAbsent: takesAbsent, blank: blank)
      result.updateValue(value, forKey: "p\(line.name)")
    }
  }

  private static func issues(
    _ seed: Int, takesAbsent: Bool, blank: String? = nil, _ tolerating: Tolerances
  ) throws -> [String] {
    let all = lines(seed)
    let mappings = all.enumerated().map { number, lines in
      "\"M\(number)\": { \"map\": { \(lines.map(\.text).joined(separator: ", ")) } }"
    }
    let code = try RightCode(mappings.joined(separator: ", "), as: "M0", tolerating: tolerating)
    let mapper = MapperUnderTest.mappingJSON {
      try object($0, 0, all, takesAbsent: takesAbsent, blank: blank)
    }
    return try MapperTest(
      mapper, keeps: code.contract, as: "M0", tolerating: tolerating,
      settings: MapperTestSettings(cases: 150)
    ).violations().map { "\(seed): \($0.description)\n\(mappings.joined(separator: "\n"))" }
  }

  @Test("A mapper that follows the contract passes", arguments: 0..<8)
  func right(seed: Int) throws {
    do {
      let found = try Self.issues(seed, takesAbsent: false, [])
      #expect(found == [])
    }
    do {
      let found = try Self.issues(seed, takesAbsent: false, [.missing])
      #expect(found == [])
    }
  }

  @Test(
    "A mapper that accepts absent keys passes if that is tolerated", .enabled(if: TestDepth.isFull),
    arguments: 0..<8)
  func lenient(seed: Int) throws {
    let found = try Self.issues(seed, takesAbsent: true, [.missing])
    #expect(found == [])
  }

  @Test(
    "More tolerance gives a wrong mapper no more issues", .enabled(if: TestDepth.isFull),
    arguments: 0..<8)
  func wrong(seed: Int) throws {
    let strict = try Self.issues(seed, takesAbsent: true, blank: "?", [])
    let lenient = try Self.issues(seed, takesAbsent: true, blank: "?", [.missing])
    #expect(lenient.count <= strict.count, "\((strict + lenient).joined(separator: "\n"))")
  }
}
