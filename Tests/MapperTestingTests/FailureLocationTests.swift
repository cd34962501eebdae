import Foundation
import JSONParsing
import Testing

@testable import MapperTesting

@Suite("A failure is located in the payload")
struct FailureLocationTests {
  private struct Value<Wrapped: Decodable>: Decodable { var v: Wrapped? }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let located: [String]
    let record: @Sendable () -> ([String], String)

    /// A value that fails to decode as a type, in two places.
    init<Wrapped: Decodable & SendableMetatype>(
      _ value: String, as type: Wrapped.Type, says message: String, at path: String = "",
      bytes: String? = nil, dates: JSONDecoder.DateDecodingStrategy = .iso8601
    ) {
      testDescription = "\(value) as \(type)"
      located = ["[1].v" + path, bytes ?? value, message]
      record = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = dates
        let record = recording(
          [Value<Wrapped>].self, #"[{}, {"x": 0, "v": \#(value)}]"#, decoder)
        let bare = recording(Wrapped.self, value, decoder)
        return (record.located + [record.failure?.message ?? ""], bare.located.last ?? "")
      }
    }
  }

  static let rows = narrowRows + wideRows

  private static var wideRows: [Row] {
    guard #available(macOS 15, iOS 18, *) else { return [] }
    return [
      Row(
        "170141183460469231731687303715884105728", as: Swift.Int128.self,
        says: "the number 170141183460469231731687303715884105728 cannot be read as Int128")
    ]
  }

  private static let narrowRows = [
    Row("1.5", as: Int.self, says: "the number 1.5 cannot be read as Int"),
    Row("300", as: Int8.self, says: "the number 300 cannot be read as Int8"),
    Row("-1", as: UInt.self, says: "the number -1 cannot be read as UInt"),
    Row(
      "9223372036854775808", as: Int.self,
      says: "the number 9223372036854775808 cannot be read as Int"),
    Row("1e400", as: Double.self, says: "the number 1e400 cannot be read as Double"),
    Row("1e39", as: Float.self, says: "the number 1e39 cannot be read as Float"),
    Row("1e400", as: Decimal.self, says: "the number 1e400 cannot be read as Decimal"),
    Row(#""\ud800""#, as: String.self, says: "the value cannot be read as String"),
    Row(
      #""2012-03-01""#, as: Date.self, says: "expected date string to be ISO8601-formatted"),
    Row(
      #""x""#, as: Date.self, says: "expected to decode Double but found a string",
      dates: .secondsSince1970),
    Row("1", as: Date.self, says: "expected to decode String but found a number"),
    Row(#""1""#, as: Int.self, says: "expected to decode Int but found a string"),
    Row("1", as: String.self, says: "expected to decode String but found a number"),
    Row("1", as: Bool.self, says: "expected to decode Bool but found a number"),
    Row("true", as: Int.self, says: "expected to decode Int but found a bool"),
    Row("[1]", as: Decimal.self, says: "expected Decimal"),
    Row(#""""#, as: URL.self, says: "invalid URL string"),
    Row(#""_-""#, as: Data.self, says: "encountered Data is not valid Base64"),
    Row(
      #""x""#, as: UUID.self, says: "attempted to decode UUID from invalid UUID string"),
    Row(
      #""blue""#, as: Colour.self,
      says: "cannot initialize Colour from invalid String value blue"),
    Row("[]", as: Town.self, says: "expected to decode an object but found an array"),
    Row("{}", as: [Int].self, says: "expected to decode an array but found an object"),
    Row("false", as: Town.self, says: "expected to decode an object but found a bool"),
    Row(
      "[1, null]", as: [Int].self, says: "cannot get value of type Int, found null", at: "[1]",
      bytes: "null"),
    Row(
      "[[1], [300]]", as: [[Int8]].self, says: "the number 300 cannot be read as Int8",
      at: "[1][0]", bytes: "300"),
    Row(
      #"{"id": 1}"#, as: Town.self, says: #"no value for the key "name""#, at: ".name", bytes: ""),
    Row(
      #"{"a": {"b": -1}}"#, as: [String: [String: UInt]].self,
      says: "the number -1 cannot be read as UInt", at: ".a.b", bytes: "-1"),
    Row(
      #"{"x": 1}"#, as: [Int: Int].self, says: "expected Int key but found String key", at: ".x",
      bytes: "1"),
    Row(
      #"{"pair": {}}"#, as: Shape.self, says: #"no value for the key "_0""#, at: ".pair._0",
      bytes: ""),
    Row(
      #"{"kind": "x"}"#, as: Animal.self, says: "no such kind", at: ".kind", bytes: #""x""#),
    Row(#"{"id": "x"}"#, as: OwnError.self, says: "the model threw Refusal()"),
    Row(
      "[true]", as: [Union].self, says: "expected to decode an object but found a bool", at: "[0]",
      bytes: "true"),
    Row("[]", as: ListDerived.self, says: "unkeyed container is at end", at: "[0]", bytes: ""),
    Row(
      #"{"name": "a"}"#, as: Derived.self,
      says: "cannot get keyed decoding container, found null", at: ".super", bytes: ""),
  ]

  @Test("Each rejected value has its path, bytes and message", arguments: rows)
  func refused(row: Row) {
    let (located, bareBytes) = row.record()
    #expect(located == row.located)
    #expect(bareBytes == row.located[1])
  }

  @Test(
    "Under a key strategy, the path is the payload's",
    arguments: [
      (#"{"user_id": "x"}"#, "user_id"),
      (#"{"userId": 1, "home_town": {"id": 1}}"#, "home_town.name"),
      ("{}", "user_id"), (#"{"user_id": 1, "extra": {"a_b": 1.5}}"#, "extra.a_b"),
    ])
  func strategies(payload: String, path: String) {
    let record = recording(SnakeUser.self, payload, .keys(.convertFromSnakeCase))
    #expect(record.failure?.path.description == path)
  }

  @Test("A missing member says what it is missing in")
  func nearest() {
    let failure = recording([Renamed].self, #"[{"id": 1, "home_town": {"id": 2}}]"#).failure
    #expect(failure?.byteRange == nil)
    #expect(failure?.nearest?.rawText == #"{"id": 2}"#)
    #expect(failure?.description == #"[0].home_town.name: no value for the key "name""#)
  }

  @Test("Errors that a model catches are not the failure")
  func swallowed() {
    let record = recording([Union].self, #"["a", 1, {"id": 1}]"#)
    #expect(record.located == ["[2].name", ""])
  }

  @Test("Invalid JSON fails at its first wrong byte")
  func notJSON() {
    let failure = recording(Town.self, #"{"id": 1, "name" "a"}"#).failure
    #expect(failure?.path == InstancePath())
    #expect(failure?.byteRange == 17..<17)
    #expect(
      failure?.message == #"the payload is not JSON: expected ":", found """ at offset 17"#
    )
  }

  @Test("Texts of the payload are escaped and truncated in messages")
  func safe() {
    let text = String(repeating: "x", count: 1_000)
    let failure = recording(Colour.self, #""\u001b\u202e\#(text)""#).failure
    #expect(failure?.message.contains("<U+001B><U+202E>xxx") == true)
    #expect((failure?.message.count ?? 0) < 330)
  }
}
