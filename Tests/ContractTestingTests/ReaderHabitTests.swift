import ContractTesting
import Foundation
import MapperTesting
import Testing

/// Behaviour of Swift and Foundation that every app shares is no mistake of an app.
@Suite("Behaviour of Foundation's readers is never reported", .freshStore)
struct ReaderHabitTests {
  private struct Item: Decodable {
    var tags: Set<String>
    var counts: [String: Int]
    var size: Int64
    var names: [String]
  }

  /// Returns the number of violations of a mapper on an example with one changed member.
  private func violations(
    of mapper: MapperUnderTest, _ member: String, _ value: String
  ) throws -> Int {
    var members = ["tags": "[]", "counts": "{}", "size": "1", "names": "[]"]
    members[member] = value
    let payload = members.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }
    let trial = try Trial([
      "items.contract.json": """
      {
        "contract": 1,
        "mappings": {
          "Item": {
            "map": {
              "tags": "tags: Set<String>", "counts": "counts: [String: Int]", "size": "size: Int64",
              "names": "names: [String]"
            }
          }
        },
        "examples": [
          { "name": "one", "as": "Item", "json": { \(payload.joined(separator: ", ")) } }
        ]
      }
      """
    ])
    return try MapperTest(
      mapper, keeps: Contract("items", filePath: trial.filePath), as: "Item",
      laws: [.agreesWithTheContract], settings: MapperTestSettings(cases: 2)
    ).violations().count
  }

  @Test(
    "Canonically equal texts, and numbers read as Double, are left open",
    arguments: [
      ("tags", #"["\u00e9", "e\u0301"]"#), ("counts", #"{"\u00e9": 1, "e\u0301": 2}"#),
      ("counts", #"{"e\u0301": 1, "\u00e9": 2, "a": 3}"#), ("size", "9007199254740993.0"),
    ])
  func open(member: String, value: String) throws {
    #expect(try violations(of: .decoding(Item.self), member, value) == 0)
  }

  @Test("A number out of Double's range may be rejected, even if no line reads it")
  func unreadable() throws {
    let json = MapperUnderTest.mappingJSON { json in
      guard let members = json as? [String: Any], let tags = members["tags"] as? [String],
        let counts = members["counts"] as? [String: Int], let size = members["size"] as? Int,
        let names = members["names"] as? [String]
      else { throw CocoaError(.coderReadCorrupt) }
      return Item(tags: Set(tags), counts: counts, size: Int64(size), names: names)
    }
    #expect(try violations(of: json, "unknown", "1e400") == 0)
    #expect(try violations(of: json, "unknown", "[{}]") == 0)
  }

  @Test("An integer just below Int64 is left open, one far beyond is not")
  func castAround() throws {
    func mapper(_ read: @escaping (Any?) -> Int64?) -> MapperUnderTest {
      .mappingJSON { json in
        guard let members = json as? [String: Any], let tags = members["tags"] as? [String],
          let counts = members["counts"] as? [String: Int], let size = read(members["size"]),
          let names = members["names"] as? [String]
        else { throw CocoaError(.coderReadCorrupt) }
        return Item(tags: Set(tags), counts: counts, size: size, names: names)
      }
    }
    let foundation = mapper { ($0 as? Int).map { Int64($0) } }
    #expect(try violations(of: foundation, "size", "-9223372036854775809") == 0)
    let clamping = mapper { value in
      (value as? Double).map { Int64(exactly: $0) ?? ($0 < 0 ? .min : .max) }
    }
    // Foundation does not cast this integer, so another number in its place is a mistake of the
    // mapper.
    let json = Data("[-9223372036854775809]".utf8)
    let isCast = try JSONSerialization.jsonObject(with: json) is [Int]
    #expect(
      try violations(of: clamping, "size", "-9223372036854775809") == (isCast ? 0 : 1))
    #expect(try violations(of: clamping, "size", "18446744073709551616") == 1)
  }

  @Test(
    "Keys that the decoder considers equal are left open, also in a replay",
    .replay("key-case:camel@file_url"))
  func keys() throws {
    struct File: Decodable { var fileUrl: String }
    let trial = try Trial([
      "files.contract.json": """
      { "contract": 1, "mappings": { "File": { "map": { "file_url": "fileUrl: String" } } } }
      """
    ])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let test = try MapperTest(
      .decoding(File.self, with: decoder), keeps: Contract("files", filePath: trial.filePath),
      as: "File")
    #expect(
      test.violations().map(\.description) == [
        #"the replay of "key-case:camel@file_url" did not reproduce: the mapper passes it; if it was mended, run the test without the replay"#
      ])
  }

  @Test(
    "A replay judges a fault also where the mapper rejects the valid payload",
    .replay("wrong-type:zero@at"))
  func refusedBase() throws {
    struct Event: Decodable { var at: Date }
    let trial = try Trial([
      "events.contract.json": """
      { "contract": 1, "mappings": { "Event": { "map": { "at": "Date(iso8601)" } } } }
      """
    ])
    // Without a strategy, a date is a number.
    let test = try MapperTest(
      .decoding(Event.self), keeps: Contract("events", filePath: trial.filePath), as: "Event")
    let texts = test.violations().map(\.description)
    #expect(texts.count == 1 && texts[0].hasPrefix("Event takes an invalid at\n"), "\(texts)")
  }

  @Test(
    "A changed text is reported, also beside equal ones",
    arguments: [
      ("tags", #"["e\u0301", "f"]"#), ("names", #"["e\u0301", "e"]"#),
      ("counts", #"{"e\u0301": 1}"#),
    ])
  func composed(member: String, value: String) throws {
    let mapper = MapperUnderTest.mapping { data in
      var item = try JSONDecoder().decode(Item.self, from: data)
      let composed = { (text: String) in text.precomposedStringWithCanonicalMapping }
      item.tags = Set(item.tags.map(composed))
      item.names = item.names.map(composed)
      item.counts = Dictionary(
        item.counts.map { (composed($0), $1) }, uniquingKeysWith: { $1 })
      return item
    }
    #expect(try violations(of: mapper, member, value) == 1)
  }
}
