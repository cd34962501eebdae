import ContractDiff
import ContractModel
import TestSupport
import Testing

@Suite("A change of a contract is classified by what it breaks")
struct DiffClassTests {
  /// The old and the new line of a response, and the expected findings.
  struct Change: CustomTestStringConvertible, Sendable {
    var old: String
    var new: String
    var told: [String]

    init(_ old: String, _ new: String, _ told: String...) {
      (self.old, self.new, self.told) = (old, new, told)
    }

    var testDescription: String { "\(old) -> \(new)" }
  }

  private static func findings(
    _ old: String, _ new: String, _ rest: (String, String) = ("", "")
  ) throws -> [DiffFinding] {
    let contract = { (lines: String, rest: String) in
      try OneContract.contract(
        """
        { "contract": 1, "endpoints": { "GET /users/:id": "User" }, "mappings": {
          "User": { "identifiedBy": "id", \(rest) "map": { "id": "Int"\(lines.isEmpty ? "" : ", " + lines) } },
          "City": { "map": { "name": "String" } } } }
        """)
    }
    return ContractDiff(
      old: DiffSide([try contract(old, rest.0)]), new: DiffSide([try contract(new, rest.1)]),
      drawnCount: 20
    ).findings
  }

  private static func text(_ finding: DiffFinding) -> String {
    let kind = finding.kind.rawValue
    return finding.witness.map { "\(kind) \($0.payload) | \($0.old) | \($0.new)" } ?? kind
  }

  @Test(
    "Mappings that are named twice on each of many levels take no exponential time",
    .enabled(if: TestDepth.isFull),
    arguments: [("?", 40), ("", 6)])
  func deepLevels(optional: String, levelCount: Int) throws {
    let contract = { (type: String) throws -> Contract in
      let levels = (0..<levelCount).map { level in
        let key = { (name: String) in "\"\(name)\(optional)\": \"\(name): L\(level + 1)\"" }
        return "\"L\(level)\": { \"map\": { \(key("a")), \(key("b")) } }"
      }
      return try OneContract.contract(
        """
        { "contract": 1, "endpoints": { "GET /top": "L0" }, "mappings": {
          \(levels.joined(separator: ",\n")),
          "L\(levelCount)": { "map": { "id": "\(type)" } } } }
        """)
    }
    let findings = ContractDiff(
      old: DiffSide([try contract("Int")]), new: DiffSide([try contract("Int?")]), drawnCount: 4
    ).findings
    #expect(findings.map(\.kind) == [.breaksApps])
    let payload = try #require(findings.first?.witness?.payload)
    let way = String(repeating: #"{"a":"#, count: levelCount) + #"{"id":null}"#
    if optional.isEmpty {
      #expect(payload.contains(#"{"id":null}"#))
    } else {
      #expect(payload == way + String(repeating: "}", count: levelCount))
    }
  }

  @Test("A difference behind a part that fills the payload is found")
  func behindLargePart() throws {
    let contract = { (type: String) throws -> Contract in
      let levels = (0..<6).map { level in
        "\"L\(level)\": { \"map\": { \"a\": \"a: L\(level + 1)\", \"b\": \"b: L\(level + 1)\" } }"
      }
      let texts = (0..<30).map { "\"t\($0)\": \"t\($0): String\"" }.joined(separator: ", ")
      return try OneContract.contract(
        """
        { "contract": 1, "endpoints": { "GET /top": "Top" }, "mappings": {
          "Top": { "map": { "large?": "large: L0", "last?": "last: Last" } },
          \(levels.joined(separator: ",\n")),
          "L6": { "map": { \(texts), "last?": "last: Last" } },
          "Last": { "map": { "id": "\(type)" } } } }
        """)
    }
    let findings = ContractDiff(
      old: DiffSide([try contract("Int")]), new: DiffSide([try contract("Int?")]), drawnCount: 0
    ).findings
    #expect(
      findings.map(Self.text) == [
        #"breaks-apps {"last":{"id":null}} | refuses it: null-value at last.id | id = null"#
      ])
  }

