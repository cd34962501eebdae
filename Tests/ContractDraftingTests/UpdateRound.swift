import CaptureSources
import ContractModel
import Generation
import JSONParsing
import MappingEngine
import TestSupport

@testable import ContractDrafting

/// A contract drawn at random, and captures that nearly keep it.
struct UpdateRound {
  let trial: UpdateTrial
  let changes: ContractUpdate.Changes
  private let contract: Contract
  private let seed: UInt64

  /// - Returns: `nil` if the drawn text is not a valid contract.
  init?(seed: UInt64) throws {
    self.seed = seed
    // Narrowing is drawn less often, because it takes many records.
    changes =
      [[], .newKeys, [], .newKeys, .narrow, .newKeys, [], [.narrow, .newKeys]][Int(seed % 8)]
    var random = RandomUpdate(seed: seed)
    // In a lenient contract the key path of a new line may also lead through an array.
    let text = random.contract(isLenient: !changes.contains(.newKeys) && seed % 5 == 0)
    guard let contract = try? OneContract.contract(text) else { return nil }
    self.contract = contract
    var lines: [String] = []
    for (number, endpoint) in contract.endpoints.enumerated() {
      // Narrowing needs 300 objects to remove what never came.
      let isMuch = changes.contains(.narrow) && number == Int(seed / 4) % 5
      let count = isMuch ? 310 : 12
      for payload in try Self.payloads(of: contract, endpoint, seed, count) {
        let body = random.mutated(payload.root)
        lines.append(#"{"event": "\#(Self.name(of: endpoint))", "data": \#(body)}"#)
      }
    }
    lines += random.otherLines()
    trial = UpdateTrial(contract: text, lines: lines)
  }

  private static func name(of endpoint: Endpoint) -> String {
    String("\(endpoint.selector)".dropFirst("event ".count))
  }

  private static func payloads(
    of contract: Contract, _ endpoint: Endpoint, _ seed: UInt64, _ count: Int
  ) throws -> [JSONDocument] {
    var generator = PayloadGenerator(DrawPlan(contract, endpoint))
    return try (0..<count).map {
      try JSONDocument(
        parsing: generator.payload(seed: Seed(seed), index: $0, size: 8).bytes,
        options: .tolerant)
    }
  }

  /// Returns the broken laws of the update, as texts.
  func problems() throws -> [String] {
    let update = try trial.update(changes)
    let text = String(decoding: update.text, as: UTF8.self)
    let new: Contract
    do {
      new = try OneContract.contract(text)
    } catch {
      return ["it does not lint: \(error)"]
    }
    var problems: [String] = []
    for endpoint in contract.endpoints {
      let target = MappingTarget.endpoint(endpoint.selector)
      let (before, after) = (Mapper(contract, as: target), Mapper(new, as: target))
      var documents = try captured(Self.name(of: endpoint))
      // Other payloads may have other values under a new key, or need a removed part.
      if changes.isEmpty {
        documents += try Self.payloads(of: contract, endpoint, ~seed, 30)
      }
      for document in documents where before.admits(document, as: target) {
        guard !after.admits(document, as: target) else { continue }
        problems.append("\(endpoint.selector) took \(document.root.text())")
        break
      }
    }
    let next = UpdateTrial(contract: text, lines: trial.lines)
    if update.remainders.isEmpty {
      let left = try next.problems()
      if !left.isEmpty { problems.append("it does not admit all: \(left)") }
    }
    let lines = try next.newLines(changes)
    if !lines.isEmpty { problems.append("once more: \(lines)") }
    let written = text.replacing(RandomUpdate.blockComment, with: "")
    for line in written.split(whereSeparator: \.isNewline)
    where !line.drop(while: { $0 == " " }).hasPrefix("//") {
      if line.firstRange(of: " //").map({ line[$0.upperBound...].contains(" //") }) == true {
        problems.append("two comments: \(line)")
      }
    }
    if !problems.isEmpty { problems.append(update.diff(path: "a")) }
    return problems
  }

  /// The data of an event in the captures.
  private func captured(_ event: String) throws -> [JSONDocument] {
    let start = #"{"event": "\#(event)", "data": "#
    return try trial.lines.filter { $0.hasPrefix(start) }.map {
      try JSONDocument(
        parsing: Array($0.dropFirst(start.count).dropLast().utf8), options: .tolerant)
    }
  }

  var changedCount: Int {
    get throws { try trial.newLines(changes).count }
  }
}

/// The random choices of a round.
private struct RandomUpdate {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed ^ 0x7570_6461_7465) }

  static let blockComment = #"/* "x" // */"#

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &generator) ?? ""
  }

  // MARK: - The contract

  private static let types = [
    "Int", "Int", "Int?", "String", "String?", "Bool", "Double", "Double?", "Decimal", "Int8",
    "UInt64", "UInt8", "Float", "Int | String", "'on' | 'off'", "'on' | String", "1 | 2", "[Int]",
    "[Double]?", "[String?]", "[[Int]]", "Any", "Date(iso8601)", "URL", "[String: Int]",
    "Int 0...9", "String length 1...3", "P", "[P]", "P?", "Set<String>", "['on' | 'off']",
  ]

  private static let keys = ["k", "m", "n", "x", "y", "z", "w", "a.b", "a.c", "o.p"]

  mutating func contract(isLenient: Bool) -> String {
    let base = keys(3)
    let isExtended = chance(2)
    let own = keys(3, but: isExtended ? base : [])
    let outer = keys(2)
    let inner = ["a", "b", "é"].map { name in (name, keys(3, but: outer)) }
    let last = chance(3) ? keys(2, but: outer) : []
    let cases = inner.map { "\"\($0)\": {\n\(lines($1, "s\($0 == "é" ? "e" : $0)"))}" }
    let other = [
      "", "", ", \"else\": \"skip\"", ", \"else\": {\n\(lines(last, "se"))}",
    ]
    let mappings = [
      "\"A\": { \"map\": {\n\(lines(base, "a"))} }",
      "\"B\": { \(isExtended ? "\"extends\": \"A\", " : "")\"map\": {\n\(lines(own, "b"))} }",
      "\"S\": {\n\"map\": {\n\"kind?\": \"String\",\n\(lines(outer, "so"))},\n"
        + "\"switch\": \"kind\", \"cases\": {\n\(cases.joined(separator: ",\n"))\n}\(pick(other)) }",
      "\"L\": { \"map\": {\n\(fanOut())\(lines(keys(2), "l"))} }",
      "\"P\": { \"map\": { \"p?\": \"Int\" } }",
    ]
    let policy = pick(["", "", "\"unknownKeys\": \"warn\",", "\"unknownKeys\": \"error\","])
    let settings = policy + (isLenient ? "\"coercion\": \"lenient\"," : "")
    let text = """
      { "contract": 1, \(settings)
      "endpoints": {
        "event a": "A", "event b": "[B]", "event s": "S",
        "event l": "L",  // the lists
        "event p": { "first": "A", "rest?": "[S]", "other?": "B" }
      },
      "mappings": {
      \(mappings.joined(separator: ",\n"))
      } }

      """
    return chance(8) ? text.replacing("\n", with: "\r\n") : text
  }

  private mutating func keys(_ most: Int, but others: [String] = []) -> [String] {
    let free = Self.keys.filter { !others.contains($0) }.shuffled(using: &generator)
    return Array(free.prefix(Int.random(in: 0...most, using: &generator)))
  }

  /// - Parameter prefix: A prefix of the property names, so that no name is used twice.
  private mutating func lines(_ keys: [String], _ prefix: String) -> String {
    keys.map { key in
      let property = prefix + "_" + key.replacing(".", with: "_")
      let mark = chance(2) ? "?" : ""
      let comment = pick(["", "", "", "  // c", "  //", " " + Self.blockComment, "  // \"v1?\": 1"])
      return "  \"\(key)\(mark)\": \"\(property): \(pick(Self.types))\",\(comment)\n"
    }.joined()
  }

  private mutating func fanOut() -> String {
    let marks = ["", "?"]
    return "  \"items[].n\(pick(marks))\": \"ns: [\(pick(["Int", "Int?", "Double"]))]\",\n"
      + "  \"items[].q.r\(pick(marks))\": \"rs: [String]\",\n"
  }

  // MARK: - Captures

  private static let values = [
    "null", "null", "true", "0", "-1", "3.5", "1e300", "1e400", "300", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "18446744073709551615", "-9223372036854775809",
    "1180591620717411303424", #""""#, #""a""#, #""on""#, #""off""#, #""odd""#, #""it's""#,
    #""2020-01-01""#, #""12""#, "[]", "{}", "[1]", "[2.5, null]", #"{"p": 1}"#, #"{"p": null}"#,
    #"{"c": {"d": "e"}}"#, #"[{"n": 1}, {}]"#, #"[{"n": "s"}]"#,
  ]

  private static let names = [
    "k", "m", "n", "x", "y", "z", "w", "a", "o", "new", "v1", "is_new", "p", "items", "q",
  ]

  /// A payload, one of whose parts in a few is another.
  mutating func mutated(_ value: JSONValue) -> String {
    if chance(24) { return pick(Self.values) }
    switch value.kind {
    case .object:
      var members = value.members.compactMap { member -> String? in
        if chance(16) { return nil }
        let name = String(decoding: value.document.bytes[member.nameRange], as: UTF8.self)
        if name == "\"kind\"", chance(6) { return "\"kind\": \"\(pick(["a", "b", "c", "d"]))\"" }
        return "\(name): \(mutated(member.value))"
      }
      if chance(5) { members.append("\"\(pick(Self.names))\": \(pick(Self.values))") }
      return "{\(members.joined(separator: ", "))}"
    case .array: return "[\(value.elements.map { mutated($0) }.joined(separator: ", "))]"
    default: return String(decoding: value.document.bytes[value.byteRange], as: UTF8.self)
    }
  }

  /// Events that the contract does not have.
  mutating func otherLines() -> [String] {
    guard chance(3) else { return [] }
    return (0..<3).map { _ in
      #"{"event": "q", "data": {"\#(pick(Self.names))": \#(pick(Self.values)), "id": 1}}"#
    }
  }
}
