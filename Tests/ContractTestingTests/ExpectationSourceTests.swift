import ContractTesting
import Foundation
import TestSupport
import Testing

/// A mapper that reads another member, and the line that is wrong as a result.
private struct WrongMapper: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let source: String
  let property: String
  let change: @Sendable (inout [String: Any]) -> Void

  static let all = [
    WrongMapper(testDescription: "another member", source: "text", property: "text") {
      $0["text"] = $0["other"]
    },
    WrongMapper(testDescription: "a constant", source: "number", property: "number") {
      $0["number"] = 1
    },
    WrongMapper(testDescription: "a constant truth", source: "flag", property: "flag") {
      $0["flag"] = true
    },
    WrongMapper(testDescription: "a swapped pair", source: "other", property: "other") {
      ($0["text"], $0["other"]) = ($0["other"], $0["text"])
    },
    WrongMapper(testDescription: "swapped objects", source: "second", property: "second") {
      ($0["part"], $0["second"]) = ($0["second"], $0["part"])
    },
    WrongMapper(testDescription: "one listed value", source: "kind", property: "kind") {
      $0["kind"] = "big"
    },
    WrongMapper(testDescription: "never anything", source: "none", property: "none") {
      $0["none"] = NSNull()
    },
    WrongMapper(testDescription: "never a part", source: "empty", property: "empty") {
      $0["empty"] = [Any]()
    },
    WrongMapper(testDescription: "another date", source: "date", property: "date") {
      $0["date"] = "2001-01-01T00:00:00Z"
    },
    WrongMapper(testDescription: "a nested default", source: "part.name", property: "label") {
      var part = object($0["part"])
      part["name"] = "same"
      $0["part"] = part
    },
    WrongMapper(testDescription: "another element", source: "parts[1].name", property: "label") {
      var parts = list($0["parts"]).map { object($0) }
      if parts.count > 1 { parts[1]["name"] = parts[0]["name"] }
      $0["parts"] = parts
    },
  ]
}

@Suite("Changing a member shows which property it becomes")
struct ExpectationSourceTests {
  private func test(_ mapper: MapperUnderTest) throws -> MappingTest {
    try MappingTest(
      OneContract.of(mappings: Thing.mappings), as: "Thing", payload: Thing.payload, mapper: mapper)
  }

  @Test("A mapper that reads every member passes")
  func right() throws {
    let test = try test(Thing.mapper())
    for line in Thing.lines { test.expect(line.source, to: line.property) }
    #expect(test.violations().map(\.message) == [])
  }

  @Test("A mapper that reads another member is reported", arguments: WrongMapper.all)
  private func wrong(_ mapper: WrongMapper) throws {
    let test = try test(Thing.mapper(mapper.change))
    test.expect(mapper.source, to: mapper.property)
    let messages = test.violations().map(\.message)
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains(": \(mapper.property) stays ") == true)
  }

  @Test("Mappers that round, trim and combine pass")
  func lossy() throws {
    let test = try test(
      Thing.mapper { members in
        members["ratio"] = ((members["ratio"] as? Double) ?? 0).rounded()
        members["text"] = "\(members["other"] ?? "")\(members["text"] ?? "")"
      })
    test.expect("ratio", to: "ratio")
    test.expect("text", to: "text")
    test.expect("other", to: "other")
    #expect(test.violations().map(\.message) == [])
  }

  private struct Part {
    var partId: Int
    var label: String
  }

  @Test("A store with a wrong identity is reported")
  func otherIdentity() throws {
    func mapper(_ key: String) -> MapperUnderTest {
      .mapping(
        into: [Part](),
        { data, parts in
          let json = object(try JSONSerialization.jsonObject(with: data))
          parts.append(Part(partId: json[key] as? Int ?? 0, label: json["name"] as? String ?? ""))
        }, objects: { $0 })
    }
    let contract = try OneContract.of(mappings: Thing.mappings)
    for (key, count) in [("id", 0), ("rank", 1)] {
      let test = try MappingTest(
        contract, as: "Part", payload: #"{"id":1,"rank":1,"name":"a"}"#, mapper: mapper(key))
      test.expect("id", to: "partId", value: 1)
      #expect(test.violations().count == count)
    }
  }

  private struct Renamed: Decodable {
    var piece: Thing.Part
    var rest: [Thing.Part]?
  }

  @Test("Properties below a renamed one are found")
  func renamed() throws {
    let contract = try OneContract.of(
      mappings: """
        "Whole": { "map": { "piece": "part: Part" } },
        "Part": { "map": { "id": "partId: Int", "name": "label: String" } },
        """)
    let payload = #"{"piece":{"id":1,"name":"a"}}"#
    let test = try MappingTest(
      contract, as: "Whole", payload: payload, mapper: .decoding(Renamed.self),
      named: ["part": "piece"])
    test.expect("piece.name", to: "label", value: "a")
    test.expectObjects("Part", count: 1)
    test.expectObjects("Whole", count: 1)
    test.expectObjects("Unknown", count: 0)
    #expect(test.violations().map(\.message) == [])
  }

  @Test("Equal values are counted as by the contract")
  func counts() throws {
    let parts = #"[{"id":1,"name":"a"},{"id":1,"name":"b"},{"id":2,"name":"b"}]"#
    for (identity, count) in [(#""identifiedBy": "partId", "#, 2), ("", 3)] {
      let contract = try OneContract.of(
        mappings: """
          "Part": { \(identity)"map": { "id": "partId: Int", "name": "label: String" } }
          """)
      let test = try MappingTest(
        contract, as: "[Part]", payload: parts, mapper: .decoding([Thing.Part].self))
      test.expectObjects("Part", count: count)
      #expect(test.violations().map(\.message) == [])
    }
  }
}
