import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck mutate reports which lines of a contract matter")
struct MutateCommandTests {
  private static let contract = """
    { "contract": 1,
      "endpoints": { "GET /users/:id": "User", "GET /carts": "Cart" },
      "mappings": {
        "User": { "map": {
          "id": "Int",
          "nick?": "String?",
        } },
        "Cart": { "map": { "total": "Int", "count": "Int" } } }EXAMPLES }
    """
  private static let record = """
    {"method":"GET","url":"https://a.org/users/1","status":200,"body":{"id":1}}

    """

  private static func run(
    _ words: [String], examples: String = "", _ files: [String: String] = [:]
  ) throws -> CommandRun {
    let all = [
      "c/shop.contract.json": contract.replacing("EXAMPLES", with: examples), "x.ndjson": record,
    ]
    return try CommandRun(["mutate"] + words, in: all.merging(files) { $1 })
  }

  @Test("The report has unnoticed lines with the reason, and unnoticed changes of other lines")
  func told() throws {
    let run = try Self.run(["DIR/c", "DIR/x.ndjson", "--verbose"])
    #expect(run.exitCode == .success)
    #expect(
      run.output == """
        never noticed:
            Cart, all 2 lines  c/shop.contract.json:8:33  no payload has them
        noticed, but not these changes:
            User.id    c/shop.contract.json:5:13  property, optional, null
            User.nick  c/shop.contract.json:6:16  left out, key, property, type, null
        2 of 4 lines matter: 4 of 24 changes are noticed, 4 by 1 payload, 0 by 0 examples

        """)
  }

  @Test(
    "An expected property may be that of any mapping, also of one that the change does not affect")
  func properties() throws {
    let unnoticed = try ["total", "other"].map { name in
      let contract = """
        { "contract": 1,
          "endpoints": { "GET /users": "User", "GET /carts": "Cart" },
          "mappings": {
            "User": { "map": { "id": "Int", "\(name)?": "Int" } },
            "Cart": { "map": { "n": "Int", "total?": "Int" } } },
          "examples": [ { "name": "a cart", "json": { "n": 1 }, "endpoint": "GET /carts",
            "expect": { "values": { "total": null } } } ] }
        """
      let run = try CommandRun(
        ["mutate", "DIR/c", "--verbose"], in: ["c/shop.contract.json": contract])
      return run.output.split(separator: "\n").first { $0.contains("Cart.total") }
        .map { String($0.split(separator: ":").last?.drop { $0.isNumber } ?? "") }
    }
    #expect(
      unnoticed == ["  left out, key, property, type, null", "  key, type, null"], "\(unnoticed)")
  }

  @Test("An example counts as a capture does")
  func example() throws {
    let run = try Self.run(
      ["DIR/c"],
      examples: """
        , "examples": [ { "name": "a cart", "json": { "total": 3, "count": 1 },
            "endpoint": "GET /carts", "expect": { "values": { "total": 3 } } } ]
        """)
    #expect(
      run.output == """
        never noticed:
            User, all 2 lines  c/shop.contract.json:5:13
        some changes of 2 other lines are not noticed: --verbose lists them
        2 of 4 lines matter: 6 of 24 changes are noticed, 0 by 0 payloads, 6 by 1 example

        """)
  }

  @Test("--min-strength fails a contract in which fewer lines matter", arguments: [50, 51])
  func least(percent: Int) throws {
    let run = try Self.run(["DIR/c", "DIR/x.ndjson", "--min-strength", "\(percent)"])
    #expect(run.exitCode == (percent > 50 ? .violations : .success))
    #expect(
      run.errors == (percent > 50 ? "contractcheck: fewer than 51 % of the lines matter\n" : ""))
  }

  @Test("Without an example and a payload nothing is checked")
  func nothing() throws {
    let run = try Self.run(["DIR/c"])
    #expect(run.exitCode == .nothingChecked)
    #expect(
      run.errors
        == "contractcheck: there is no example and no payload, so nothing could notice a change\n")
  }

  @Test("Payloads without an endpoint, and unreadable inputs, are reported if nothing is checked")
  func noPayload() throws {
    let bare = try Self.run(["DIR/c", "DIR/1.json"], ["1.json": #"{"id":1}"#])
    #expect(bare.exitCode == .nothingChecked)
    #expect(
      bare.errors == """
        contractcheck: there is no example and no payload, so nothing could notice a change; 1 record of no endpoint, bare bodies need --as

        """)
    let named = try Self.run(["DIR/c", "DIR/1.json", "--as", "User"], ["1.json": #"{"id":1}"#])
    #expect(named.exitCode == .success)
    #expect(named.output.contains("\n2 of 4 lines matter: "))
    #expect(try Self.run(["DIR/c", "DIR/none.ndjson"]).exitCode == .unreadableInput)
  }

  @Test("Control characters in the name of a contract's file are shown as code points")
  func unsafe() throws {
    let contract = Self.contract.replacing("EXAMPLES", with: "")
    let run = try CommandRun(
      ["mutate", "DIR/c", "DIR/x.ndjson"],
      in: ["c/s\u{1b}[31m.contract.json": contract, "x.ndjson": Self.record])
    #expect(run.output.contains("  c/s<U+001B>[31m.contract.json:8:33  "), "\(run.output)")
    #expect(!run.output.contains("\u{1b}"))
  }

  @Test("A capture that cannot be read is reported, and the rest is used")
  func unreadable() throws {
    let run = try Self.run(["DIR/c", "DIR/x.ndjson", "DIR/none.ndjson"])
    #expect(run.exitCode == .unreadableInput)
    #expect(run.output.contains("\n2 of 4 lines matter: "))
    #expect(run.errors == "contractcheck: none.ndjson: cannot be read: no such file or folder\n")
  }
}