  @Test("If one endpoint skips rejected elements, another endpoint that breaks is still reported")
  func otherEndpoint() throws {
    let contract = { (type: String) in
      try OneContract.contract(
        """
        { "contract": 1,
          "endpoints": {
            "GET /list": { "items": { "to": "items", "type": "[User]", "elements": "skip" } },
            "GET /one": "Page" },
          "mappings": {
            "User": { "map": { "mail": "\(type)" } }, "Page": { "map": { "user": "User" } } } }
        """)
    }
    let diff = ContractDiff(
      old: DiffSide([try contract("String")]), new: DiffSide([try contract("String?")]))
    #expect(
      diff.findings.map { "\($0.kind.rawValue) \($0.witness?.target ?? "")" } == [
        "breaks-apps GET /one", "changes-meaning GET /list",
      ])
  }

  @Test(
    "A payload keeps an optional member that leads to the difference, or that distinguishes cases"
  )
  func leftOut() throws {
    let contract = { (name: String, zip: String) in
      try OneContract.contract(
        """
        { "contract": 1, "endpoints": { "GET /users": "User" },
          "mappings": {
            "User": { "map": { "id": "Int", "home?": "Address", "work?": "Firm" },
              "cases": [ { "exists": "work", "use": { "name": "\(name)" } } ],
              "else": { "nick?": "String" } },
            "Address": { "map": { "city?": "City" } }, "City": { "map": { "zip": "\(zip)" } },
            "Firm": { "map": { "title?": "String" } } } }
        """)
    }
    let diff = ContractDiff(
      old: DiffSide([try contract("String", "String")]),
      new: DiffSide([try contract("String?", "Int")]))
    #expect(
      diff.findings.map { "\($0.kind.rawValue) \($0.witness?.payload ?? "")" } == [
        #"breaks-apps {"id":10,"work":{},"name":null}"#,
        #"breaks-apps {"id":10,"home":{"city":{"zip":11}},"work":{},"name":"b"}"#,
        #"breaks-servers {"id":10,"home":{"city":{"zip":"a"}},"work":{},"name":"c"}"#,
      ])
  }

  static let changes: [Change] = [
    Change(
      #""mail": "String""#, #""mail": "String?""#,
      #"breaks-apps {"id":1,"mail":null} | refuses it: null-value at mail | mail = null"#),
    Change(
      #""mail": "String""#, #""mail?": "String""#,
      #"breaks-apps {"id":1} | refuses it: missing-key at mail | mail is not set"#),
    Change(
      #""mail?": "String""#, #""mail": "String""#,
      #"breaks-servers {"id":1} | mail is not set | refuses it: missing-key at mail"#),
    Change("", #""nick?": "String""#, "compatible"),
    Change(#""nick?": "String""#, "", "compatible"),
    Change(
      "", #""nick": "String""#,
      #"breaks-servers {"id":1} | takes it, and maps nothing at nick | refuses it: missing-key at nick"#
    ),
    Change(
      #""at": "Date(seconds)""#, #""at": "Date(milliseconds)""#,
      #"breaks-apps {"id":1,"at":946684800000} | refuses it: out-of-range at at | at = "2000-01-01T00:00:00Z""#,
      #"changes-meaning {"id":1,"at":1} | at = "1970-01-01T00:00:01Z" | at = "1970-01-01T00:00:00.001Z""#
    ),
    Change(
      #""state": "'a' | 'b'""#, #""state": "'a' | 'b' | 'c'""#,
      #"breaks-apps {"id":1,"state":"c"} | refuses it: not-a-case at state | state = "c""#),
    Change(
      #""state": "'a' | String""#, #""state": "'a' | 'b' | String""#, "compatible"),
    Change(
      #""age": "Int 0...99""#, #""age": "Int 0...150""#,
      #"breaks-apps {"id":1,"age":100} | refuses it: out-of-range at age | age = 100"#),
    Change(
      #""title": "title: String""#, #""title": "headline: String""#,
      #"changes-meaning {"id":1,"title":"a"} | title = "a" | headline = "a""#),
    Change(
      #""name": "title: String""#, #""title": "title: String""#,
      #"breaks-apps {"id":1,"title":"a"} | refuses it: missing-key at name | takes it, and maps nothing at name"#,
      #"breaks-servers {"id":1,"name":"a"} | takes it, and maps nothing at title | refuses it: missing-key at title"#
    ),
    Change(
      #""n": "Int""#, #""n": "Double""#,
      #"breaks-apps {"id":1,"n":9223372036854775808} | refuses it: lossy-number at n | n = 9.223372036854776e+18"#,
      #"breaks-servers {"id":1,"n":9007199254740993} | n = 9007199254740993 | refuses it: lossy-number at n"#
    ),
    Change(
      #""score?": "score: Int = 1""#, #""score?": "score: Int = 2""#,
      #"changes-meaning {"id":1} | score = 1 | score = 2"#),
    Change(
      #""city?": "City""#, #""city?": "[City]""#,
      #"breaks-apps {"id":1,"city":[]} | refuses it: wrong-type at city | city = []"#,
      #"breaks-servers {"id":1,"city":{"name":"a"}} | city = City | refuses it: wrong-type at city"#
    ),
    Change(
      #""list?": { "to": "list", "type": "[City]", "elements": "fail" }"#,
      #""list?": { "to": "list", "type": "[City]", "elements": "skip" }"#, "compatible"),
    Change(
      #""list?": { "to": "list", "type": "[City]" }"#,
      #""list?": { "to": "list", "type": "[City]", "assign": "union" }"#, "compatible"),
    Change(#""mail": "String""#, #""mail": { "to": "mail", "type": "String", "note": "a" }"#),
  ]

  @Test("A change of a line is reported with a payload", arguments: changes)
  func lines(change: Change) throws {
    let found = try Self.findings(change.old, change.new).map(Self.text)
    #expect(found == change.told)
  }

  @Test("An added key breaks apps that accept no unknown keys")
  func closed() throws {
    let closed = #""unknownKeys": "error","#
    let found = try Self.findings("", #""nick?": "String""#, (closed, closed))
    #expect(
      found.map(Self.text) == [
        #"breaks-apps {"id":1,"nick":"a"} | refuses it: unknown-key at nick | nick = "a""#
      ])
  }

  @Test("A changed identity is reported as a change of meaning", arguments: [0, 100])
  func identity(drawnCount: Int) throws {
    let contract = { (identity: String) in
      try OneContract.contract(
        """
        { "contract": 1, "endpoints": { "GET /users": "[User]" }, "mappings": {
          "User": { "identifiedBy": "\(identity)", "map": { "id": "Int", "uuid": "Int" } } } }
        """)
    }
    let found = ContractDiff(
      old: DiffSide([try contract("id")]), new: DiffSide([try contract("uuid")]),
      drawnCount: drawnCount
    )
    .findings
    #expect(found.map(\.kind) == [.changesMeaning])
    #expect(found.first?.place.change == "identifiedBy id -> uuid")
    let words = found.first?.witness.map { [$0.old, $0.new].sorted() }
    #expect(words == ["[1] is another User", "[1] is the same User as [0]"])
  }

  @Test("An old app breaks where a new server rejects the old app's requests")
  func requests() throws {
    let contract = { (query: String, body: String) in
      try OneContract.contract(
        """
        { "contract": 1, "endpoints": { "GET /users": "[User]" },
          "requests": { "POST /users": { "body": "Draft" }, "GET /users": { "query": { \(query) } } },
          "mappings": { "User": { "map": { "id": "Int" } }, "Draft": { "map": { \(body) } } } }
        """)
    }
    let found = ContractDiff(
      old: DiffSide([
        try contract(#""page?": "page: Int(string)""#, #""name": "String""#)
      ]),
      new: DiffSide([
        try contract(
          #""page": "page: Int(string)""#, #""name": "String", "mail": "String""#)
      ])
    ).findings
    let told = found.map { "\($0.kind.rawValue) \($0.place.title) \($0.witness?.target ?? "")" }
    #expect(
      told == [
        "breaks-apps request GET /users.page request GET /users",
        "breaks-apps Draft.mail request POST /users",
      ])
  }

  @Test("An inherited line counts like a line of the mapping itself")
  func extending() throws {
    let one = try OneContract.of(
      mappings: #""A": { "map": { "id": "Int", "name": "String" } }"#)
    let other = try OneContract.of(
      mappings: """
        "Base": { "map": { "id": "Int" } }, "A": { "extends": "Base", "map": { "name": "String" } }
        """)
    let found = ContractDiff(old: DiffSide([one]), new: DiffSide([other])).findings
    #expect(
      found.map { "\($0.kind) \($0.place.title) \($0.place.change)" } == [
        "compatible Base added the mapping"
      ])
  }
}
