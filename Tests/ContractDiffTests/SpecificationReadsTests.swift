import ContractDiff
import ContractModel
import DiffLaws
import FaultTolerance
import JSONParsing
import TestSupport
import Testing

@Suite("What an app reads is checked against a specification")
struct SpecificationReadsTests {
  /// A specification in the form that `import` drafts.
  private static let specification = """
    { "contract": 1, "host": "api.example", "basePath": "/v2",
      "endpoints": {
        "GET /users/:id(Int) -> 200": "User",
        "GET /users -> 200": "UserPage",
        "GET /users -> 202": { "job": "String" },
        "GET /users/:id(Int) -> 404": { "@mimeType": "application/problem+json", "": "Problem" },
        "GET /feed -> 200": "[Entry]",
        "DELETE /users/:id(Int) -> 204": null,
        "event user.changed": "User?",
      },
      "mappings": {
        "UserPage": { "map": { "items": "[User]", "next?": "next: URL?", "total": "Int32 0..." } },
        "User": { "map": {
          "id": "Int", "number": "String", "name": "String", "nick?": "String", "mail": "String?",
          "state": "'on' | 'off'", "role": "'admin' | String", "free": "String", "score": "Double",
          "born_on?": "bornOn: Date('yyyy-MM-dd')", "joined": "Date(iso8601)", "home?": "URL",
          "owner?": "User?", "tags": "[String]", "colors": "['red' | 'blue']", "labels": "[String: String]",
          "meta": "Any?", "flag": "Int", "mixed": "Int | String", "price": "String", "unread": "Bool",
        } },
        "Entry": { "switch": "type", "cases": { "text": "TextEntry", "photo": "PhotoEntry" } },
        "TextEntry": { "map": { "type": "'text'", "text": "String" } },
        "PhotoEntry": { "map": { "type": "'photo'", "url": "URL", "size?": "Int" } },
        "Problem": { "unknownKeys": "error", "map": { "title": "String", "detail?": "String" } },
      } }
    """

