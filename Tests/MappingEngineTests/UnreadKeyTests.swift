import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("A key is unknown only if no line of any mapping reads it")
struct UnreadKeyTests {
  struct Case: CustomTestStringConvertible {
    var about: String
    var mappings: String
    var payload: String
    /// The expected rules and positions.
    var expected: [String]
    var settings = ""
    var testDescription: String { about }
  }

  private static let metadata = """
    "M": { "unknownKeys": "error", "map": {
      "metadata.name": "n: String", "metadata": "meta: Meta" } },
    "Meta": { "unknownKeys": "error", "map": { "created?": "c: Int", "labels?": "l: Labels" } },
    "Labels": { "unknownKeys": "error", "map": { "a?": "a: Int" } }
    """

  static let cases = [
    Case(
      about: "what the mapping of a value reads, beside a path into it", mappings: metadata,
      payload: #"{"metadata":{"name":"x","created":1}}"#, expected: []),
    Case(
      about: "what neither reads, once", mappings: metadata,
      payload: #"{"metadata":{"name":"x","created":1,"other":1},"more":1}"#,
      expected: ["unknown-key at metadata.other", "unknown-key at more"]),
    Case(
      about: "a path that leads two mappings deep",
      mappings: metadata.replacing(
        #""metadata.name""#, with: #""metadata.labels.z": "z: Int", "metadata.name""#),
      payload: #"{"metadata":{"name":"x","labels":{"z":1,"a":1,"y":1}}}"#,
      expected: ["unknown-key at metadata.labels.y"]),
    Case(
      about: "elements that [] leads into",
      mappings: #""M": { "unknownKeys": "error", "map": { "items[].n": "ns: [Int]" } }"#,
      payload: #"{"items":[{"n":1,"extra":1},{"n":2}],"k":1}"#,
      expected: ["unknown-key at items[0].extra", "unknown-key at k"]),
    Case(
      about: "elements that are mapped, and led into by []",
      mappings: """
        "M": { "unknownKeys": "error", "map": { "items[].n": "ns: [Int]", "items": "i: [Item]" } },
        "Item": { "unknownKeys": "error", "map": { "id": "id: Int" } }
        """,
      payload: #"{"items":[{"n":1,"id":1,"extra":1}]}"#,
      expected: ["unknown-key at items[0].extra"]),
    Case(
      about: "members of a dictionary that is mapped, and led into",
      mappings: """
        "M": { "unknownKeys": "error", "map": { "d.x.n": "n: Int", "d": "d: [String: Item]" } },
        "Item": { "unknownKeys": "error", "map": { "id": "id: Int" } }
        """,
      payload: #"{"d":{"x":{"n":1,"id":1},"y":{"n":1,"id":1}}}"#,
      expected: ["unknown-key at d.y.n"]),
    Case(
      about: "what a line takes as it is",
      mappings: """
        "M": { "unknownKeys": "error", "map": { "raw": "raw: Any", "raw.a?": "a: Int" } }
        """,
      payload: #"{"raw":{"a":1,"b":{"c":1}}}"#, expected: []),
    Case(
      about: "an element by its index",
      mappings: #""M": { "unknownKeys": "error", "map": { "a.0.b": "b: Int" } }"#,
      payload: #"{"a":[{"b":1,"c":1},{"d":1}]}"#, expected: ["unknown-key at a[0].c"]),
    Case(
      about: "elements that a lenient path leads into",
      mappings: #""M": { "unknownKeys": "error", "map": { "a.b": "b: [Int]" } }"#,
      payload: #"{"a":[{"b":1,"c":1},{"b":1}]}"#, expected: ["unknown-key at a[0].c"],
      settings: #""coercion": "lenient","#),
    Case(
      about: "an object made of keys of the one around it, nested ones too",
      mappings: """
        "M": { "unknownKeys": "error", "map": { "id": "id: Int", "": "at: Place?" } },
        "Place": { "map": { "geo.lat": "lat: Int", "geo.lon": "lon: Int" } }
        """,
      payload: #"{"id":1,"geo":{"lat":1,"lon":2,"alt":3},"x":1}"#,
      expected: ["unknown-key at geo.alt", "unknown-key at x"]),
    Case(
      about: "the key that cases look at, where they hand over",
      mappings: """
        "M": { "switch": "kind.type", "cases": { "a": "A" } },
        "A": { "unknownKeys": "error", "map": { "id": "id: Int" } }
        """,
      payload: #"{"kind":{"type":"a"},"id":1,"x":1}"#, expected: ["unknown-key at x"]),
    Case(
      about: "a key that another case reads, and one that no case is known for",
      mappings: """
        "M": { "unknownKeys": "error", "switch": "t",
          "cases": { "a": { "x?": "x: Int" }, "b": { "y?": "y: Int" } } }
        """,
      payload: #"{"t":"a","x":1,"y":1}"#, expected: ["unknown-key at y"]),
    Case(
      about: "the keys of an object that no case is for",
      mappings: """
        "M": { "unknownKeys": "error", "map": { "t": "t: String" }, "switch": "t",
          "cases": { "a": { "x?": "x: Int" } } }
        """,
      payload: #"{"t":"z","x":1,"y":1}"#, expected: ["no-case at ", "unknown-key at y"]),
    Case(
      about: "a key that a path around reads is near to nothing",
      mappings: """
        "M": { "map": { "velvet.urchiq": "q: Int", "velvet": "v: Velvet" } },
        "Velvet": { "map": { "id": "id: Int", "urchin?": "u: Int" } }
        """,
      payload: #"{"velvet":{"id":1,"urchiq":1}}"#, expected: []),
    Case(
      about: "nor is a key that the mapping of the value reads",
      mappings: """
        "M": { "map": { "velvet.urchiq?": "q: Int", "velvet": "v: Velvet" } },
        "Velvet": { "map": { "urchin": "u: Int" } }
        """,
      payload: #"{"velvet":{"urchin":1}}"#, expected: []),
    Case(
      about: "what nobody reads is",
      mappings: """
        "M": { "map": { "velvet.urchiq": "q: Int", "velvet": "v: Velvet" } },
        "Velvet": { "map": { "id": "id: Int", "urchin?": "u: Int" } }
        """,
      payload: #"{"velvet":{"id":1,"urchiq":1,"urchim":2}}"#,
      expected: ["near-key at velvet.urchim"]),
  ]

  @Test("Unknown keys are reported by each mapping that reads an object", arguments: cases)
  func reported(_ one: Case) throws {
    let sample = try Sample(one.mappings, as: "M", settings: one.settings)
    let result = try sample.map(one.payload)
    let found = result.violations.map { "\($0.rule.rawValue) at \($0.path)" }
    #expect(found.sorted() == one.expected)
  }

  @Test("A check counts unknown keys once, by their key paths", arguments: cases)
  func counted(_ one: Case) throws {
    let sample = try Sample(
      one.mappings.replacing(#""unknownKeys": "error","#, with: ""), as: "M",
      settings: one.settings)
    var tally = MappingTally(sample.mapper)
    let problems = tally.add(
      try JSONDocument(parsing: one.payload), as: sample.mapper.planned(sample.target))
    #expect(
      !problems.keys().contains { $0.rule == .unknownKey })
    let wanted = one.expected.filter { $0.hasPrefix("unknown-key at ") && one.settings.isEmpty }
      .count
    let counted = tally.unmappedKeys.reduce(0) { $0 + $1.count }
    if one.mappings.contains("unknownKeys"), one.settings.isEmpty { #expect(counted == wanted) }
  }

  @Test("A duplicate key outside of all mappings is data")
  func outside() throws {
    let sample = try Sample(#""M": { "map": { "id?": "Int" } }"#, as: "[String: M]")
    var tally = MappingTally(sample.mapper)
    let payload = #"{"a.b":{},"a.b":{},"ann":{},"ann":{},"bob":{"id":1,"id":2}}"#
    let problems = tally.add(
      try JSONDocument(parsing: payload), as: sample.mapper.planned(sample.target))
    let keys = problems.keys().filter { $0.rule == .duplicateKey }.map { $0.key ?? "" }
    #expect(keys.sorted() == ["id", "{key}", "{key}"])
  }

  @Test("Groups name a key by its path in the mapping")
  func paths() throws {
    let sample = try Sample(
      """
      "M": { "unknownKeys": "warn", "map": {
        "repo.name": "n: String", "items[].n?": "ns: [Int]", "labels?": "l: [String: Int]" } }
      """, as: "[M]")
    var tally = MappingTally(sample.mapper)
    let payload =
      #"[{"repo":{"name":"x","id":1,"a.b":1,"id":1},"items":[{"extra":1}],"labels":{"k":1,"k":2}}]"#
    let problems = tally.add(
      try JSONDocument(parsing: payload), as: sample.mapper.planned(sample.target))
    let groups = problems.keys()
    let names = groups.map {
      "\($0.rule.rawValue) \(sample.mapper.mapping(of: $0) ?? "-") \($0.key ?? "")"
    }
    #expect(
      names.sorted() == [
        "duplicate-key M labels.{key}", "duplicate-key M repo.id", "unknown-key M items[].extra",
        #"unknown-key M repo.a\.b"#, "unknown-key M repo.id", "unknown-key M repo.id",
      ])
  }
}

@Suite("Keys that are data are one group")
struct DataKeyTests {
  private func groups(_ payload: String, _ mapping: String) throws -> (
    groups: [String], keys: [String]
  ) {
    let sample = try Sample(mapping, as: "M")
    var tally = MappingTally(sample.mapper)
    let problems = tally.add(
      try JSONDocument(parsing: payload), as: sample.mapper.planned(sample.target))
    var counts: [String: Int] = [:]
    for group in problems.keys() {
      counts["\(group.rule.rawValue) \(group.key ?? "")", default: 0] += 1
    }
    let keys = tally.unmappedKeys.map { "\($0.keyPath) \($0.count)" }
    return (counts.map { "\($0.key) \($0.value)" }.sorted(), keys)
  }

  private let mapping =
    #""M": { "unknownKeys": "warn", "map": { "id1234?": "i: Int", "a.b?": "b: Int" } }"#

  @Test("Identities, addresses and hashes count as data, and other names do not")
  func looks() throws {
    let payload = """
      {"id1234":1,"id1234":2,"ann@example.org":1,"user_12345":1,"3f2a9c1":1,"42":1,"größe":1,"a b":1,"@type":1,
       "$":1,"":1,"\(String(repeating: "a", count: 41))":1,"a":{"b":1,"2024-01-31":1,"b":2}}
      """
    let found = try groups(payload, mapping)
    #expect(
      found.groups == [
        "duplicate-key a.b 1", "duplicate-key id1234 1", "unknown-key $ 1",
        #"unknown-key \@type 1"#, #"unknown-key \e 1"#, "unknown-key a b 1",
        "unknown-key a.{key} 1",
        "unknown-key größe 1", "unknown-key {key} 5",
      ])
    #expect(
      found.keys == [
        "{key} 5", #"\e 1"#, "$ 1", #"\@type 1"#, "a b 1", "größe 1", "a.{key} 1",
      ])
  }
}

@Suite("An absent value does not count as present")
struct PresenceTests {
  @Test(
    "A key path into null, or without a value in any element, is absent",
    arguments: [
      (#""a.b": "b: Int""#, #"{"a":null}"#, 0), (#""a.b": "b: Int""#, #"{"a":3}"#, 0),
      (#""a.b": "b: Int""#, #"{"a":{}}"#, 0), (#""a.b": "b: Int?""#, #"{"a":{"b":null}}"#, 1),
      (#""a.b": "b: Int""#, #"{"a":{"b":"x"}}"#, 1),
      (#""i[].n?": "n: [Int]""#, #"{"i":[{},{}]}"#, 0),
      (#""i[].n?": "n: [Int]""#, #"{"i":[]}"#, 0),
      (#""i[].n": "n: [Int]""#, #"{"i":[{}]}"#, 0),
      (#""i[].n?": "n: [Int]""#, #"{"i":[{},{"n":1}]}"#, 1),
      (#""i[].n": "n: [Int]""#, #"{"i":[{},{"n":1}]}"#, 1),
      (#""i[].n": "n: [Int?]""#, #"{"i":[{"n":null}]}"#, 1),
      (#""i[].n": "n: [Int]""#, #"{"i":null}"#, 0),
    ])
  func present(line: String, payload: String, count: Int) throws {
    let sample = try Sample("\"M\": { \"map\": { \(line) } }", as: "M")
    var tally = MappingTally(sample.mapper)
    _ = tally.add(
      try JSONDocument(parsing: payload), as: sample.mapper.planned(sample.target))
    let counts = try #require(tally.lines.first { $0.mapping == "M" }).counts
    #expect(counts.present == count && counts.total == 1, "\(counts)")
  }
}
