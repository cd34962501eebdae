import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("Without values, a violation names the contract's rule and the kind of value found")
struct DiscreetWordsTests {
  private static let mappings = """
    "A": { "identifiedBy": "id", "unknownKeys": "warn", "map": {
      "id": "Int", "votes?": "helpfulVotes: Int", "page.total?": "total: Int", "name?": "String",
      "state?": "'open' | 'closed'", "mood?": "'good' | String", "rating?": "Int 1...5",
      "code?": "String length 2...4", "plate?": "String matches /^[A-Z]+$/",
      "tags?": "[String] count ...1 unique", "when?": "Date(iso8601)", "small?": "Int8",
      "kind?": "K", "all?": { "type": "[Int]", "elements": "skip" },
      "fixed?": { "type": "String", "constant": true } } },
    "K": { "switch": "type", "cases": { "a": "A", "b": "A" } }
    """

  @Test(
    "Each message has a form with values and one without",
    arguments: [
      (#"{}"#, #"the key "id" is missing"#, #"the key "id" is missing"#),
      (
        #"{"ID":1}"#, #"the key "id" is missing | the payload has "ID""#,
        #"the key "id" is missing"#
      ),
      (
        #"{"id":"SECRET"}"#, "expected Int, found a string", "expected Int, found a string"
      ),
      (
        #"{"id":"7"}"#, "expected Int, found a string | if text is right, write Int(string)",
        "expected Int, found a string | if text is right, write Int(string)"
      ),
      (
        #"{"id":null}"#, "expected Int, found null | if null is allowed, write Int?",
        "expected Int, found null | if null is allowed, write Int?"
      ),
      (#"{"id":true}"#, "expected Int, found true", "expected Int, found a bool"),
      (
        #"{"id":1,"Votes":7}"#,
        #""Votes" is "votes" but for case and underscores | the line's key is absent, and nothing maps this one"#,
        #"a key is "votes" but for case and underscores | the line's key is absent, and nothing maps this one"#
      ),
      (
        #"{"id":1,"page":7}"#, #"the key path "page.total" leads into a number"#,
        #"the key path "page.total" leads into a number"#
      ),
      (
        #"{"id":1,"state":"opne"}"#,
        #"expected 'open' | 'closed', found "opne" | did you mean "open"?"#,
        "expected 'open' | 'closed', found another string"
      ),
      (
        #"{"id":1,"mood":"bad"}"#, #""bad" is a new value of 'good' | String"#,
        "a string is a new value of 'good' | String"
      ),
      (#"{"id":1,"rating":9}"#, "9 is outside 1...5", "a number is outside 1...5"),
      (
        #"{"id":1,"code":"SECRET"}"#, "expected length 2...4, found 6 characters",
        "expected length 2...4, found another length"
      ),
      (
        #"{"id":1,"plate":"secret"}"#,
        #"expected a text that matches /^[A-Z]+$/, found "secret""#,
        "expected a text that matches /^[A-Z]+$/, found a string"
      ),
      (
        #"{"id":1,"tags":["x","y"]}"#, "expected count ...1, found 2 elements",
        "expected count ...1, found another count"
      ),
      (
        #"{"id":1,"when":""}"#,
        #"cannot read "" as Date(iso8601) | if an empty text stands for nothing, write "emptyString": "null""#,
        #"cannot read a string as Date(iso8601) | if an empty text stands for nothing, write "emptyString": "null""#
      ),
      (
        #"{"id":1,"small":300}"#, "300 does not fit Int8 without loss",
        "a number does not fit Int8 without loss"
      ),
      (
        #"{"id":1,"kind":{"type":"c"}}"#,
        #"no case of K fits "type", which is "c" | the cases are "a", "b""#,
        #"no case of K fits "type", which is a string | the cases are "a", "b""#
      ),
      (
        #"{"id":1,"all":["SECRET"]}"#,
        "the element is left out: expected Int, found a string",
        "the element is left out: expected Int, found a string"
      ),
      (
        #"{"id":1,"SECRET x":2}"#, #"the key "SECRET x" is not in the contract"#,
        "a key is not in the contract"
      ),
      (
        #"{"id":1,"name":"a","name":"b"}"#,
        #"the key "name" is there more than once | mappers differ in which one they take"#,
        "a key is there more than once | mappers differ in which one they take"
      ),
      (
        #"{"id":1,"fixed":"a","kind":{"type":"a","id":1,"fixed":"b"}}"#,
        #""b" differs from "a" at fixed, another mention of the object"#,
        "the value differs from the one of another mention of the object"
      ),
    ])
  func forms(payload: String, full: String, discreet: String) throws {
    let violations = try Sample(Self.mappings, as: "A").map(payload).violations
    let texts = { (message: String, hint: String?) in message + (hint.map { " | \($0)" } ?? "") }
    #expect(violations.map { texts($0.message, $0.hint) }.contains(full), "\(violations)")
    let found = violations.map { texts($0.discreet.message, $0.discreet.hint) }
    #expect(found.contains(discreet), "\(found)")
  }
}
