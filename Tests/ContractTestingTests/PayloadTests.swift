import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("A contract generates payloads with values of the test", .freshStore)
struct PayloadTests {
  private let groups = Result { try Contract("groups") }

  /// The payload, so that a failure shows it.
  private func text(_ type: String, _ values: PropertyValues = [:]) throws -> String {
    try groups.get().payload(as: type, values).string
  }

  private func refusal(_ type: String, _ values: PropertyValues) -> String {
    complaint { _ = try text(type, values) }
  }

  @Test("Other members have their simplest values")
  func canonical() throws {
    #expect(
      try text("Avatar") == #"{"id":1,"file_url":"a"}"#)
    #expect(
      try text("Avatar", ["remoteId": 123]) == #"{"id":123,"file_url":"a"}"#)
    #expect(
      try text("Group", ["avatar": nil, "name": "g\"\u{e9}"])
        == #"{"id":1,"name":"g\"é","avatar":null}"#)
  }

  @Test("Values are written as the line reads them")
  func inverse() throws {
    #expect(
      try text("Location", ["latitude": 40.5, "longitude": -3])
        == #"{"latitude":"40.5","longitude":"-3"}"#)
    #expect(
      try text("Country", ["countryId": 7]) == #"{"countryid":"7","countryname":"a"}"#)
    let articles = try Contract("articles")
    let day = Date(timeIntervalSince1970: 1_325_376_000)
    let article = try articles.payload(
      as: "Article", ["createdAt": .date(day), "tags": ["x", "y"], "author": "b"])
    #expect(
      article.string
        == #"{"article":{"title":"a","author":"b","tags":["x","y"],"created_at":"01/01/2012","editor":"d"}}"#
    )
  }

  @Test("Nested objects are canonical too, except for given values")
  func nested() throws {
    #expect(
      try text("Group", ["avatar": ["remoteId": 5]])
        == #"{"id":1,"name":"a","avatar":{"id":5,"file_url":"b"}}"#)
    #expect(
      try text("Person", ["name": "x", "friends": [["name": "y"], [:]]])
        == #"{"name":"x","type":"Boy","friends":[{"name":"y","type":"Boy"},{"name":"b","type":"Boy"}]}"#
    )
    #expect(
      try text("Person", ["friends": []]) == #"{"name":"a","type":"Boy","friends":[]}"#)
  }

  @Test("Lists, endpoints and values of a key are written by name")
  func wholes() throws {
    #expect(try text("[Avatar]") == #"[{"id":1,"file_url":"a"}]"#)
    #expect(try text("[Avatar]", ["remoteId": 7]) == #"[{"id":7,"file_url":"a"}]"#)
    #expect(try text("Set<Avatar>") == #"[{"id":1,"file_url":"a"}]"#)
    #expect(try text("GET /groups/avatars", ["remoteId": 7]) == #"[{"id":7,"file_url":"a"}]"#)
    #expect(
      try text("avatar: Avatar", ["avatar": ["remoteId": 7]])
        == #"{"avatar":{"id":7,"file_url":"a"}}"#)
    let contract = try groups.get()
    #expect(
      try contract.payload(as: "[Avatar]", [["remoteId": 7], [:]]).string
        == #"[{"id":7,"file_url":"a"},{"id":2,"file_url":"b"}]"#)
    #expect(try contract.payload(as: "[Avatar]", [] as [PropertyValues]).string == "[]")
    #expect(
      complaint { _ = try contract.payload(as: "Avatar", [["remoteId": 7]]) } == """
        "Avatar" is no list
          a list of it is "[Avatar]"
        """)
    #expect(
      refusal("[Avatr]", [:]) == """
        the contract "groups" has no "Avatr"
          did you mean "Avatar"?
        """)
    #expect(
      refusal("[Avatar]", ["remoteID": 7]) == """
        "Avatar" has no property "remoteID" at [0]
          did you mean "remoteId"?
        """)
  }

  @Test("Payloads contain each case's discriminator and type")
  func cases() throws {
    #expect(
      try text("Girl", ["name": "x"]).contains(#""type":"Girl""#))
    #expect(
      try text("Envelope", ["status": true, "message": " Sports", "items": [["name": "golf"]]])
        == #"{"Status":true,"Message":" Sports","items":[{"sportId":1,"sport":"golf"}]}"#)
  }

  @Test("An unknown property is an error with the nearest name")
  func unknownProperty() {
    #expect(
      refusal("Avatar", ["remoteID": 1]) == """
        "Avatar" has no property "remoteID"
          did you mean "remoteId"?
        """)
    #expect(
      refusal("Group", ["avatar": ["fileUrl": "a"]]) == """
        "Avatar" has no property "fileUrl" at avatar
          did you mean "fileUrlString"?
        """)
    #expect(
      refusal("Avatr", [:]) == """
        the contract "groups" has no mapping "Avatr"
          did you mean "Avatar"?
        """)
  }

  @Test("A value of another type is an error")
  func wrongType() {
    #expect(
      refusal("Avatar", ["remoteId": "7"])
        == #"the property remoteId: expected Int, found the string "7""#)
    #expect(
      refusal("Avatar", ["remoteId": nil]) == "the property remoteId: expected Int, found nil")
    #expect(
      refusal("Group", ["avatar": 5]) == "the property avatar: expected Avatar?, found 5")
    #expect(
      refusal("Person", ["friends": [["name": 1.5]]])
        == "the property friends[0].name: expected String, found 1.5")
    #expect(
      refusal("Avatar", ["fileUrlString": .date(Date())])
        == "the property fileUrlString: expected String, found a date")
  }

  @Test("A value that the contract rejects is an error with a reason")
  func refused() {
    #expect(
      refusal("Location", ["latitude": 91]) == """
        the contract refuses the Location with these values
          error[out-of-range] at latitude: "91" is outside -90...90
          the payload is {"latitude":"91","longitude":"11"}
        """)
  }

  @Test("Contradictory values for one identity are an error")
  func contradiction() throws {
    let files = [
      "a.contract.json": """
      { "contract": 1, "mappings": { "A": { "identifiedBy": "id",
        "map": { "id": "Int", "n": "Int", "other?": "A" } } } }
      """
    ]
    let trial = try Trial(files)
    let contract = try Contract("a", filePath: trial.filePath)
    #expect(
      try contract.payload(as: "A", ["other": ["id": 2, "n": 5]]).string
        == #"{"id":1,"n":10,"other":{"id":2,"n":5}}"#)
    #expect(
      complaint { _ = try contract.payload(as: "A", ["n": 4, "other": ["id": 1, "n": 5]]) } == """
        the property n: expected 4, the payload gives 5
          the payload is {"id":1,"n":4,"other":{"id":1,"n":5}}
        """)
  }

  @Test("nil omits an optional key that is not nullable, at any depth")
  func absent() throws {
    let trial = try Trial([
      "a.contract.json": """
      { "contract": 1, "mappings": { "A": { "map": { "a.b?": "b: Int", "a.c?": "c: Int?" } } } }
      """
    ])
    let contract = try Contract("a", filePath: trial.filePath)
    #expect(try contract.payload(as: "A").string == #"{"a":{"b":10,"c":11}}"#)
    #expect(try contract.payload(as: "A", ["b": nil]).string == #"{"a":{"c":11}}"#)
    #expect(try contract.payload(as: "A", ["c": nil]).string == #"{"a":{"b":10,"c":null}}"#)
  }

  @Test("Values of all kinds are written and read back")
  func kinds() throws {
    let files = [
      "a.contract.json": """
      { "contract": 1, "mappings": { "A": { "map": {
        "date": "date: Date(seconds)", "iso": "iso: Date(iso8601)", "url": "URL", "uuid": "UUID",
        "data": "Data(base64)", "float": "Float", "decimal": "Decimal", "u8": "UInt8",
        "kind": "'a' | 'b' | 3", "any": "Any", "set": "Set<Int>", "by": "by: [String: Int]",
        "a.b": "c.d: Bool", "deep": "c: C", "checked": "'x'" } },
        "C": { "map": { "e": "Int" } } } }
      """.replacingOccurrences(of: #""checked": "'x'""#, with: #""checked": { "type": "'x'" }"#)
    ]
    let trial = try Trial(files)
    let contract = try Contract("a", filePath: trial.filePath)
    let payload = try contract.payload(
      as: "A",
      [
        "date": .date(Date(timeIntervalSince1970: 5)), "iso": "2012-01-01T00:00:00Z",
        "url": .url(#require(URL(string: "https://a.b/c?d"))),
        "uuid": "00000000-0000-0000-0000-00000000000A", "data": .data(Data([1, 2])),
        "float": 0.1, "decimal": 1.10, "u8": 255, "kind": "b", "any": ["x": [1, nil, true]],
        "set": [2, 1], "by": ["one": 1],
      ])
    #expect(payload.document.root["checked"]?.string == "x")
    #expect(payload.document.root["any"]?.text() == #"{"x":[1,null,true]}"#)
    #expect(payload.document.root["date"]?.text() == "5")
    var store = ObjectStore()
    let object = try payload.insert(into: &store)
    #expect(object["decimal"] == .decimal(Decimal(string: "1.1")!))
    #expect(object["u8"] == .uint(255))
    #expect(object["kind"] == .string("b"))
    #expect(object["float"] == .float(0.1))
    let tooLarge = complaint { _ = try contract.payload(as: "A", ["u8": 256]) }
    #expect(tooLarge.hasPrefix("the contract refuses the A with these values\n"), "\(tooLarge)")
    #expect(
      complaint { _ = try contract.payload(as: "A", ["kind": "c"]) }
        == #"the property kind: expected 'a' | 'b' | 3, found the string "c""#)
    #expect(
      complaint { _ = try contract.payload(as: "A", ["any": [.double(.infinity)]]) }
        == "the property any: expected Any, found an array")
  }

  @Test("A payload is inserted as its object")
  func insert() throws {
    var store = ObjectStore()
    let avatar = try groups.get().payload(as: "Avatar", ["remoteId": 123])
    #expect(try avatar.insert(into: &store)["remoteId"] == .int(123))
    let again = try groups.get().payload(
      as: "Avatar", ["remoteId": 123, "fileUrlString": "new.png"])
    #expect(try again.insert(into: &store)["fileUrlString"] == .string("new.png"))
    #expect(store.count(ofType: "Avatar") == 1)
  }

  @Test("Every mapping of the package's contracts has a payload")
  func everyMapping() throws {
    for contract in try Contract.all(below: "Contracts") {
      for mapping in contract.mappings {
        let payload = try contract.payload(as: mapping.name.text)
        #expect(payload.document.root.kind == .object, "\(mapping.name)")
      }
    }
  }
}
