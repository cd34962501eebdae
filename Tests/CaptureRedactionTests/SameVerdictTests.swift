import CaptureRedaction
import ContractModel
import Generation
import JSONParsing
import TestSupport
import Testing
import ValueRedaction

@Suite("With a contract, a check finds the same before and after redaction")
struct SameVerdictTests {
  private func expectSame(
    _ text: String, named name: String = "a.ndjson", _ contracts: [Contract], seed: UInt64
  ) throws {
    let redacted = try RedactedCapture(text, named: name, contracts: contracts, seed: seed)
    #expect(redacted.notes.breaking.count == 0, "\(redacted.notes.breaking.words)")
    let before = try RedactedCapture.findings(in: text, named: name, contracts)
    let after = try RedactedCapture.findings(in: redacted.text, named: name, contracts)
    let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(
      names.isEmpty, "\(names.sorted().map { "\($0): \(before[$0] ?? 0), \(after[$0] ?? 0)" })")
  }

  @Test(
    "Checks of the package's captures agree before and after redaction",
    arguments: ["2025.ndjson", "people.har"],
    [1, 2, 3])
  func captures(name: String, seed: UInt64) throws {
    let text = String(
      decoding: try #require(PackageFiles.bytes(at: "Fixtures/captures/\(name)")), as: UTF8.self)
    let contracts = try PackageFiles.contracts(below: "Contracts").map {
      try Contract(at: $0, files: PackageContracts())
    }
    try expectSame(text, named: name, contracts, seed: seed)
  }

  /// Returns the contract with endpoints for its first mappings added.
  private func withEndpoints(_ contract: Contract) throws -> Contract {
    var contract = contract
    for (number, mapping) in contract.mappings.prefix(16).enumerated() {
      let text = #"{ "contract": 1, "endpoints": { "GET /made/up/t\#(number)": "Int" } }"#
      var endpoint = try #require(OneContract.contract(text).endpoints.first)
      endpoint.body = .value(ConstrainedType(.mapping(Located(mapping.name))))
      contract.endpoints.append(endpoint)
    }
    return contract
  }

  /// Returns a capture with faulty payloads of each endpoint.
  private func capture(of contract: Contract, count: Int) throws -> String {
    var lines: [String] = []
    for endpoint in contract.endpoints {
      guard case .http(let selector) = endpoint.selector, selector.statuses.isEmpty,
        let cases = GeneratedCases(contract, target: .endpoint(Located(endpoint.selector)))
      else { continue }
      let path = selector.path.segments.map { segment in
        "/"
          + segment.map { part in
            switch part {
            case .text(let text): text
            case .parameter: "a7"
            case .number: "7"
            }
          }.joined()
      }.joined()
      for index in stride(from: 0, to: cases.fixedCount, by: max(1, cases.fixedCount / count)) {
        var writer = JSONWriter()
        writer.object { writer in
          writer.member("method", selector.method)
          writer.member("url", (contract.basePath?.value ?? "") + path)
          writer.member("status", 200)
          writer.member("body", String(decoding: cases[index].payload.bytes, as: UTF8.self))
        }
        lines.append(writer.text)
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test(
    "Checks of valid and faulty generated captures agree before and after redaction",
    .enabled(if: TestDepth.isFull),
    arguments: [
      "Contracts/groups.contract.json", "Contracts/articles.contract.json",
      "Contracts/github.contract.json", "Fixtures/generation/orders.contract.json",
      "Fixtures/mapping/constraints.contract.json", "Fixtures/mapping/dates.contract.json",
      "Fixtures/mapping/texts.contract.json", "Fixtures/mapping/identity.contract.json",
      "Fixtures/mapping/keyed.contract.json", "Fixtures/mapping/cases.contract.json",
      "Fixtures/mapping/coercion-lenient.contract.json", "Fixtures/mapping/keys.contract.json",
    ])
  func madeUp(path: String) throws {
    let contract = try withEndpoints(try Contract(at: path, files: PackageContracts()))
    let text = try capture(of: contract, count: 10)
    #expect(text.count { $0 == "\n" } >= 20)
    try expectSame(text, [contract], seed: 11)
  }

  @Test("Redacted values keep or break ranges, lengths, patterns and dates as before")
  func constraints() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /a": "[A]", "GET /b": "[B]" }, "mappings": {
        "B": { "cases": [{ "when": { "state": " Done" }, "trim": true, "use": { "k": "k: Int" } }] },
        "A": { "map": {
        "rating?": "Int 1...5", "share?": "Double -1...1", "name?": "String length 2...4",
        "code?": "String matches /^[A-Z]{2}-1[0-9]+$/", "day?": "day: Date('dd MMM yyyy')",
        "when?": "Date(iso8601)", "small?": "UInt8", "flag?": "Bool(string)", "link?": "URL(strict)",
        "host?": "String matches /^https:..api[.]example[.]com/", "tags?": "[String] unique",
        "level?": "1 | 2", "size?": "Double", "data?": "Data(base64)", "key?": "UUID",
        "lead?": "String matches /^ a[a-z]/", "zeros?": "Int(string)", "sum?": "Decimal",
        "listed?": "'https://a.example/x' | 'https://a.example/y'", "half?": "Double 0...1",
        "sums?": "[Double] unique" } } } }
      """)
    let rows = [
      #"{"level":1},{"level":1.0},{"level":3.0},{"level":3},{"size":9007199254740993},{"data":"YQ=="},{"data":"YR=="}"#,
      #"{"rating":3},{"rating":9},{"share":0.5},{"share":7.5},{"name":"abc"},{"name":"abcde"}"#,
      #"{"code":"AB-123"},{"code":"ab"},{"day":"06 Nov 1994"},{"day":"6th"},{"when":"2024-02-29T10:00:00Z"}"#,
      #"{"when":"soon"},{"small":200},{"small":300},{"flag":"true"},{"flag":"maybe"},{"link":"https://x.example/a b"}"#,
      #"{"link":"https://x.example/a"},{"host":"https://api.example.com/x"},{"host":"https://b.example"},{"tags":["a","b"]},{"tags":["a","a"]}"#,
      #"{"lead":" ab"},{"lead":"ab"},{"key":"0A1b2C3d-0000-4aBc-8dEf-0123456789aB"},{"key":"0a1b"}"#,
      #"{"zeros":"001751533269022666000"},{"zeros":"099999999999999999999"},{"half":0.5},{"half":0.25}"#,
      #"{"sums":[1,1e0]},{"sums":[1500,1.5e3,2]},{"sums":[1.5,1.50]},{"sums":[0.1,1,10]},{"half":1e-1},{"half":5E0}"#,
      #"{"listed":"https://a.example/x"},{"listed":"https://a.example/z"},{"sum":0.123456789012345678901234567890123456789}"#,
    ]
    let others = #"{"state":"Done","k":1},{"state":" Done ","k":1},{"state":"Open","k":1}"#
    let text = (rows.map { ("a", $0) } + [("b", others)]).map { path, row in
      #"{"method":"GET","url":"/\#(path)","status":200,"body":[\#(row)]}"#
    }.joined(separator: "\n")
    for seed in UInt64(1)..<20 { try expectSame(text, [contract], seed: seed) }
  }
}
