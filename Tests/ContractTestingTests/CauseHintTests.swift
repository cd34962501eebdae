import Foundation
import TestSupport
import Testing

@testable import ContractTesting

@Suite("A cause has a hint on how to resolve it", .freshStore)
struct CauseHintTests {
  /// Decodes a value strictly, but reads an absent value, and optionally null, as `nil`.
  private struct Item<Value: Decodable>: Decodable {
    enum CodingKeys: String, CodingKey { case id, value }

    let id: Int
    let value: Value?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let takesNull = decoder.userInfo[.takesNull] != nil
      value =
        try takesNull || !container.contains(.value)
        ? container.decodeIfPresent(Value.self, forKey: .value)
        : container.decode(Value.self, forKey: .value)
    }
  }

  struct Style: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mapper: @Sendable () -> MapperUnderTest

    /// - Parameter replacement: The result of the mapper for an absent value or null.
    init<Value: Decodable & Sendable>(
      _ name: String, _ type: Value.Type, _ replacement: Value?, takesNull: Bool = true
    ) {
      testDescription = name
      mapper = {
        .mapping { data in
          let decoder = JSONDecoder()
          decoder.userInfo[.takesNull] = takesNull ? true : nil
          let item = try decoder.decode(Item<Value>.self, from: data)
          let value: Value? = item.value ?? replacement
          return ["id": item.id, "value": value as Any] as [String: Any]
        }
      }
    }
  }

  private func contract(_ line: String) throws -> Contract {
    let trial = try Trial([
      "items.contract.json":
        #"{ "contract": 1, "mappings": { "Item": { "map": { "id": "Int", \#(line) } } } }"#
    ])
    return try Contract("items", filePath: trial.filePath)
  }

  private func violations(
    _ style: Style, _ line: String, _ tolerating: Tolerances = []
  ) throws -> [String] {
    try MapperTest(style.mapper(), keeps: contract(line), as: "Item", tolerating: tolerating)
      .violations().map(\.description)
  }

  private func hint(_ style: Style, _ line: String) throws -> String? {
    let texts = try violations(style, line)
    #expect(texts.count == 1, "\(texts)")
    let row = texts[0].split(separator: "\n").first { $0.hasPrefix("  hint      ") }
    return row.map { String($0.dropFirst(12)) }
  }

  @Test(
    "A line that a hint proposes admits what the mapper does",
    arguments: [
      (
        Style("?? \"\"", String.self, ""), #""value": "String""#, "leave it out or send null",
        #""value?": { "to": "value", "type": "String? = ''", "null": "default" }"#
      ),
      (
        Style("?? 0, not for null", Int.self, 0, takesNull: false), #""value": "Int""#,
        "leave it out", #""value?": "value: Int = 0""#
      ),
      (
        Style("?? false", Bool.self, false), #""value": "Bool""#, "leave it out or send null",
        #""value?": { "to": "value", "type": "Bool? = false", "null": "default" }"#
      ),
      (
        Style("?? []", [String].self, []), #""value": "[String]""#, "leave it out or send null",
        #""value?": { "to": "value", "type": "[String]? = []", "null": "default" }"#
      ),
      (
        Style("?? [], not for null", [String].self, [], takesNull: false),
        #""value": "[String]""#, "leave it out",
        #""value?": "value: [String] = []""#
      ),
      (
        Style("?? [:]", [String: Int].self, [:]), #""value": "[String: Int]""#,
        "leave it out or send null",
        #""value?": { "to": "value", "type": "[String: Int]? = {}", "null": "default" }"#
      ),
    ])
  func line(style: Style, line: String, what: String, admitting: String) throws {
    #expect(try hint(style, line) == "if the server may \(what), write \(admitting)")
    #expect(try violations(style, admitting) == [])
  }

  @Test(
    "If a mapper returns nil, the hint proposes a line and a tolerance",
    arguments: [
      (Style("optional", String.self, nil), #""value": "String""#, #""value?": "value: String?""#),
      (
        Style("optional", [Int].self, nil), #""value": "value: [Int]""#,
        #""value?": "value: [Int]?""#
      ),
    ])
  func tolerance(style: Style, line: String, admitting: String) throws {
    #expect(
      try hint(style, line)
        == "if the server may leave it out or send null, write \(admitting); if only the app "
        + #"takes it, tolerating: ["Item.value": [.missing, .null]]"#)
    #expect(try violations(style, admitting) == [])
    #expect(try violations(style, line, ["Item.value": [.missing, .null]]) == [])
  }

  @Test(
    "A hint keeps the other members of a long line, and an invented value has no hint",
    arguments: [
      (
        Style("optional", String.self, nil, takesNull: false),
        #""value": { "type": "String", "note": "n" }"#,
        #"if the server may leave it out, write "value?": { …, "type": "String" }; if only the "#
          + #"app takes it, tolerating: ["Item.value": [.missing]]"#
      ),
      (Style("?? 7", Int.self, 7), #""value": "Int""#, nil),
      (Style("?? 0, out of range", Int.self, 0), #""value": "Int 1...""#, nil),
    ])
  func others(style: Style, line: String, expected: String?) throws {
    #expect(try hint(style, line) == expected)
  }

  private struct Event: Decodable {
    let id: Int
    let value: Date
  }

  @Test("A hint asks for the app's decoder where dates are read as numbers")
  func dates() throws {
    let contract = try contract(#""value": "Date(iso8601)""#)
    let violations = { (decoder: JSONDecoder) in
      try MapperTest(.decoding(Event.self, with: decoder), keeps: contract, as: "Item")
        .violations().map(\.description)
    }
    let words =
      "the decoder reads dates as numbers; give the app's own: .decoding(…, with: decoder)"
    let texts = try violations(JSONDecoder())
    #expect(texts.first?.hasSuffix("\n  hint      \(words)") ?? false, "\(texts)")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(try violations(decoder).allSatisfy { !$0.contains(words) })
  }

  @Test(
    "A hint says how a date is read, where that is not as the contract says",
    arguments: [
      (
        "seconds", JSONDecoder.DateDecodingStrategy.deferredToDate,
        "the mapper counts from 2001, as without a dateDecodingStrategy"
      ),
      (
        "milliseconds", .deferredToDate,
        "the mapper counts from 2001, as without a dateDecodingStrategy"
      ),
      ("seconds", .millisecondsSince1970, "the mapper reads seconds as milliseconds"),
      ("milliseconds", .secondsSince1970, "the mapper reads milliseconds as seconds"),
    ])
  func epochs(form: String, strategy: JSONDecoder.DateDecodingStrategy, hint: String) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = strategy
    let texts = try MapperTest(
      .decoding(Event.self, with: decoder), keeps: contract(#""value": "Date(\#(form))""#),
      as: "Item"
    ).violations().map(\.description)
    #expect(texts.count == 1, "\(texts)")
    #expect(texts.first?.contains("\n  hint      \(hint)\n") ?? false, "\(texts)")
  }

  @Test("A hint names the key that a key strategy makes of the one that the model reads")
  func convertedKey() throws {
    struct Item: Decodable {
      let id: Int
      let userID: Int

      enum CodingKeys: String, CodingKey {
        case id
        case userID = "user_id"
      }
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let texts = try MapperTest(
      .decoding(Item.self, with: decoder), keeps: contract(#""user_id": "userID: Int""#),
      as: "Item"
    ).violations().map(\.description)
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasSuffix(
        "\n  hint      the payload has \"user_id\", of which the decoder's keyDecodingStrategy "
          + "makes \"userId\"") ?? false, "\(texts)")
  }

  @Test("A hint says how a value of a type of the app's own is compared")
  func ownType() throws {
    struct Length {
      let meters: Double
      let unit: String
    }
    struct Event: Decodable {
      let id: Int
      let value: Length

      enum CodingKeys: CodingKey { case id, value }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        value = Length(meters: try container.decode(Double.self, forKey: .value), unit: "m")
      }
    }
    let contract = try contract(#""value": "Double""#)
    let texts = try MapperTest(.decoding(Event.self), keeps: contract, as: "Item")
      .violations().map(\.description)
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains(
        "\n  hint      if that is the same in a type of the app's own, say comparing: "
          + "[.comparing(\"value\") { contract, app in … }]\n") ?? false, "\(texts)")
    let compared = try MapperTest(
      .decoding(Event.self), keeps: contract, as: "Item",
      comparing: [
        .comparing("value") { contract, app in
          contract == (app as? Length).map { .double($0.meters) }
        }
      ]
    ).violations()
    #expect(compared.isEmpty, "\(compared)")
  }

  @Test("A hint says that a payload is an array and the model one object, or the reverse")
  func kinds() throws {
    let contract = try contract(#""value": "Date(seconds)""#)
    let hints = { (mapper: MapperUnderTest, type: String) in
      try MapperTest(mapper, keeps: contract, as: type).violations().map(\.description)
        .compactMap { text in
          text.split(separator: "\n").first { $0.hasPrefix("  hint      ") }
            .map { String($0.dropFirst(12)) }
        }
    }
    #expect(
      try hints(.decoding(Event.self), "[Item]") == [
        "the payload is an array, and the model one object: decode an array, or test the type of "
          + "its elements"
      ])
    #expect(
      try hints(.decoding([Event].self), "Item") == [
        "the payload is one object, and the model an array: decode one, or test an array"
      ])
  }

  @Test("A hint for several keys shows the line of the first key")
  func several() throws {
    struct Both: Decodable {
      let name: String?
      let mail: String?
    }
    let contract = try contract(#""name": "String", "mail": "String""#)
    let mapper = MapperUnderTest.decoding(Both.self)
    let test = try MapperTest(
      mapper, keeps: contract, as: "Item", comparing: [.skipping("id")],
      tolerating: ["id": [.invalid]])
    let texts = test.violations().map(\.description).filter { $0.contains(" 2 ") }
    #expect(
      texts.first?.contains(
        #"write such lines as "name?": "name: String?"; if only the app takes it, tolerating: "#
          + "[.missing, .null]") ?? false, "\(texts)")
  }
}

extension CodingUserInfoKey {
  fileprivate static let takesNull = CodingUserInfoKey(rawValue: "takesNull")!
}
