import ContractModel

/// A payload that breaks a rule, with the part of a contract that it breaks, and the remedies.
struct RuleExample: Sendable {
  /// The place of the part in the contract.
  enum Place: Sendable {
    /// The lines of the mapping `User`, which is the type of the payloads.
    case lines
    case mapping
    /// The endpoints; the payloads are exchanges.
    case endpoints
  }

  var place = Place.lines
  var contract = ""
  /// The lines of a capture; empty if no short line breaks the rule.
  var records: [String] = []
  var ways: [Way]

  struct Way: Sendable, ExpressibleByStringLiteral {
    /// The part that replaces the contract's; `nil` if something else is changed.
    var contract: String?
    /// The condition under which the remedy is right, or another change.
    var words: String

    init(stringLiteral words: String) { self.words = words }

    init(_ contract: String, _ words: String) { (self.contract, self.words) = (contract, words) }
  }

  var wholeContract: String { wholeContract(with: contract) }

  func wholeContract(with contract: String) -> String {
    switch place {
    case .lines: #"{ "contract": 1, "mappings": { "User": { "map": { \#(contract) } } } }"#
    case .mapping: #"{ "contract": 1, "mappings": { "User": { \#(contract) } } }"#
    case .endpoints:
      #"{ "contract": 1, "endpoints": { \#(contract) }, "mappings": { "User": { "map": { "id": "Int" } } } }"#
    }
  }

  private static func get(_ path: String, _ members: String, status: Int = 200) -> String {
    #"{"method":"GET","url":"https://a.org\#(path)","status":\#(status),\#(members)}"#
  }

  private init(_ place: Place, _ contract: String, _ records: [String], _ ways: Way...) {
    (self.place, self.contract, self.records, self.ways) = (place, contract, records, ways)
  }

  private init(_ lines: String, _ records: [String], _ ways: Way...) {
    (contract, self.records, self.ways) = (lines, records, ways)
  }

  /// Creates an example without a payload, if no short one breaks the rule.
  private init(_ ways: Way...) { self.ways = ways }

