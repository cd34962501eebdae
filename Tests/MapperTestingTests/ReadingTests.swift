import Foundation
import JSONParsing
import Testing

@testable import MapperTesting

@Suite("A recording has what a model read, in order")
struct ReadingTests {
  @Test("Values, nulls, absent and unread members are recorded")
  func optionals() {
    let record = recording(
      [SnakeUser].self,
      #"""
      [{"user_id": 1, "first_name": null, "pictureURL": "a",
      "home_town": {"id": 2, "name": "b"}, "more": {"a": [1]}}]
      """#,
      .keys(.convertFromSnakeCase))
    #expect(
      record.description == """
        decode Array<SnakeUser> = value
        decode [0] SnakeUser = value
        decode [0].user_id (userId) Int = value
        decodeIfPresent [0].first_name (firstName) String = null
        decodeIfPresent [0].picture_url (pictureUrl) String = absent
        decodeIfPresent [0].pictureURL String = value
        decodeIfPresent [0].home_town (homeTown) Town = value
        decode [0].home_town.id Int = value
        decode [0].home_town.name String = value
        decodeIfPresent [0].extra Dictionary<String, Int> = absent
        never read: [0].more
        """)
  }

  @Test("Nested containers of every kind are recorded")
  func nested() {
    let record = recording(
      Nested.self, #"{"city": {"name": "NY"}, "items": [1, [2, 3], {"id": 4, "x": 5}, {}]}"#)
    #expect(
      record.description == """
        decode Nested = value
        nestedContainer city = value
        decode city.name String = value
        nestedUnkeyedContainer items = value
        decode items[0] Int = value
        nestedUnkeyedContainer items[1] = value
        decode items[1][0] Int = value
        decode items[1][1] Int = value
        nestedContainer items[2] = value
        decode items[2].id Int = value
        never read: items[2].x
        never read: items[3]
        """)
  }

  @Test("contains() and repeated reads are recorded")
  func questions() {
    let record = recording(Careful.self, #"{"deleted": {"a": 1}, "name": null, "id": 1}"#)
    #expect(
      record.description == """
        decode Careful = value
        contains deleted = value
        decodeNil name = null
        decode id Int = value
        decode id String = threw
        """)
    #expect(
      recording(Careful.self, #"{"name": "a", "id": 1}"#).lines[1] == "contains deleted = absent")
  }

  @Test("Super decoders are recorded, present or absent")
  func superclasses() {
    #expect(
      recording(Derived.self, #"{"name": "a", "super": {"id": 1}}"#).description == """
        decode Derived = value
        decode name String = value
        superDecoder super = value
        decode super.id Int = value
        """)
    #expect(recording(Derived.self, #"{"name": "a"}"#).lines[2] == "superDecoder super = absent")
    #expect(
      recording(ListDerived.self, #"[1, {"id": 1}]"#).lines.suffix(2) == [
        "superDecoder [1] = value", "decode [1].id Int = value",
      ])
  }

  @Test("Failed attempts of a union are recorded, and are no failure")
  func union() {
    let record = recording([Union].self, #"["a", {"id": 1, "name": "b"}]"#)
    #expect(
      record.description == """
        decode Array<Union> = value
        decode [0] Union = value
        decode [0] Int = threw
        decode [0] String = value
        decode [1] Union = value
        decode [1] Int = threw
        decode [1] String = threw
        decode [1].id Int = value
        decode [1].name String = value
        """)
    #expect(record.failure == nil)
  }

  @Test("Each read has its bytes and its enclosing read")
  func ranges() throws {
    let record = recording([Town].self, #"[{"id": 1, "name": "a"}]"#)
    #expect(record.readings.map(\.value?.byteRange) == [0..<24, 1..<23, 8..<9, 19..<22])
    #expect(record.readings.map(\.parent) == [nil, 0, 1, 1])
    #expect(record.readings.map(\.key) == [nil, nil, "id", "name"])
  }

  @Test("A custom date is recorded as one value")
  func customDates() {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      _ = try Base(from: decoder)
      return Date(timeIntervalSince1970: 0)
    }
    #expect(
      recording([String: Date].self, #"{"a": {"id": 1, "x": 2}}"#, decoder).description == """
        decode Dictionary<String, Date> = value
        allKeys = value
        decode a Date = value
        """)
    #expect(recording([Date].self, #"[{"id": 1, "x": 2}]"#, decoder).neverRead.isEmpty)
  }

  @Test("Names of the payload are escaped")
  func displayed() {
    let record = recording([String: Int].self, #"{"a\u001b": "x"}"#)
    #expect(record.lines[2] == "decode a<U+001B> Int = threw")
    #expect(record.lines[3].hasPrefix("failed at a<U+001B> (bytes 12..<15): "))
  }

  @Test("Later reads of a kept container are ignored")
  func keptContainer() throws {
    let record = recording(Lazy.self, #"{"id": 1, "name": "a"}"#)
    #expect(try record.recorded.get().name == "a")
    #expect(record.lines == ["decode Lazy = value", "decode id Int = value", "never read: name"])
  }

  @Test("Payloads that Foundation reads and RFC 8259 forbids are recorded without their bytes")
  func lenient() {
    let record = recording(
      Optionals.self, #"{"id": 1, "name": null, "city": {"id": 2, "name": "a"},}"#)
    #expect(record.document == nil)
    #expect(record.readings.allSatisfy { $0.value?.byteRange == nil })
    #expect(
      record.lines.prefix(4) == [
        "decode Optionals = value", "decodeIfPresent id Int = value",
        "decodeIfPresent name String = absent", "decodeIfPresent city Town = value",
      ])
  }
}
