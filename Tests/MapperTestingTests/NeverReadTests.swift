import JSONParsing
import Testing

@testable import MapperTesting

@Suite("Unread members are named once")
struct NeverReadTests {
  private func neverRead<Value: Decodable>(_ type: Value.Type, _ payload: String) -> [String] {
    recording(type, payload).neverRead.map { "\($0.path) \($0.value?.rawText ?? "")" }
  }

  @Test("Unread members of any depth are in text order, a container without its content")
  func members() {
    let payload = #"""
      {"x": {"y": {"z": 1}}, "towns": [{"id": 1, "name": "a", "zip": [1, [2]]}], "grid": [],
      "holes": [], "unique": [], "slice": [], "é": 1}
      """#
    #expect(
      neverRead(Collections.self, payload) == [
        #"x {"y": {"z": 1}}"#, "towns[0].zip [1, [2]]", "é 1",
      ])
  }

  @Test("A model that opens no container reads nothing of it")
  func nothing() {
    #expect(
      neverRead([Nothing].self, #"[{}, [], 1, {"a": 1}, [1]]"#) == [#"[3] {"a": 1}"#, "[4] [1]"])
  }

  @Test("A model that reads allKeys reads all members")
  func allNames() {
    #expect(neverRead(AllNames.self, #"{"a": 1, "b": {"c": [1]}, "d": []}"#) == [])
    #expect(neverRead([String: Int].self, #"{"a": 1, "b": 2}"#) == [])
    #expect(neverRead(AnyJSON.self, #"{"a": [1, {"b": {}}]}"#) == [])
  }

  @Test("Names outside of the key type were not read")
  func someNames() {
    #expect(neverRead(Shape.self, #"{"point": {}, "more": 1}"#) == ["more 1"])
    #expect(neverRead(Shape.self, #"{"point": {"a": 1}}"#) == ["point.a 1"])
  }

  @Test("The second of two members with one name is unread")
  func duplicates() {
    let record = recording(Town.self, #"{"id": 1, "name": "a", "id": 2}"#)
    #expect(record.neverRead.map(\.path.description) == ["id"])
    #expect(record.neverRead.map(\.value?.byteRange) == [29..<30])
  }

  @Test("Elements after the last one read are unread")
  func elements() {
    #expect(neverRead(ListDerived.self, #"[1, {"id": 1}, 2, [3]]"#) == ["[2] 2", "[3] [3]"])
  }

  @Test("A failed attempt reads the values up to its failure")
  func attempts() {
    let payload = #"[{"id": 1, "x": 2}, [1]]"#
    #expect(neverRead(LossyList.self, payload) == ["[0].x 2", "[1] [1]"])
  }
}
