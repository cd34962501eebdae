import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("An event says what happened, where, and with which values")
struct EventTests {
  private static let user = """
    "User": { "identifiedBy": "id",
              "map": { "id": "Int", "name?": "String", "city?": "City", "tags?": "[Int]" } },
    "City": { "map": { "name": "String" } }
    """

  private func event(
    _ result: MappingResult, _ description: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> MappingEvent {
    try #require(
      result.events.first { $0.description == description },
      "\(result.events.map(\.description))", sourceLocation: sourceLocation)
  }

  // MARK: - Where

  @Test("The bytes and the JSON are those of the value as it was written")
  func bytes() throws {
    let text =
      #" { "id" : 1.0e0 , "name":"\u0041\/" , "city" : { "name" : "Ulm" } , "tags": [ 1 ] }"#
    let result = try Sample(Self.user, as: "User").map(text)
    func written(_ description: String) throws -> [String?] {
      let event = try event(result, description)
      let range = try #require(event.byteRange)
      #expect(event.json?.byteRange == range)
      return [event.json?.rawText, String(decoding: Array(text.utf8)[range], as: UTF8.self)]
    }
    #expect(try written("id -> id") == ["1.0e0", "1.0e0"])
    #expect(try written("name -> name") == [#""\u0041\/""#, #""\u0041\/""#])
    #expect(try event(result, "name -> name").string == "A/")
    #expect(try written("city -> city") == [#"{ "name" : "Ulm" }"#, #"{ "name" : "Ulm" }"#])
    #expect(try written("tags -> tags") == ["[ 1 ]", "[ 1 ]"])
    #expect(try event(result, "id -> id").source?.description == "id")
    #expect(try event(result, "id -> id").property?.description == "id")
  }

  @Test("A byte order mark in front shifts every byte by three")
  func byteOrderMark() throws {
    let result = try Sample(Self.user, as: "User").map("\u{feff}{\"id\":1}")
    #expect(try event(result, "id -> id").byteRange == 9..<10)
    #expect(result.violations == [])
  }

