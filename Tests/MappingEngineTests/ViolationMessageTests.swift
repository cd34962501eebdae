import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("A violation states the error and the remedy in one line")
struct ViolationMessageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: RuleID
    /// The mappings of the contract; the target is `A`, or an array of `A`.
    var mappings: String
    var payload: String
    var text: String

    var testDescription: String { text }
  }

  /// Creates a case with one mapping, `A`.
  private static func lines(
    _ rule: RuleID, _ lines: String, _ payload: String, _ text: String
  ) -> Case {
    Case(
      rule: rule, mappings: #""A": { "map": { "k": "Int", \#(lines) } }"#, payload: payload,
      text: text)
  }

  @Test("Each rule of mapping has a message", arguments: cases)
  func message(example: Case) throws {
    let isArray = example.payload.hasPrefix("[")
    let sample = try Sample(
      example.mappings, as: isArray ? "[A]" : "A",
      settings: example.rule == .unknownKey ? #""unknownKeys": "error","# : "")
    let violations = try sample.map(example.payload).violations
    #expect(violations.map(\.description) == [example.text])
    #expect(violations.map(\.rule) == [example.rule])
  }

  @Test("The message on an unmapped collection states its number of elements")
  func nothingOfCollections() throws {
    let sample = try Sample(#""A": { "map": { "b?": "Int" } }"#, as: "[A]")
    #expect(
      try sample.map(#"[{"c":1},{"d":1}]"#).violations.last?.description
        == "error[nothing-mapped]: nothing of any of the 2 elements was mapped")
    #expect(
      try sample.map(#"[{"c":1}]"#).violations.last?.description
        == "error[nothing-mapped]: nothing of the only element was mapped")
  }

  @Test("An endpoint without a body rejects every payload, and maps nothing")
  func noBody() throws {
    let contract = try Contract(text: #"{ "contract": 1, "endpoints": { "DELETE /a": null } }"#)
    let sample = try Sample(contract, as: "DELETE /a")
    let result = try sample.map(#"{"id":1}"#)
    #expect(
      result.violations.map(\.description) == ["error[unexpected-body]: the endpoint has no body"])
    #expect(result.value == nil)
    let document = try JSONDocument(parsing: "[]")
    #expect(!sample.mapper.admits(document, as: sample.target))
  }

  @Test("The test covers each rule of mapping")
  func completeness() {
    let ofTransport: Set<RuleID> = [
      .notJSON, .notAForm, .ambiguousPlus, .emptyBody, .unexpectedBody, .unexpectedStatus,
      .unmatchedEndpoint,
      .bodyUndecodable, .tooDeep,
      .tooBig,
    ]
    let ofCaptures: Set<RuleID> = [
      .presenceBelow, .nullRateAbove, .unseenKey, .unseenCase, .neverCaptured, .grew,
      .breaksRelease,
    ]
    let shown = Set(Self.cases.map(\.rule))
    #expect(shown.isDisjoint(with: ofTransport.union(ofCaptures)))
    let others = Set(RuleID.allCases).subtracting(shown.union(ofTransport).union(ofCaptures))
    #expect(others == [], "give each a case below")
  }

  private static let cases: [Case] =
    keys + values + numbers + constraints + lists + objects + payloads

  // MARK: - Keys

  private static let keys = [
    lines(
      .missingKey, #""b": "Int""#, #"{"k":1}"#,
      #"error[missing-key] at b: the key "b" is missing"#),
    lines(
      .missingKey, #""userId": "Int""#, #"{"k":1,"user_id":1}"#,
      #"error[missing-key] at userId: the key "userId" is missing; the payload has "user_id""#),
    lines(
      .missingKey, #""b.title": "Int""#, #"{"k":1,"b":{"titel":1}}"#,
      #"error[missing-key] at b.title: the key "b.title" is missing; the payload has "titel""#),
    lines(
      .missingKey, #""meta.page.total": "Int""#, #"{"k":1,"meta":{}}"#,
      #"error[missing-key] at meta.page.total: the key "meta.page.total" is missing, "#
        + #"for there is no "page""#),
    lines(
      .keyCase, #""userId?": "Int""#, #"{"k":1,"userid":1}"#,
      #"warning[key-case] at userid: "userid" is "userId" but for case and underscores; "#
        + "the line's key is absent, and nothing maps this one"),
    lines(
      .nearKey, #""name?": "String""#, #"{"k":1,"nmae":"a"}"#,
      #"warning[near-key] at nmae: the key "nmae" looks like "name", which is absent; "#
        + "nothing maps this key"),
    lines(
      .unknownKey, #""b?": "Int""#, #"{"k":1,"other":1}"#,
      #"error[unknown-key] at other: the key "other" is not in the contract"#),
    lines(
      .blockedPath, #""b.c": "Int""#, #"{"k":1,"b":"x"}"#,
      #"error[blocked-path] at b: the key path "b.c" leads into a string"#),
    lines(
      .blockedPath, #""b.c": "Int""#, #"{"k":1,"b":null}"#,
      #"error[blocked-path] at b: the key path "b.c" leads into null"#),
    lines(
      .blockedPath, #""b.c": "[Int]""#, #"{"k":1,"b":[{"c":1}]}"#,
      #"error[blocked-path] at b: the key path "b.c" leads into an array; "#
        + "write [] where the path goes on in every element"),
  ]

  // MARK: - Values

  private static let values = [
    lines(
      .nullValue, #""b": "Int""#, #"{"k":1,"b":null}"#,
      "error[null-value] at b: expected Int, found null; if null is allowed, write Int?"),
    lines(
      .nullValue, #""b": "[Int]""#, #"{"k":1,"b":[1,null]}"#,
      "error[null-value] at b[1]: expected Int, found null; if null is allowed, write Int?"),
    lines(
      .wrongType, #""b": "Int""#, #"{"k":1,"b":"12"}"#,
      "error[wrong-type] at b: expected Int, found a string; "
        + "if text is right, write Int(string)"),
    lines(
      .wrongType, #""b": "Int(string)""#, #"{"k":1,"b":12}"#,
      "error[wrong-type] at b: expected Int(string), found a number; "
        + "if numbers are right, write Int(string|number)"),
    lines(
      .wrongType, #""b": "String""#, #"{"k":1,"b":12}"#,
      "error[wrong-type] at b: expected String, found a number; "
        + "if numbers are right, write String(number)"),
    lines(
      .wrongType, #""b": "Bool""#, #"{"k":1,"b":1}"#,
      "error[wrong-type] at b: expected Bool, found a number; "
        + "if 0 and 1 are right, write Bool(number)"),
    lines(
      .wrongType, #""b": "String""#, #"{"k":1,"b":true}"#,
      "error[wrong-type] at b: expected String, found true"),
    lines(
      .wrongType, #""b": "[Int]""#, #"{"k":1,"b":{"a":1}}"#,
      "error[wrong-type] at b: expected [Int], found an object"),
    Case(
      rule: .wrongType,
      mappings: #""A": { "map": { "k": "Int", "b": "[B]" } }, "B": { "map": { "c": "Int" } }"#,
      payload: #"{"k":1,"b":{"c":1}}"#,
      text: "error[wrong-type] at b: expected [B], found an object; "
        + "if one alone is right, write B"),
    Case(
      rule: .wrongType,
      mappings: #""A": { "map": { "k": "Int", "b": "B?" } }, "B": { "map": { "c": "Int" } }"#,
      payload: #"{"k":1,"b":[]}"#,
      text: "error[wrong-type] at b: expected B, found an array; "
        + #"if [] stands for nothing, write "emptyArray": "null""#),
    lines(
      .wrongType, #""b": "[String: Int]""#, #"{"k":1,"b":[]}"#,
      "error[wrong-type] at b: expected [String: Int], found an array; "
        + #"if [] stands for {}, write "emptyArray": "empty""#),
    lines(
      .wrongType, #""b": "[Int]""#, #"{"k":1,"b":"[1]"}"#,
      "error[wrong-type] at b: expected [Int], found a string; "
        + "the text is JSON itself, in a string"),
    Case(
      rule: .wrongType,
      mappings: #""A": { "map": { "k": "Int", "b": "B" } }, "B": { "map": { "c": "Int" } }"#,
      payload: #"{"k":1,"b":[{"c":1}]}"#,
      text: "error[wrong-type] at b: expected B, found an array; "
        + "if several are right, write [B]"),
    lines(
      .cannotCoerce, #""b": "Int(string)""#, #"{"k":1,"b":"1,000"}"#,
      #"error[cannot-coerce] at b: cannot read "1,000" as Int(string)"#),
    lines(
      .cannotCoerce, #""b": "URL""#, #"{"k":1,"b":""}"#,
      #"error[cannot-coerce] at b: cannot read "" as URL; "#
        + #"if an empty text stands for nothing, write "emptyString": "null""#),
    lines(
      .cannotCoerce, #""b": "Int(string)""#, #"{"k":1,"b":" 1\u202e"}"#,
      #"error[cannot-coerce] at b: cannot read " 1<U+202E>" as Int(string); "#
        + #"there is white space around it; "trim": true leaves it out"#),
    lines(
      .cannotCoerce, #""b": "Date('MM/dd/yyyy')""#, #"{"k":1,"b":"02/30/2012"}"#,
      #"error[cannot-coerce] at b: cannot read "02/30/2012" as Date('MM/dd/yyyy')"#),
  ]

  private static let numbers = [
    lines(
      .lossyNumber, #""b": "Int""#, #"{"k":1,"b":1.5}"#,
      "error[lossy-number] at b: 1.5 does not fit Int without loss"),
    lines(
      .lossyNumber, #""b": "UInt8""#, #"{"k":1,"b":300}"#,
      "error[lossy-number] at b: 300 does not fit UInt8 without loss"),
    lines(
      .outOfRange, #""b": "Int 1...5""#, #"{"k":1,"b":0}"#,
      "error[out-of-range] at b: 0 is outside 1...5"),
    lines(
      .outOfRange, #""b": "Date(seconds)""#, #"{"k":1,"b":1325376000000}"#,
      "error[out-of-range] at b: 1325376000000 is no Date(seconds) of the years -9999...9999; "
        + "if milliseconds since 1970 are right, write Date(milliseconds)"),
    lines(
      .outOfRange, #""b": "Date(milliseconds)""#, #"{"k":1,"b":1e30}"#,
      "error[out-of-range] at b: 1e30 is no Date(milliseconds) of the years -9999...9999"),
    lines(
      .outOfRange, #""b": "Date(string seconds)""#, #"{"k":1,"b":"1325376000000"}"#,
      "error[out-of-range] at b: \"1325376000000\" is no Date(string seconds) of the years "
        + "-9999...9999; if milliseconds in text are right, "
        + "write Date(string milliseconds)"),
  ]

  private static let constraints = [
    lines(
      .badCount, #""b": "[Int] count 2...3""#, #"{"k":1,"b":[1]}"#,
      "error[bad-count] at b: expected count 2...3, found 1 element"),
    lines(
      .badLength, #""b": "String length 2...3""#, #"{"k":1,"b":""}"#,
      "error[bad-length] at b: expected length 2...3, found 0 characters"),
    lines(
      .badFormat, #""b": "String matches /^[a-z]+$/""#, #"{"k":1,"b":"ABC"}"#,
      #"error[bad-format] at b: expected a text that matches /^[a-z]+$/, found "ABC""#),
    lines(
      .notUnique, #""b": "[Int] unique""#, #"{"k":1,"b":[1,2,1]}"#,
      "error[not-unique] at b: two elements are equal"),
  ]

  private static let lists = [
    lines(
      .badElement, #""b": { "type": "[Int]", "elements": "skip" }"#, #"{"k":1,"b":[1,"2"]}"#,
      "warning[bad-element] at b[1]: the element is left out: expected Int, found a string; "
        + "if text is right, write Int(string)"),
    lines(
      .badElement, #""b": { "type": "[A]", "elements": "skip" }"#,
      #"{"k":1,"b":[{"k":2,"b":[]},{"b":[]}]}"#,
      #"warning[bad-element] at b[1]: the element is left out at k: the key "k" is missing"#),
    lines(
      .notACase, #""b": "'Boy' | 'Girl'""#, #"{"k":1,"b":"Bot"}"#,
      #"error[not-a-case] at b: expected 'Boy' | 'Girl', found "Bot"; did you mean "Boy"?"#),
    lines(
      .notACase, #""b": "'Boy' | 'Girl'""#, #"{"k":1,"b":" Boy"}"#,
      #"error[not-a-case] at b: expected 'Boy' | 'Girl', found " Boy"; "#
        + #"it is "Boy" but for white space; "trim": true leaves it out"#),
    lines(
      .notACase, #""b": "Int equals k""#, #"{"k":1,"b":2}"#,
      #"error[not-a-case] at b: expected the value of "k", which is 1, found 2"#),
    lines(
      .newValue, #""b": "'Boy' | 'Girl' | String""#, #"{"k":1,"b":"Cow"}"#,
      #"warning[new-value] at b: "Cow" is a new value of 'Boy' | 'Girl' | String"#),
  ]

  // MARK: - Objects

  private static let pet = #"""
    "A": { "map": { "name": "String" }, "switch": "type", "cases": { "Cat": "Cat", "Dog": "Dog" } }
    """#

  private static let objects = [
    Case(
      rule: .noCase, mappings: pet, payload: #"[{"name":"a","type":"Cow"}]"#,
      text:
        #"error[no-case] at [0]: no case of A fits "type", which is "Cow"; the cases are "Cat", "Dog""#
    ),
    Case(
      rule: .noCase, mappings: pet, payload: #"[{"name":"a","type":" Cat"}]"#,
      text:
        #"error[no-case] at [0]: no case of A fits "type", which is " Cat"; it is "Cat" but for white space; "#
        + #""trim": true leaves it out"#),
    Case(
      rule: .noSwitchKey, mappings: pet, payload: #"[{"name":"a"}]"#,
      text:
        #"error[no-switch-key] at [0]: the key "type", which tells the cases of A apart, is missing"#
    ),
    Case(
      rule: .nothingMapped, mappings: #""A": { "map": { "b?": "Int" } }"#, payload: #"{"c":1}"#,
      text: "error[nothing-mapped]: nothing of the object was mapped"),
    Case(
      rule: .nothingMapped, mappings: #""A": { "map": { "b?": "Int" } }"#,
      payload: #"[{"c":1},{"b":1}]"#,
      text: "warning[nothing-mapped] at [0]: nothing of the object was mapped"),
    Case(
      rule: .ambiguousConnection,
      mappings: #"""
        "A": { "map": { "rows": "[Row]", "row": "rowID: Int" },
               "connect": { "row: Row": { "rowID": "id" } } },
        "Row": { "map": { "id": "Int" } }
        """#, payload: #"{"rows":[{"id":1},{"id":2},{"id":1}],"row":1}"#,
      text: #"warning[ambiguous-connection]: 2 objects fit the connection "row", which "#
        + #"takes the first; write "row: [Row]" for all of them"#),
    Case(
      rule: .wrongType, mappings: #""A": { "coercion": "lenient", "map": { "a.b": "b: Int" } }"#,
      payload: #"{"a":[{"b":1}]}"#,
      text: "error[wrong-type] at a: expected Int, found an array, in each element of which the "
        + "key path goes on; write [Int] for what is found in each"),
    Case(
      rule: .identityMissing,
      mappings: #""A": { "identifiedBy": "id", "map": { "id?": "Int", "b": "Int" } }"#,
      payload: #"[{"b":1}]"#,
      text: "warning[identity-missing] at [0]: the object has no identity; "
        + "it cannot be found again"),
    Case(
      rule: .identityConflict,
      mappings: #""A": { "identifiedBy": "id", "map": { "id": "Int", "b": "String" } }"#,
      payload: #"[{"id":1,"b":"x"},{"id":1,"b":"y"}]"#,
      text: #"warning[identity-conflict] at [1].b: "y" differs from "x" at [0].b, "#
        + "another mention of the object; what stays depends on their order"),
    Case(
      rule: .identityConflict,
      mappings: #"""
        "A": { "identifiedBy": "id", "map": { "id": "Int" },
               "switch": "type", "cases": { "Cat": "Cat", "Dog": "Dog" } }
        """#,
      payload: #"[{"id":1,"type":"Cat"},{"id":1,"type":"Dog"}]"#,
      text: "error[identity-conflict] at [1]: an object of another type has this identity"),
  ]

  // MARK: - Payloads

  private static let payloads = [
    lines(
      .duplicateKey, #""b?": "Int""#, #"{"k":1,"k":2}"#,
      #"warning[duplicate-key] at k: the key "k" is there more than once; "#
        + "mappers differ in which one they take"),
    Case(
      rule: .duplicateKey,
      mappings: #""A": { "keys": "anyCase", "map": { "k": "Int", "sportId": "Int" } }"#,
      payload: #"{"k":1,"sportId":1,"sportID":2}"#,
      text: #"warning[duplicate-key] at sportID: the key "sportID" is there as "sportId", too; "#
        + "mappers differ in which one they take"),
    lines(
      .loneSurrogate, #""b": "String""#, #"{"k":1,"b":"\ud83d"}"#,
      "warning[lone-surrogate] at b: the text has half of a surrogate pair; "
        + "it is no Unicode, and is read as U+FFFD"),
  ]

  // MARK: - Truth of messages

  @Test("A message has the count that was compared")
  func counts() throws {
    let set = try Sample(#""A": { "map": { "b": "Set<Int> count 1...2" } }"#, as: "A")
    #expect(
      try set.map(#"{"b":[1,1,2,3]}"#).violations.first?.message
        == "expected count 1...2, found 3 elements")
    let found = try Sample(#""A": { "map": { "b[].c": "c: [Int] count 2..." } }"#, as: "A")
    #expect(
      try found.map(#"{"b":[{"c":1}]}"#).violations.first?.message
        == "expected count 2..., found 1 element")
    let line = #"{ "to": "b", "type": "String length 2", "trim": true }"#
    let trimmed = try Sample(#""A": { "map": { "b": \#(line) } }"#, as: "A")
    #expect(
      try trimmed.map(#"{"b":" a "}"#).violations.first?.message
        == "expected length 2, found 1 character")
  }

  @Test("A message about an element of a keyed collection speaks of the element")
  func keyedElements() throws {
    let sample = try Sample(
      #""A": { "map": { "b": "[name: B]" } }, "B": { "map": { "c": "Int" } }"#, as: "A")
    let violations = try sample.map(#"{"b":{"x":5,"y":null}}"#).violations
    let messages = violations.map(\.message)
    #expect(messages.prefix(2) == ["expected B, found a number", "expected B, found null"])
    // A question mark after the collection does not make its elements nullable.
    #expect(violations.allSatisfy { $0.hint?.contains("[name: B]?") != true })
  }

  @Test("A key that differs in its underscores does not differ in case alone")
  func underscores() throws {
    let sample = try Sample(#""A": { "map": { "k": "Int", "userId?": "Int" } }"#, as: "A")
    let violations = try sample.map(#"{"k":1,"user_id":1}"#).violations
    #expect(violations.map(\.expected.description) == ["key-case at user_id"])
    #expect(violations.allSatisfy { !$0.message.contains("in case alone") })
  }

  @Test("The hint names a case of the mapping itself")
  func otherCases() throws {
    let sample = try Sample(
      #"""
      "A": { "map": { "name": "String" }, "switch": "type", "cases": { "Cat": "Cat" } },
      "B": { "map": { "name": "String" }, "switch": "type", "cases": { "Boy": "Boy" } }
      """#, as: "[A]")
    let violations = try sample.map(#"[{"name":"a","type":" Boy"}]"#).violations
    #expect(violations.map(\.rule) == [.noCase])
    #expect(violations.allSatisfy { $0.hint?.contains("white space") != true })
  }

  @Test("Two spellings of one key are reported once, whichever line reads it")
  func spellings() throws {
    let sample = try Sample(
      #"""
      "A": { "map": { "name": "String", "": "place: B" } },
      "B": { "map": { "name?": "String", "lat": "Int" } }
      """#, as: "A", settings: #""keys": "anyCase","#)
    let violations = try sample.map(#"{"name":"a","NAME":"b","lat":1}"#).violations
    #expect(violations.map(\.expected.description) == ["duplicate-key at NAME"])
  }

  @Test("The hint for an absent key does not depend on the order of similar keys")
  func nearKeys() throws {
    let sample = try Sample(#""A": { "map": { "k": "Int", "name?": "String" } }"#, as: "A")
    let one = try sample.map(#"{"k":1,"nam":1,"nme":2}"#).violations.map(\.description)
    let other = try sample.map(#"{"k":1,"nme":2,"nam":1}"#).violations.map(\.description)
    #expect(one == other)
    #expect(one.count == 1)
  }

  @Test("Text from outside is escaped and truncated")
  func displayed() throws {
    let sample = try Sample(#""A": { "map": { "b": "Int(string)" } }"#, as: "A")
    let long = String(repeating: "x", count: 61)
    #expect(
      try sample.map(#"{"b":"\#(long)"}"#).violations.first?.message
        == "cannot read \"\(long.dropLast(4))…\" as Int(string)")
    #expect(
      try sample.map(#"{"b":"\u001b[2J\n"}"#).violations.first?.message
        == #"cannot read "<U+001B>[2J<U+000A>" as Int(string)"#)
    let keyed = try Sample(#""A": { "map": { "b": "[String: Int]" } }"#, as: "A")
    #expect(
      try keyed.map(#"{"b":{"\u202e.x":"a"}}"#).violations.first?.description.hasPrefix(
        #"error[wrong-type] at b.<U+202E>\.x: "#) == true)
  }
}
