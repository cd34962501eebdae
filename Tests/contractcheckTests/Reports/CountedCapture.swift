import TestSupport

/// A capture with known violations: the faults are counted while they are made.
struct CountedCapture {
  /// A rule and a key.
  struct Name: Hashable {
    var rule: String
    var place: String
  }

  /// The numbers of violations and of payloads with them.
  struct Count: Equatable {
    var violations = 0
    var payloads = 0
  }

  static let keys = ["alpha", "bravo", "charlie", "delta"]
  static let endpoints = ["GET /one", "GET /two", "GET /three", "GET /four"]

  static let contract = """
    { "contract": 1,
      "endpoints": { "GET /one": "Thing", "GET /two": "[Thing]", "GET /three": "Thing", "GET /four": "[Thing]" },
      "mappings": { "Thing": { "unknownKeys": "warn", "map": {
        "alpha": "Int", "bravo": "Int", "charlie": "Int", "delta": "Int" } } } }
    """

  private(set) var records: [String] = []
  private(set) var payloads: [String: Int] = [:]
  private(set) var counts: [Name: [String: Count]] = [:]
  private var random: SplitMix64

  init(seed: UInt64, recordCount: Int) {
    random = SplitMix64(seed: seed)
    for _ in 0..<recordCount { add() }
  }

  var violationCount: Int {
    counts.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.violations } }
  }

  // MARK: - Records

  private mutating func add() {
    let endpoint = Self.endpoints.randomElement(using: &random) ?? ""
    payloads[endpoint, default: 0] += 1
    var found: [Name: Int] = [:]
    var body = "{"
    if Int.random(in: 0..<12, using: &random) == 0 {
      found[Name(rule: "not-json", place: "")] = 1
      body = "\"{\""
    } else if endpoint == "GET /two" || endpoint == "GET /four" {
      let count = Int.random(in: 0..<4, using: &random)
      body = "[\((0..<count).map { _ in object(&found) }.joined(separator: ","))]"
    } else {
      body = object(&found)
    }
    for (name, count) in found {
      counts[name, default: [:]][endpoint, default: Count()].violations += count
      counts[name]?[endpoint]?.payloads += 1
    }
    records.append(#"{"url":"\#(endpoint.dropFirst(4))","status":200,"body":\#(body)}"#)
  }

  private mutating func object(_ found: inout [Name: Int]) -> String {
    var members: [String] = []
    for key in Self.keys {
      switch Int.random(in: 0..<16, using: &random) {
      case 0: found[Name(rule: "missing-key", place: "Thing.\(key)"), default: 0] += 1
      case 1, 2:
        found[Name(rule: "wrong-type", place: "Thing.\(key)"), default: 0] += 1
        members.append(#""\#(key)":"text""#)
      case 3:
        found[Name(rule: "null-value", place: "Thing.\(key)"), default: 0] += 1
        members.append(#""\#(key)":null"#)
      default: members.append(#""\#(key)":1"#)
      }
    }
    if Int.random(in: 0..<5, using: &random) == 0 {
      let key = ["zulu", "yankee"].randomElement(using: &random) ?? ""
      found[Name(rule: "unknown-key", place: "Thing.\(key)"), default: 0] += 1
      members.append(#""\#(key)":1"#)
    }
    return "{\(members.joined(separator: ","))}"
  }
}