  private static func findings(
    _ endpoints: String, _ mappings: String, _ specification: String = specification,
    drawnCount: Int = 20
  ) throws -> [DiffFinding] {
    let app = try OneContract.contract(
      #"{ "contract": 1, "endpoints": { \#(endpoints) }, "mappings": { \#(mappings) } }"#)
    return ContractDiff(
      app: DiffSide([app]),
      reads: DiffSide([try OneContract.contract(specification)]), drawnCount: drawnCount
    ).findings
  }

  private static func text(_ finding: DiffFinding) -> String {
    let witness = finding.witness.map { "  \($0.payload)  \($0.old)" } ?? ""
    return "\(finding.kind.rawValue) \(finding.place.title)\(witness)"
  }

  // MARK: - Right contracts

  /// A contract that reads what the specification says, each in its own way.
  struct Style: CustomTestStringConvertible, Sendable {
    var name: String
    var endpoints = #""GET /users/:id": "User""#
    var mappings: String
    var testDescription: String { name }
  }

  static let styles = [
    Style(
      name: "texts that are numbers, dates and addresses, and numbers that are truth values",
      mappings: """
        "User": { "identifiedBy": "id", "map": {
          "id": "Int64", "number": "Int(string)", "free": "Date(iso8601)", "price": "Decimal(string)",
          "flag": "Bool(number)", "joined": "String", "home?": "String", "name": "UUID" } }
        """),
    Style(
      name: "optional reads with defaults",
      mappings: """
        "User": { "map": {
          "id": "Int", "nick?": "nick: String = 'none'", "mail": "String?", "number?": "String?",
          "home?": { "to": "home", "type": "URL?", "missing": "null" },
          "score?": "score: Double = 1.5", "owner?": "owner: User?" } }
        """),
    Style(
      name: "other names, key paths, and a mapping in another",
      endpoints:
        #""GET /v2/users": { "items": "people: [Person]", "total": "count: Int", "next?": "following: String?" }"#,
      mappings: """
        "Person": { "type": "User", "map": { "id": "remoteId: Int", "name": "title: String",
          "tags.0?": "first: String", "labels.de?": "german: String", "owner.name?": "ownerName: String" } }
        """),
    Style(
      name: "lists with a fallback, lists that name more, and closed lists of what is closed",
      mappings: """
        "User": { "map": { "state": "'on' | 'off' | 'gone'", "role": "'admin' | 'guest' | String",
          "colors": "['red' | 'blue' | 'green']", "free": "'a' | String", "mixed": "Int | String" } }
        """),
    Style(
      name: "cases, by key and by what is there",
      endpoints: #""GET /feed": "[Entry]""#,
      mappings: """
        "Entry": { "switch": "type", "cases": { "text": { "text": "String" }, "photo": "Photo", "film": "Photo" } },
        "Photo": { "map": { "url": "URL(strict)", "size?": "Int" } }
        """),
    Style(
      name: "cases by kinds and presence, and others left out",
      endpoints: #""GET /feed": "[Entry]""#,
      mappings: """
        "Entry": { "cases": [{ "exists": "text", "use": { "text": "String" } }], "else": "skip" }
        """),
    Style(
      name: "snake case, lenient reading, constraints, and no other keys",
      mappings: """
        "User": { "keys": "snakeCase", "coercion": "lenient", "unknownKeys": "error", "map": {
          "id": "Int 1...9", "name": "String length 3...5", "bornOn?": "Date('yyyy-MM-dd')", "number": "String",
          "tags": "[String length 1...3] count 1...2 unique", "price": "String matches /^[0-9]$/" } }
        """),
    Style(
      name: "what the specification leaves open",
      mappings: """
        "User": { "map": { "meta": "Meta?", "meta.x?": "x: Int", "labels": "[String: String]", "labels.en": "english: String",
          "labels.de?": "german: String" } },
        "Meta": { "map": { "a": "Int", "b": "[String]" } }
        """),
    Style(
      name: "a header, the path and the error of an endpoint, and an event",
      endpoints: """
        "GET /users/:id(Int)": { "": "user: User", "@header.ETag": "etag: String", "@path.id": "asked: Int(string)" },
        "GET /users/:id -> 404": { "title": "message: String", "detail?": "String" },
        "DELETE /users/:id -> 204": null,
        "event user.changed": "User?"
        """,
      mappings: #""User": { "map": { "id": "id: Int equals @path.id" } }"#),
    Style(
      name: "a base and what extends it, narrow numbers, sets, and a list or its object",
      endpoints:
        #""GET /users/:id @request.query.full=1": { "@mimeType": "text/html", "": "Full" }, "GET /users": { "items": "[Full] | Full" }"#,
      mappings: """
        "Base": { "identifiedBy": "id", "map": { "id": "UInt32", "owner?": "Base?" } },
        "Full": { "extends": "Base", "map": { "tags": "Set<String>", "flag": "Int8", "labels": "[String: Any]",
          "joined": "Date('yyyy-MM-dd''T''HH:mm:ssZ')", "@document.total?": "total: Int" } }
        """),
    Style(
      name: "elements that are left out",
      mappings: """
        "User": { "map": { "colors": { "to": "colors", "type": "['red']", "elements": "skip" } } }
        """),
  ]

  @Test(
    "A contract that reads what the specification says has no findings",
    .enabled(if: TestDepth.isFull), arguments: styles)
  func right(style: Style) throws {
    let found = try Self.findings(style.endpoints, style.mappings)
    #expect(found.map(Self.text) == [])
  }

  @Test("A deviation that the app accepts by its measured tolerance is not reported")
  func measured() throws {
    let app = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /users/:id": "User" },
        "mappings": { "User": { "map": { "id": "String", "mail": "String" } } } }
      """)
    var tolerance = MeasuredTolerance(of: app)
    tolerance.note(.takes, to: .null, of: "User.mail", as: "User")
    let diff = ContractDiff(
      app: DiffSide([app], tolerances: [tolerance]),
      reads: DiffSide([try OneContract.contract(Self.specification)]), drawnCount: 20)
    #expect(diff.findings.map { "\($0.kind) \($0.place.title)" } == ["type User.id"])
  }

  // MARK: - Wrong ones

  static let wrong: [(line: String, told: [String])] = [
    (#""gone": "String""#, [#"missing User.gone  {…}  refuses it: missing-key at gone"#]),
    (#""gone?": "String""#, ["unspecified User.gone"]),
    (#""nick": "String""#, [#"optional User.nick  {…}  refuses it: missing-key at nick"#]),
    (#""mail": "String""#, [#"null User.mail  {…}  refuses it: null-value at mail"#]),
    (
      #""owner": "Owner""#,
      [
        "optional User.owner  {…}  refuses it: missing-key at owner",
        "null User.owner  {…}  refuses it: null-value at owner",
      ]
    ),
    (
      #""owner.id?": "ownerId: String""#,
      ["type User.ownerId  {…}  refuses it: wrong-type at owner.id"]
    ),
    (#""id": "String""#, ["type User.id  {…}  refuses it: wrong-type at id"]),
    (#""tags": "String""#, ["type User.tags  {…}  refuses it: wrong-type at tags"]),
    (#""tags": "[Int]""#, ["type User.tags  {…}  refuses it: wrong-type at tags[0]"]),
    (#""score": "Int""#, ["type User.score  {…}  refuses it: lossy-number at score"]),
    (#""mixed": "Int""#, ["type User.mixed  {…}  refuses it: wrong-type at mixed"]),
    (
      #""joined": "Date('dd.MM.yyyy')""#,
      ["type User.joined  {…}  refuses it: cannot-coerce at joined"]
    ),
    (
      #""born_on?": "Date(seconds)""#, ["type User.born_on  {…}  refuses it: wrong-type at born_on"]
    ),
    (#""state": "'on'""#, [#"list User.state  {…}  refuses it: not-a-case at state"#]),
    (#""colors": "['red']""#, [#"list User.colors  {…}  refuses it: not-a-case at colors[0]"#]),
    (#""role": "'admin'""#, [#"open-list User.role  {…}  refuses it: not-a-case at role"#]),
    (#""free": "'a' | 'b'""#, [#"open-list User.free  {…}  refuses it: not-a-case at free"#]),
    (#""meta": "Int""#, []),
    (#""labels": "[String: Int]""#, ["type User.labels  {…}  refuses it: wrong-type at labels.a"]),
  ]

  @Test("A contradicting line is reported with a payload that the app rejects", arguments: wrong)
  func lines(line: String, told: [String]) throws {
    let found = try Self.findings(
      #""GET /users/:id": "User""#,
      #""User": { "map": { "unread": "Bool", \#(line) } }, "Owner": { "map": { "id": "Int" } }"#,
      // A recursive object draws its keys only by chance.
      drawnCount: line.contains("owner") ? 100 : 20)
    #expect(found.map { Self.text($0).replacing(/\{.*\}/, with: "{…}") } == told)
    for finding in found {
      guard let witness = finding.witness else { continue }
      #expect(witness.sender == .new && !witness.isRequest)
      #expect(witness.payload.contains(#""unread":"#))
      #expect(finding.isRight)
    }
  }

  @Test("Recursive mappings are checked, too")
  func circles() throws {
    let found = try Self.findings(
      #""GET /a": "Comment""#,
      """
      "Comment": { "map": { "text?": "String", "by?": "Author?", "replies?": "[Reply]", "first?": "Reply?" } },
      "Reply": { "map": { "text": "String", "by": "Author", "replies": "[Any]" } },
      "Author": { "map": { "name": "Int" } }
      """,
      """
      { "contract": 1, "endpoints": { "GET /a -> 200": "Comment" }, "mappings": {
        "Comment": { "map": { "text?": "String", "by": "User?", "replies?": "[Comment]", "first?": "Comment" } },
        "User": { "map": { "name": "String", "last?": "Comment" } } } }
      """, drawnCount: 100)
    #expect(
      found.map { "\($0.kind) \($0.place.title)" } == [
        "optional Reply.text", "optional Reply.replies", "null Reply.by", "type Author.name",
      ])
  }

  @Test("A case of the specification that the app lacks is reported at the app's cases")
  func cases() throws {
    let found = try Self.findings(
      #""GET /feed": "[Entry]""#,
      #""Entry": { "switch": "type", "cases": { "text": { "text": "String" } } }"#)
    #expect(
      found.map(Self.text) == [#"list Entry  [{"type":"photo"}]  refuses it: no-case at [0]"#])
  }

  @Test("A key that an object without required keys lacks is optional, and not missing")
  func emptyObjects() throws {
    let found = try Self.findings(
      #""GET /a": { "items": "[Label]" }"#, #""Label": { "map": { "id": "Int", "gone": "Int" } }"#,
      """
      { "contract": 1, "endpoints": { "GET /a -> 200": "Page" }, "mappings": {
        "Page": { "map": { "items": "[Label]" } }, "Label": { "map": { "id?": "Int", "name?": "String" } } } }
      """)
    #expect(
      found.map { "\($0.kind) \($0.place.title)" } == ["missing Label.gone", "optional Label.id"])
  }

  @Test("An endpoint that the specification does not have is only information")
  func endpoints() throws {
    let found = try Self.findings(
      #""GET /none": "[Int]", "POST /users": "User", "event other": "User""#,
      #""User": { "map": { "id": "Int" } }"#)
    #expect(
      found.map(Self.text) == [
        "unspecified GET /none", "unspecified POST /users", "unspecified event other",
      ])
  }

  @Test(
    "A parameter of the specification covers a literal segment, unless another path is nearer"
  )
  func paths() throws {
    let specification = """
      { "contract": 1, "endpoints": { "GET /users/:id -> 200": { "a": "Int" }, "GET /users/me -> 200": { "b": "Int" } } }
      """
    let kinds = { (path: String) in
      try Self.findings(#""GET \#(path)": { "a": "Int" }"#, "", specification).map(\.kind)
    }
    #expect(try kinds("/users/7") == [])
    #expect(try kinds("/users/me") == [.missing])
    #expect(try kinds("/users/:name") == [])
  }
}