  @Test("A missing key is reported at its object, with the position that it would have")
  func missing() throws {
    let sample = try Sample(
      #""A": { "map": { "id": "Int", "meta.page.total": "total: Int", "x?": "Int" } }"#, as: "A")
    let result = try sample.map(#"{"id": 1, "meta": {"pages": 3}}"#)
    let missing = try event(result, "missing meta.page.total")
    #expect(missing.isMissing)
    #expect(missing.json?.rawText == #"{"pages": 3}"#)
    #expect(missing.value == nil)
    // The violation points at the opening bracket alone.
    #expect(missing.violation?.byteRange == 18..<19)
    #expect(missing.violation?.path.description == "meta.page.total")
    let optional = try event(result, "missing x")
    #expect(optional.isMissing && optional.violation == nil)
    #expect(optional.byteRange == 0..<31)
  }

  @Test("Each violation in an array is at its own element")
  func elements() throws {
    let result = try Sample(Self.user, as: "User").map(#"{"id":1,"tags":[1,"a",2,null]}"#)
    #expect(result.violations.map(\.byteRange) == [18..<21, 24..<28])
    #expect(
      result.violations.map(\.expected.description)
        == ["wrong-type at tags[1]", "null-value at tags[3]"])
    // The line has one event, without a violation of its own.
    let terminal = result.events.filter { $0.isTerminal && $0.line?.source.description == "tags" }
    #expect(terminal.map(\.description) == ["coercionFailed tags"])
    #expect(terminal.first?.violation == nil)
  }

  @Test("A violation knows its line of the contract and the position")
  func line() throws {
    let result = try Sample(Self.user, as: "User").map(#"{"id": "1"}"#)
    let violation = try #require(result.violations.first)
    #expect(violation.line?.source.description == "id")
    #expect(violation.origin.path == "main.contract.json")
    #expect(violation.origin == violation.line?.origin)
    #expect(violation.origin.range.isEmpty == false)
  }

  // MARK: - Values

  @Test("The event of a second mapping has the old value of the property")
  func oldValues() throws {
    let sample = try Sample(Self.user, as: "User")
    var store = ObjectStore()
    let first = try sample.map(#"{"id": 1, "name": "a", "tags": [1]}"#, into: &store)
    #expect(try event(first, "name -> name").oldValue == nil)
    let second = try sample.map(#"{"id": 1, "name": "b", "tags": [1]}"#, into: &store)
    let name = try event(second, "name -> name")
    #expect(name.name == .set)
    #expect([name.oldValue, name.value] == [.string("a"), .string("b")])
    let tags = try event(second, "tags -> tags")
    #expect(tags.name == .unchanged)
    #expect(tags.oldValue == .array(MappedCollection([.int(1)])))
    #expect(tags.value == tags.oldValue)
    let missing = try event(second, "missing city")
    #expect([missing.oldValue, missing.value] == [nil, nil])
    // A result keeps its own version of the store.
    #expect(first.objects.first?["name"] == .string("a"))
    #expect(second.objects.first?["name"] == .string("b"))
  }

  @Test("The second mention of an object in a payload knows the values of the first")
  func secondMention() throws {
    let result = try Sample(Self.user, as: "[User]").map(
      #"[{"id": 1, "name": "a"}, {"id": 1, "name": "b"}]"#)
    let name = try event(result, "[1].name -> name")
    #expect([name.oldValue, name.value] == [.string("a"), .string("b")])
    #expect(try event(result, "identityConflict [1].name").violation?.severity == .warning)
    #expect(try event(result, "[0].name -> name").object == name.object)
  }

  @Test("Different values of two parents for one object are a conflict")
  func parentConflict() throws {
    let sample = try Sample(
      #"""
      "Group": { "map": { "name": "String", "users": "[User]" } },
      "User": { "identifiedBy": "id", "map": { "id": "Int", "@parent.name": "group: String" } }
      """#, as: "[Group]")
    let text =
      #"[{"name": "a", "users": [{"id": 1}]}, {"name": "b", "users": [{"id": 1}]}]"#
    let result = try sample.map(text)
    #expect(
      result.events.filter { $0.description.hasSuffix("-> group") }.map(\.value)
        == [.string("a"), .string("b")])
    #expect(result.violations.map(\.expected.description) == ["identity-conflict at [1].name"])
    let same = text.replacing(#""b""#, with: #""a""#)
    #expect(try sample.map(same).violations == [])
  }

  // MARK: - The payload

  @Test("The last of two members with one name is mapped, and the later is noted")
  func duplicateMembers() throws {
    let result = try Sample(Self.user, as: "User").map(#"{"id":1,"id":2}"#)
    #expect(result.objects.first?["id"] == .int(2))
    #expect(try event(result, "id -> id").byteRange == 13..<14)
    let notice = try event(result, "duplicateKey id")
    #expect(notice.byteRange == 8..<12)
    #expect(notice.violation?.rule == .duplicateKey)
    #expect(notice.violation?.severity == .warning)
    #expect(notice.violation?.path.description == "id")
    #expect(notice.isTerminal == false)
    #expect(result.isAdmitted)
    // No value of the first member is left, however deep a key path leads.
    let deep = try Sample(#""A": { "map": { "a.b?": "b: Int", "a.c?": "c: Int" } }"#, as: "A")
    let mapped = try deep.map(#"{"a":{"b":1,"c":2},"a":{"c":3}}"#)
    #expect(mapped.objects.first?["b"] == nil)
    #expect(mapped.objects.first?["c"] == .int(3))
  }

  @Test("Names are equal whatever their escapes")
  func escapedNames() throws {
    let result = try Sample(Self.user, as: "User").map(#"{"id":1,"\u0069d":2}"#)
    #expect(result.objects.first?["id"] == .int(2))
    #expect(result.violations.map(\.rule) == [.duplicateKey])
  }

  @Test("An unpaired surrogate in a value or a name is noted, and read as U+FFFD")
  func loneSurrogate() throws {
    let result = try Sample(Self.user, as: "User").map(#"{"id":1,"name":"a\ud800","\udc00":0}"#)
    #expect(result.objects.first?["name"] == .string("a\u{fffd}"))
    let notices = result.events.filter { $0.name == .loneSurrogate }
    #expect(notices.map(\.path.description) == ["name", "\u{fffd}"])
    #expect(notices.map(\.byteRange) == [15..<24, 25..<33])
    #expect(notices.map(\.violation?.severity) == [.warning, .warning])
    #expect(result.isAdmitted)
  }

  @Test("An aggregate and the object around it know each other's keys")
  func aggregateKeys() throws {
    let sample = try Sample(
      #"""
      "Place": { "map": { "name": "String", "": "location: Location" } },
      "Location": { "map": { "lat": "Double", "lon": "Double" } }
      """#, as: "Place", settings: #""unknownKeys": "error","#)
    #expect(try sample.map(#"{"name": "a", "lat": 1, "lon": 2}"#).violations == [])
    #expect(
      try sample.map(#"{"name": "a", "lat": 1, "lon": 2, "other": 3}"#)
        .violations.map(\.expected.description) == ["unknown-key at other"])
  }

  // MARK: - The exchange

  @Test("Path parameters and headers are mapped by the meaning of their texts")
  func exchange() throws {
    let sample = try Sample(
      #"""
      "User": { "map": { "name": "String", "@path.id": "id: Int", "@header.ETag?": "tag: String",
                         "@header.X-Count?": "count: UInt8", "@header.Last-Modified?": "at: Date" } }
      """#, as: "User", settings: #""coercion": "lenient","#)
    let exchange = MappingExchange(
      request: MappingRequest(pathParameters: ["id": "007", "ID": "8"]),
      response: MappingResponse(headers: [
        "etag": "\"é\\\"", "X-COUNT": "300", "last-modified": "Wed, 21 Oct 2015 07:28:00 GMT",
      ]))
    let result = try sample.map(#"{"name": "a"}"#, exchange: exchange)
    let user = try #require(result.objects.first)
    #expect(user["id"] == .int(7))
    #expect(user["tag"] == .string("\"é\\\""))
    #expect(user["at"] == .date(Instant(seconds: 1_445_412_480)))
    #expect(user["count"] == nil)
    let id = try #require(result.events.first { $0.property?.description == "id" })
    #expect(id.json == nil && id.byteRange == nil)
    #expect(id.path.description == "")
    #expect(
      result.violations.map(\.description)
        == [#"error[lossy-number]: the value of "@header.X-Count" is no UInt8"#])
  }

  @Test("Request headers, query and response headers are kept apart")
  func sides() throws {
    let sample = try Sample(
      #"""
      "Page": { "map": { "@header.Id": "answered: String", "@request.header.Id": "asked: String",
                         "@request.query.Id": "wanted: Int", "@request.query.id?": "other: Int" } }
      """#, as: "Page")
    let exchange = MappingExchange(
      request: MappingRequest(query: ["Id": "7"], headers: ["ID": "a"]),
      response: MappingResponse(headers: ["id": "b"]))
    let page = try #require(try sample.map("{}", exchange: exchange).objects.first)
    #expect(page["answered"] == .string("b"))
    #expect(page["asked"] == .string("a"))
    #expect(page["wanted"] == .int(7))
    #expect(page["other"] == nil)
    let missing = try sample.map("{}").violations.map(\.message)
    #expect(
      missing == [
        #"the key "@header.Id" is missing"#, #"the key "@request.header.Id" is missing"#,
        #"the key "@request.query.Id" is missing"#,
      ])
  }

  @Test("A repeated name is an array, whatever the letter case of headers")
  func repeatedNames() throws {
    let sample = try Sample(
      #"""
      "User": { "map": { "name": "String", "@header.ETag": "tags: [String]",
                         "@request.query.id": "ids: [Int]", "@request.query.one": "one: [Int]",
                         "@request.header.X?": "x: String" } }
      """#, as: "User")
    let exchange = MappingExchange(
      request: MappingRequest(
        query: ["id": "2", "one": "7", "id": "1"], headers: ["x": "a", "X": "b"]),
      response: MappingResponse(headers: ["etag": "c", "Other": "d", "ETAG": "b", "eTag": "a"]))
    let result = try sample.map(#"{"name": "a"}"#, exchange: exchange)
    let user = try #require(result.objects.first)
    #expect(user["tags"]?.elements == [.string("c"), .string("b"), .string("a")])
    #expect(user["ids"]?.elements == [.int(2), .int(1)])
    #expect(user["one"]?.elements == [.int(7)])
    #expect(
      result.violations.map(\.description)
        == [#"error[wrong-type]: the value of "@request.header.X" is no String"#])
  }

  @Test("The violation of a value outside the payload names the constraint, not the value")
  func exchangeConstraints() throws {
    let sample = try Sample(
      #"""
      "User": { "map": { "name": "String", "@request.query.page?": "page: Int(string) 1...",
                         "@request.query.n?": "n: String length 1...2" } }
      """#, as: "User")
    let exchange = MappingExchange(
      request: MappingRequest(query: ["page": "0", "n": "abc"], headers: [:]),
      response: MappingResponse(headers: [:]))
    #expect(
      try sample.map(#"{"name": "a"}"#, exchange: exchange).violations.map(\.description) == [
        #"error[out-of-range]: the value of "@request.query.page" is outside 1..."#,
        #"error[bad-length]: the value of "@request.query.n" does not keep "length 1...2""#,
      ])
  }

  @Test("Unknown parts of an exchange are not compared")
  func unknownParts() throws {
    let sample = try Sample(
      #""User": { "map": { "id": "String equals @request.header.Id" } }"#, as: "User")
    let payload = #"{"id": "a"}"#
    #expect(try sample.map(payload).isAdmitted)
    let silent = MappingExchange(
      request: MappingRequest(pathParameters: ["id": "b"]), response: MappingResponse())
    #expect(try sample.map(payload, exchange: silent).isAdmitted)
    let asked = MappingExchange(request: MappingRequest(headers: ["ID": "b"]))
    #expect(try !sample.map(payload, exchange: asked).isAdmitted)
  }

  @Test(
    "Request and response values are compared by their meaning",
    arguments: [
      ("7", #"{"id": 7}"#, true), ("7", #"{"id": 7.0}"#, true), ("7", #"{"id": 70e-1}"#, true),
      ("007", #"{"id": 7}"#, false), ("8", #"{"id": 7}"#, false), ("", #"{"id": 7}"#, false),
    ])
  func equalNumber(parameter: String, payload: String, isEqual: Bool) throws {
    let sample = try Sample(#""User": { "map": { "id": "Int equals @path.id" } }"#, as: "User")
    let exchange = MappingExchange(request: MappingRequest(pathParameters: ["id": parameter]))
    let result = try sample.map(payload, exchange: exchange)
    #expect(result.violations.map(\.rule.rawValue).prefix(1) == (isEqual ? [] : ["not-a-case"]))
    let document = try JSONDocument(parsing: payload)
    #expect(sample.mapper.admits(document, as: sample.target, exchange: exchange) == isEqual)
    var counts = MappingCounts()
    sample.mapper.count(document, as: sample.target, into: &counts, exchange: exchange)
    #expect(counts.violations == result.violations)
  }

  @Test("A text is compared with a text, by scalars")
  func equalText() throws {
    let sample = try Sample(#""User": { "map": { "id": "String equals @header.Id" } }"#, as: "User")
    func isEqual(_ header: String, _ payload: String) throws -> Bool {
      let response = MappingResponse(headers: ["id": header])
      return try sample.map(payload, exchange: MappingExchange(response: response)).isAdmitted
    }
    #expect(try isEqual("é", #"{"id": "\u00e9"}"#))
    #expect(try !isEqual("é", #"{"id": "e\u0301"}"#))
    #expect(try !isEqual("A", #"{"id": "a"}"#))
  }

  // MARK: - The destination

  @Test("A payload is mapped onto a given object, whatever its identity")
  func onto() throws {
    let sample = try Sample(Self.user, as: "User")
    var store = ObjectStore()
    try sample.map(#"{"id": 1, "name": "a"}"#, into: &store)
    let given = store.insert("User", [(name: PropertyPath(["name"]), value: .string("before"))])
    let result = try sample.map(#"{"id": 1, "name": "b"}"#, into: &store, onto: given)
    #expect(result.value == .object(given))
    #expect(store[given]["name"] == .string("b"))
    #expect(store.count(ofType: "User") == 2)
    #expect(try event(result, "name -> name").oldValue == .string("before"))
    #expect(try event(result, "reused").object == given)
    #expect(store.objects(ofType: "User")[0]["name"] == .string("a"))
    let counts = result.counts["User"]
    #expect(
      [counts?.created, counts?.updated, counts?.untouched, counts?.deleted] == [0, 1, 1, 0])
  }

  @Test("An object that a payload was mapped onto is found by its identity afterwards")
  func ontoAgain() throws {
    let sample = try Sample(Self.user, as: "User")
    var store = ObjectStore()
    let given = store.insert("User")
    try sample.map(#"{"id": 7, "name": "a"}"#, into: &store, onto: given)
    let result = try sample.map(#"{"id": 7, "name": "b"}"#, into: &store)
    #expect(result.value == .object(given))
    #expect(store.count(ofType: "User") == 1)
  }

  @Test("Mapping does not overwrite an object of another type")
  func ontoAnother() throws {
    let sample = try Sample(Self.user, as: "User")
    var store = ObjectStore()
    let city = store.insert("City")
    let result = try sample.map(#"{"id": 1}"#, into: &store, onto: city)
    #expect(store[city].properties.isEmpty)
    #expect(result.counts["User"]?.created == 1)
  }

  // MARK: - The app's own conversions

  private static let color = #"""
    "Pen": { "map": { "ink": { "to": "ink", "type": "Any(custom:color)", "example": "red" },
                      "size": "Int" } }
    """#

  @Test("The transformer's result is the property's value")
  func transformer() throws {
    let transformer = ValueTransformer { json in
      json.string.map { .array(MappedCollection($0.utf8.map { .int(Int64($0)) })) }
        ?? json.number.map { .string($0.text) }
    }
    let sample = try Sample(Self.color, as: "Pen", transformers: ["color": transformer])
    let text = try sample.map(#"{"ink": "AB", "size": 1}"#)
    #expect(try event(text, "ink -> ink").value == .array(MappedCollection([.int(65), .int(66)])))
    let number = try sample.map(#"{"ink": 1.50, "size": 1}"#)
    #expect(number.objects.first?["ink"] == .string("1.50"))
    // The transformer is not called for null.
    let null = try sample.map(#"{"ink": null, "size": 1}"#)
    #expect(null.violations.map(\.expected.description) == ["null-value at ink"])
  }

  @Test("A transformer without a result is reported as a failed coercion")
  func failingTransformer() throws {
    let sample = try Sample(
      Self.color, as: "Pen", transformers: ["color": ValueTransformer { _ in nil }])
    let result = try sample.map(#"{"ink": {"r": 1}, "size": 1}"#)
    #expect(result.violations.map(\.expected.description) == ["cannot-coerce at ink"])
    #expect(try event(result, "coercionFailed ink").value == nil)
    #expect(result.objects.first?["ink"] == nil)
    #expect(
      sample.mapper.admits(
        try JSONDocument(parsing: #"{"ink": 1, "size": 1}"#), as: sample.target) == false)
  }

  @Test("Without the transformer the JSON value is kept unchanged")
  func absentTransformer() throws {
    let other = ValueTransformer { _ in nil }
    let sample = try Sample(Self.color, as: "Pen", transformers: ["Color": other])
    let json = try JSONDocument(parsing: #"{"r":[1.50,"\u0041"]}"#).root
    let result = try sample.map(#"{"ink": {"r":[1.50,"\u0041"]}, "size": 1}"#)
    #expect(result.violations == [])
    #expect(result.objects.first?["ink"] == .json(JSONFragment(json)))
    #expect(result.objects.first?.json().contains(#""ink":{"r":[1.50,"\u0041"]}"#) == true)
  }

  // MARK: - Sensitive values

  @Test(
    "A sensitive value is in no message and no hint",
    arguments: [
      ("String", "123456"), ("String", #"{"swordfish":"swordfish"}"#), ("String", "true"),
      ("Int", #""swordfish""#), ("Int(string)", #""swordfish""#), ("Int 1...9", "123456"),
      ("Int", "1.23456"), ("UUID", #"" swordfish""#), ("Date(seconds)", "123456000000000"),
      ("String length 1...2", #""swordfish""#), ("String matches /^a/", #""swordfish""#),
      ("'swordfisch' | 'b'", #""swordfish""#), ("'swordfish' | 'b'", #"" swordfish""#),
      ("'a' | String", #""swordfish""#), ("String equals id", #""swordfish""#),
      ("[String]", "[123456]"), ("[String: Int]", #"{"a":"swordfish"}"#),
    ])
  func sensitiveValues(type: String, value: String) throws {
    let line = #"{ "to": "pin", "type": "\#(type)", "sensitive": true }"#
    let sample = try Sample(
      #""User": { "identifiedBy": "id", "map": { "id": "Int", "pin": \#(line) } }"#, as: "User")
    let violations = try sample.map(#"{"id":1,"pin":\#(value)}"#).violations
    #expect(!violations.isEmpty)
    for violation in violations {
      // The texts that the type lists are not sensitive, but the chosen one is.
      let message = violation.message.replacing(type, with: "")
      let hint = (violation.hint ?? "").replacing(#""trim": true"#, with: "")
      for secret in ["swordfis", "123456", "1.23", "true"] {
        #expect(!message.contains(secret) && !hint.contains(secret), "\(violation)")
      }
    }
  }

  @Test("Two sensitive values that contradict each other are not shown either")
  func sensitiveConflict() throws {
    let sample = try Sample(
      #"""
      "User": { "identifiedBy": "id",
                "map": { "id": "Int", "pin": { "to": "pin", "type": "String", "sensitive": true } } }
      """#, as: "[User]")
    let result = try sample.map(#"[{"id":1,"pin":"swordfish"},{"id":1,"pin":"hunter"}]"#)
    let violation = try #require(result.violations.first)
    #expect(violation.rule == .identityConflict)
    #expect(!violation.description.contains("swordfish"))
    #expect(!violation.description.contains("hunter"))
  }
}
