import Foundation
import JSONParsing
import Testing

@testable import MapperTesting

@Suite("Paths are spelt as the payload spells them")
struct KeyStrategyTests {
  private struct Acronyms: Decodable { var pictureUrl, pictureURL, userID, iOS, a: Int? }

  private struct Underscores: Decodable {
    var around, behind, before, alone, plain: Int?

    enum CodingKeys: String, CodingKey {
      case around = "_fooBar_"
      case behind = "fooBar__"
      case before = "__foo"
      case alone = "__"
      case plain
    }
  }

  private func readings<Value: Decodable>(
    _ type: Value.Type, _ payload: String, _ strategy: JSONDecoder.KeyDecodingStrategy
  ) -> [String] {
    Array(recording(type, payload, .keys(strategy)).lines.dropFirst())
  }

  @Test("Acronyms are found only through snake case")
  func acronyms() {
    #expect(
      readings(
        Acronyms.self, #"{"picture_url": 1, "user_id": 2, "iOS": 3}"#, .convertFromSnakeCase) == [
          "decodeIfPresent picture_url (pictureUrl) Int = value",
          "decodeIfPresent pictureURL Int = absent", "decodeIfPresent userID Int = absent",
          "decodeIfPresent iOS Int = value", "decodeIfPresent a Int = absent",
          "never read: user_id",
        ])
  }

  @Test("Leading and trailing underscores stay, as in Foundation")
  func underscores() {
    let payload = #"{"_foo_bar_": 1, "foo__bar__": 2, "__foo": 3, "__": 4, "Plain": 5}"#
    #expect(
      readings(Underscores.self, payload, .convertFromSnakeCase) == [
        "decodeIfPresent _foo_bar_ (_fooBar_) Int = value",
        "decodeIfPresent foo__bar__ (fooBar__) Int = value",
        "decodeIfPresent __foo Int = value", "decodeIfPresent __ Int = value",
        "decodeIfPresent plain Int = absent", "never read: Plain",
      ])
  }

  @Test(
    "The first of names with one key is read",
    arguments: [
      (#"{"foo_bar": 1, "fooBar": 2}"#, "foo_bar", "fooBar"),
      (#"{"fooBar": 1, "foo_bar": 2}"#, "fooBar", "foo_bar"),
      (#"{"FOO_BAR": 1, "foo__bar": 2}"#, "FOO_BAR", "foo__bar"),
      (#"{"foo_bar": 1, "foo_bar": 2}"#, "foo_bar", "foo_bar"),
      (#"{"fo\u006f_bar": 1, "fooBar": 2}"#, "foo_bar", "fooBar"),
    ])
  func several(payload: String, first: String, second: String) throws {
    let record = recording(FooBar.self, payload, .keys(.convertFromSnakeCase))
    #expect(try record.outcome.get().fooBar == 1)
    #expect(record.readings.last?.path.description == first)
    #expect(record.readings.last?.value?.rawText == "1")
    #expect(record.neverRead.map(\.path.description) == [second])
  }

  @Test("The first of canonically equivalent names is read")
  func equivalent() throws {
    let record = recording([String: Int].self, #"{"e\u0301": 1, "\u00e9": 2}"#)
    #expect(try record.outcome.get() == ["é": 1])
    #expect(record.readings.last?.path.steps == [.member("e\u{301}")])
    #expect(record.neverRead.map(\.path.steps) == [[.member("\u{e9}")]])
  }

  @Test("A custom strategy gets the same path as in Foundation")
  func custom() {
    let strategy = JSONDecoder.KeyDecodingStrategy.custom { path in
      let levels = path.dropLast().map { $0.intValue.map { "#\($0)" } ?? $0.stringValue }
      let prefix = levels.isEmpty ? "" : levels.joined(separator: "/") + ":"
      let name = path.last?.stringValue ?? ""
      return TextKey(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : "other")
    }
    let payload =
      #"{"id": 1, "friends": [{"friends/#0:id": 2, "id": 3}], "byName": {"x": {"byName/x:id": 4}}}"#
    #expect(
      readings(Recursive.self, payload, strategy) == [
        "decode id Int = value", "decodeIfPresent friends Array<Recursive> = value",
        "decode friends[0] Recursive = value", "decode friends[0].friends/#0:id (id) Int = value",
        "decodeIfPresent friends[0].friends Array<Recursive> = absent",
        "decodeIfPresent friends[0].byName Dictionary<String, Recursive> = absent",
        "decodeIfPresent byName Dictionary<String, Recursive> = value",
        "decode byName.x Recursive = value", "decode byName.x.byName/x:id (id) Int = value",
        "decodeIfPresent byName.x.friends Array<Recursive> = absent",
        "decodeIfPresent byName.x.byName Dictionary<String, Recursive> = absent",
        "never read: friends[0].id",
      ])
  }

  @Test("Keys of String dictionaries are not converted, those of Int dictionaries are")
  func dictionaries() throws {
    let payload = #"{"a_b": {"c_d": 1, "cD": 2}}"#
    let record = recording([String: [String: Int]].self, payload, .keys(.convertFromSnakeCase))
    #expect(try record.recorded.get() == ["a_b": ["c_d": 1, "cD": 2]])
    #expect(record.readings.map(\.path.description) == ["", "a_b", "a_b.c_d", "a_b.cD"])
    let numbered = recording([Int: Int].self, #"{"1_0": 1}"#, .keys(.convertFromSnakeCase))
    #expect(try numbered.recorded.get() == [10: 1])
    #expect(numbered.lines.last == "decode 1_0 (10) Int = value")
  }

  @Test("Members of a dictionary that share a name are read one after the other")
  func duplicatesInDictionary() throws {
    let payload = #"{"a": {"id": 1, "name": "x"}, "a": {"id": 2, "more": 0}}"#
    let record = recording([String: Town].self, payload, .keys(.convertFromSnakeCase))
    #expect(record.located == ["a.name", ""])
    #expect(record.failure?.nearest?.byteRange == 35..<55)
    #expect(record.readings.map(\.value?.byteRange.lowerBound) == [0, 6, 13, 24, 35, 42, nil])
  }
}