  init(_ rule: RuleID) {
    self =
      switch rule {
      case .missingKey:
        .init(
          #""id": "Int", "name": "String""#, [#"{"id":1}"#],
          Way(#""id": "Int", "name?": "String?""#, "if the app does without it"),
          "the server, if it has to be there; and the app, if it breaks")
      case .nullValue:
        .init(
          #""name": "String""#, [#"{"name":null}"#],
          Way(#""name": "String?""#, "if null is allowed"), "the server, if it is not")
      case .wrongType:
        .init(
          #""id": "Int""#, [#"{"id":"1"}"#], Way(#""id": "Int(string)""#, "if text is right"),
          Way(#""id": "Int(number | string)""#, "if both are"), "the server, if not")
      case .cannotCoerce:
        .init(
          #""at": "Date(iso8601)""#, [#"{"at":"24.11.2026"}"#],
          Way(#""at": "Date('dd.MM.yyyy')""#, "if that is how it is written"),
          Way(#""at": "String""#, "if the app reads no date"), "the server, if it is a mistake")
      case .lossyNumber:
        .init(
          #""count": "Int""#, [#"{"count":1.5}"#],
          Way(#""count": "Double""#, "if there are fractions, and the app has a Double, too"),
          "the server, if it counts")
      case .outOfRange:
        .init(
          #""stars": "Int 0...5""#, [#"{"stars":6}"#],
          Way(#""stars": "Int 0...""#, "if there may be more"), "the server, if not")
      case .badCount:
        .init(
          #""tags": "[String] count 1...""#, [#"{"tags":[]}"#],
          Way(#""tags": "[String]""#, "if it may be empty"), "the server, if not")
      case .badLength:
        .init(
          #""code": "String length 2""#, [#"{"code":"DEU"}"#],
          Way(#""code": "String length 2...3""#, "if both are right"), "the server, if not")
      case .badFormat:
        .init(
          #""code": "String matches /^[A-Z]+$/""#, [#"{"code":"d1"}"#],
          Way(#""code": "String matches /^[A-Za-z0-9]+$/""#, "if it is right"),
          "the server, if it is not")
      case .notUnique:
        .init(
          #""tags": "[String] unique""#, [#"{"tags":["a","a"]}"#],
          Way(#""tags": "[String]""#, "if two may be equal"), "the server, if not")
      case .notACase:
        .init(
          #""state": "'open' | 'closed'""#, [#"{"state":"draft"}"#],
          Way(#""state": "'open' | 'closed' | 'draft'""#, "with a case of the app's enumeration"),
          Way(#""state": "'open' | 'closed' | String""#, "if the app takes new ones"),
          "the server, if it is a mistake")
      case .newValue:
        .init(
          #""state": "'open' | 'closed' | String""#, [#"{"state":"draft"}"#],
          Way(#""state": "'open' | 'closed' | 'draft' | String""#, "if the app should know it"))
      case .blockedPath:
        .init(
          #""address.city": "city: String""#, [#"{"address":"Berlin"}"#],
          Way(#""address": "city: String""#, "if it is a text now"), "the server, if not")
      case .unknownKey:
        .init(
          .mapping, #""unknownKeys": "error", "map": { "id": "Int" }"#, [#"{"id":1,"mail":"a"}"#],
          Way(
            #""unknownKeys": "error", "map": { "id": "Int", "mail?": "String?" }"#,
            "if the app should read it"),
          Way(#""map": { "id": "Int" }"#, "if new keys may come"))
      case .keyCase:
        .init(
          #""id": "Int", "userName?": "String?""#, [#"{"id":1,"username":"Ann"}"#],
          Way(#""id": "Int", "username?": "userName: String?""#, "if that is the key"),
          #""keys": "anyCase" in the mapping, if the app takes any"#)
      case .nearKey:
        .init(
          #""id": "Int", "nickname?": "String?""#, [#"{"id":1,"nikcname":"Ann"}"#],
          Way(#""id": "Int", "nikcname?": "nickname: String?""#, "if that is the key"),
          "the server, if it is misspelled there")
      case .noSwitchKey:
        .init(
          .mapping, #""switch": "kind", "cases": { "cat": { "lives": "Int" } }"#,
          [#"{"lives":9}"#],
          Way(
            #""switch": "kind", "cases": { "cat": { "lives": "Int" } }, "else": { "lives": "Int" }"#,
            "if an object without one is no mistake"), "the server, if it has to be there")
      case .noCase:
        .init(
          .mapping, #""switch": "kind", "cases": { "cat": { "lives": "Int" } }"#,
          [#"{"kind":"dog"}"#],
          Way(
            #""switch": "kind", "cases": { "cat": { "lives": "Int" }, "dog": { "kind": "String" } }"#,
            "if the app knows it"),
          #""else": "skip" beside the cases, if the app leaves it out"#,
          "the server, if it is a mistake")
      case .nothingMapped:
        .init(
          #""id?": "Int?", "name?": "String?""#, [#"{"error":"not found"}"#],
          "the endpoint or the status of the contract, if it is something else",
          "a line that has to be there, without ?")
      case .identityMissing:
        .init(
          .mapping, #""identifiedBy": "id", "map": { "id?": "Int?", "name": "String" }"#,
          [#"{"name":"Ann"}"#],
          "the server, if each has one", #"no "identifiedBy", if they are told apart by nothing"#)
      case .identityConflict:
        .init(
          .mapping,
          #""identifiedBy": "id", "map": { "id": "Int", "name": "String", "friend?": "User?" }"#,
          [#"{"id":1,"name":"Ann","friend":{"id":1,"name":"Bob"}}"#],
          "the server, which says two things of one object",
          "the identity: perhaps it takes a second property")
      case .ambiguousConnection:
        .init(
          "the server, if the key is to say one object", "a key of the connection that is unique")
      case .badElement:
        .init(
          #""tags": { "type": "[String]", "elements": "skip" }"#, [#"{"tags":["a",1]}"#],
          "the server; the app goes on without the element",
          Way(#""tags": "[String | Int]""#, "if both are right"))
      case .duplicateKey:
        .init(
          #""id": "Int""#, [#"{"id":1,"id":2}"#], "the server: mappers differ in which they take")
      case .loneSurrogate:
        .init(#""name": "String""#, [#"{"name":"\ud83d"}"#], "the server, which cuts texts in two")
      case .notJSON:
        .init(
          .endpoints, #""GET /users/:id": "User""#, [Self.get("/users/1", #""body":"<html>""#)],
          "the server, or what answered in its place", "the status, if it says an error")
      case .notAForm:
        .init(
          .endpoints,
          #""POST /users": "User" }, "requests": { "POST /users": { "form": { "name": "String" } }"#,
          [
            #"{"method":"POST","url":"https://a.org/users","requestBody":{"name":"Ann"},"status":200,"body":{"id":1}}"#
          ],
          #""body" in the place of "form", if it is JSON"#, "the app, if the server wants a form")
      case .emptyBody:
        .init(
          .endpoints, #""GET /users/:id": "User""#, [Self.get("/users/1", #""body":"""#)],
          #""GET /users/:id -> 204": null beside it, if it then has that status"#,
          "the server, if not")
      case .unexpectedBody:
        .init(
          .endpoints, #""DELETE /users/:id": null"#,
          [#"{"method":"DELETE","url":"https://a.org/users/1","status":200,"body":{"id":1}}"#],
          Way(#""DELETE /users/:id": "User""#, "if the app reads it"),
          Way(#""DELETE /users/:id": "Any""#, "if it does not"))
      case .ambiguousPlus:
        .init(
          .endpoints,
          #""GET /users": "[User]" }, "requests": { "GET /users": { "query": { "since": "Date(iso8601)" } }"#,
          [Self.get("/users?since=2026-01-01T00:00:00+02:00", #""body":[{"id":1}]"#)],
          "the app, which has to write %2B for a +, and %20 for a space")
      case .unexpectedStatus:
        .init(
          .endpoints, #""GET /users/:id": "User""#,
          [Self.get("/users/1", #""body":{"code":7}"#, status: 500)],
          Way(
            #""GET /users/:id": "User", "GET /users/:id -> 500": { "code": "Int" }"#,
            "if the app reads it"),
          Way(#""GET /users/:id": "User", "GET /users/:id -> 5xx": "Any""#, "if it does not"))
      case .unmatchedEndpoint:
        .init(
          .endpoints, #""GET /users/:id": "User""#, [Self.get("/v2/users/1", #""body":{"id":1}"#)],
          Way(#""GET /v2/users/:id": "User""#, "if the app asks for it"),
          #""basePath": "/v2" beside "endpoints", if all begin with it"#,
          "contractcheck infer --update CONTRACT CAPTURE proposes endpoints")
      case .bodyUndecodable:
        .init(
          "the recorder: the body is in an encoding that is broken, or that nothing reads here")
      case .tooDeep: .init("--max-depth, if so deep a body is right", "the server, if not")
      case .tooBig: .init("a smaller body, or a pattern that takes fewer steps")
      case .presenceBelow:
        .init(
          #""id": "Int", "name?": { "type": "String", "presence": "99%" }"#,
          [#"{"id":1}"#, #"{"id":2,"name":"Ann"}"#],
          "the share, if so few are right", "the server, if it was otherwise before")
      case .nullRateAbove:
        .init(
          #""id": "Int", "name?": { "type": "String?", "nullRate": "1%" }"#,
          [#"{"id":1,"name":null}"#, #"{"id":2,"name":"Ann"}"#],
          "the share, if so many are right", "the server, if it was otherwise before")
      case .unseenKey:
        .init(
          #""id": "Int", "nickname?": "String?""#, [#"{"id":1}"#],
          "more captures", "the line, if the server has dropped it or it is misspelled")
      case .unseenCase:
        .init(
          .mapping,
          #""switch": "kind", "cases": { "cat": { "lives": "Int" }, "dog": { "tricks": "Int" } }"#,
          [#"{"kind":"cat","lives":9}"#],
          "more captures", "the case, if the server has dropped it or it is misspelled")
      case .neverCaptured:
        .init(
          .endpoints, #""GET /users/:id": "User", "GET /users": "[User]""#,
          [Self.get("/users/1", #""body":{"id":1}"#)],
          "more captures", "the endpoint, if the app does not ask for it any more")
      case .breaksRelease:
        .init(
          "the server, which goes on sending what --released versions take",
          "--released without the version, once nobody has it any more")
      case .grew: .init("what made it more", "--write-baseline once more, if it is accepted")
      }
  }
}
