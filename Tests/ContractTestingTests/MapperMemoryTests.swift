import FailureStorage
import Foundation
import Testing

@testable import ContractTesting

@Suite("A failing payload is saved and tried first", .freshStore)
struct MapperMemoryTests {
  private struct Item: Decodable { var name: String }

  private func mapper(_ change: @escaping (String) -> String) -> MapperUnderTest {
    .mapping { data in
      try JSONDecoder().decode([Item].self, from: data).map { Item(name: change($0.name)) }
    }
  }

  /// The first words of the issues of a check.
  private func issues(_ mapper: MapperUnderTest, _ contract: Contract) throws -> [String] {
    try recorded { try expect(mapper, keeps: contract, as: "[Item]") }
      .map { String($0.prefix { $0 != "\n" }) }
  }

  @Test("A failure is a file; when it passes, it is reported as fixed and removed")
  func fixed() throws {
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { "Item": { "map": { "name": "name: String" } } } }
      """
    ])
    let contract = try Contract("items", filePath: trial.filePath)
    let folder = trial.folder + "/.contractcheck/failures/items"
    let files = { (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0 }

    #expect(try issues(mapper { $0 }, contract) == [])
    #expect(files() == 0)
    let broken = try issues(mapper { $0 == "" ? "none" : $0 }, contract)
    #expect(
      broken == ["Item makes another value of name"])
    #expect(files() == 1)
    let fixed = try issues(mapper { $0 }, contract)
    #expect(
      fixed.map { $0.replacing(/-[0-9a-f]{6},/, with: ",") } == [
        "FIXED: items, Item makes another value of name"
      ])
    #expect(files() == 0)
    #expect(try issues(mapper { $0 }, contract) == [])
  }

  @Test("Many fixed failures are one line")
  func fixedAtOnce() throws {
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { "Item": { "map": { "name": "name: String" } } } }
      """
    ])
    let contract = try Contract("items", filePath: trial.filePath)
    let memory = try #require(MapperMemory(mapper { $0 }, contract, as: "Item", in: "a"))
    for number in 1...7 {
      let failure = memory.failure(
        law: .agreesWithTheContract, identity: "\(number)", cause: "cause", caseID: "",
        payloads: [SavedPayload([0x30])])
      #expect(memory.failures.save(failure) == nil)
    }
    #expect(
      memory.forgetFixed { _ in true }.map { $0.replacing(/-[0-9a-f]{6},/, with: ",") } == [
        "FIXED: items, cause; items, cause; items, cause; items, cause; items, cause; and 2 more"
      ])
    #expect(memory.forgetFixed { _ in true } == [])
  }

  @Test("Each argument of a test has its own failures", arguments: ["a", "b"])
  func arguments(text: String) throws {
    #expect(RunningTest.shownArguments == " (\"\(text)\")")
  }

  @Test(
    "Unordered arguments have the same name in each run",
    arguments: [Set((1...9).map { "\($0)" })])
  func unordered(texts: Set<String>) {
    let text = texts.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(RunningTest.shownArguments == " ([\(text)])")
  }

  @Test("A saved failure is replayed by its id, or did not reproduce")
  func replayed() async throws {
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { "Item": { "map": { "name": "name: String" } } } }
      """
    ])
    let contract = try Contract("items", filePath: trial.filePath)
    _ = try issues(mapper { $0 == "" ? "none" : $0 }, contract)
    let folder = trial.folder + "/.contractcheck/failures/items"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    let saved = SavedFailures(root: URL(filePath: trial.folder)).all().failures
    let id = try #require(saved.first).id
    func replay(_ id: String, _ mapper: MapperUnderTest) throws -> [String] {
      try Replay.$traitID.withValue(id) {
        try MapperTest(mapper, keeps: contract, as: "[Item]").violations().map(\.description)
      }
    }
    #expect(
      try replay(id, mapper { $0 == "" ? "none" : $0 }) == [
        #"""
        Item makes another value of name
          in        items.contract.json:1:59  "name": "name: String"
          when      [0].name is ""
          payload   [{"name":""}]
          contract  [0].name = ""
          mapper    [0].name = "none"
          replay    CONTRACTCHECK_REPLAY='\#(id)' swift test
        """#
      ])
    #expect(
      try replay(id, mapper { $0 }) == [
        #"the replay of "\#(id)" did not reproduce: the mapper passes it; if it was mended, run the test without the replay"#
      ])
    #expect(
      try replay("null@[0].name", mapper { $0 }) == [
        #"the replay of "null@[0].name" did not reproduce: the mapper passes it; if it was mended, run the test without the replay"#
      ])
    #expect(
      try replay("items-0a0b0c", mapper { $0 }) == [
        #"there is no saved failure "items-0a0b0c": it is fixed, or of another checkout"#
      ])
    // The id of another contract's failure is ignored.
    #expect(try replay("users-0a0b0c", mapper { $0 }) == [])
    func warnings(_ id: String) throws -> [String] {
      try Replay.$traitID.withValue(id) {
        try MapperTest(mapper { $0 }, keeps: contract, as: "[Item]").warnings()
      }
    }
    #expect(
      try warnings("null@[0].nam") == [
        #"no payload of this check is "null@[0].nam", which a replay asks for: all were tried; did you mean "null@[0].name"?"#
      ])
    let unknown = try warnings("wrong-kind@[0].name")
    #expect(
      unknown.first?.hasPrefix(
        #"no payload of this check is "wrong-kind@[0].name", which a replay asks for: all were tried; there are "missing@[0].name", "null@[0].name", "#
      ) ?? false, "\(unknown)")
    for id in ["null@[0].name", "users-0a0b0c", id] { #expect(try warnings(id) == [], "\(id)") }
  }
}
