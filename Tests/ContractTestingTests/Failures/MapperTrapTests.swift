import FailureStorage
import Foundation
import Testing

@testable import ContractTesting

#if os(Linux) || os(macOS)
  @Suite(
    "A payload that ends the process is shrunk in children", .freshStore,
    .enabled(if: isRunBySwiftTest))
  struct MapperTrapTests {
    private struct Item: Decodable {
      var id: Int
      var name: String
    }

    private func mapper(_ survives: @escaping (String) -> Bool) -> MapperUnderTest {
      .mapping { data in
        let items = try JSONDecoder().decode([Item].self, from: data)
        precondition(items.allSatisfy { survives($0.name) })
        return items
      }
    }

    private let trial = Result {
      try Trial([
        "items.contract.json": """
        {
          "contract": 1,
          "mappings": { "Item": { "map": { "id": "id: Int", "name": "name: String" } } }
        }
        """
      ])
    }

    private func contract() throws -> Contract {
      try Contract("items", filePath: trial.get().filePath)
    }

    /// Leaves the journal of a process that died.
    private func leave(_ payload: String, of mapper: MapperUnderTest) throws {
      let memory = try #require(MapperMemory(mapper, contract(), as: "[Item]"))
      let folder = JournalFolder(in: memory.root)
      let journal = CallJournal(of: memory.check, in: folder)
      journal.begin([Array(payload.utf8)])
      // A copy belongs to no process.
      let path = try #require(folder.paths(of: memory.check).first)
      try FileManager.default.copyItem(atPath: path, toPath: folder.newPath(of: memory.check))
    }

    private func violations(_ mapper: MapperUnderTest) throws -> [String] {
      try MapperTest(mapper, keeps: contract(), as: "[Item]").violations().map(\.description)
    }

    @Test("The minimal payload is told, saved, and tried first from then on")
    func shrunk() throws {
      let trapping = mapper { !$0.isEmpty }
      try leave(
        #"[{"name":"x","id":7},{"more":[{}],"id":9,"name":""},{"id":1,"name":"y"}]"#, of: trapping)
      let first = try violations(trapping)
      let id = try #require(try savedIDs.first)
      let text = """
        the mapper breaks the law: any JSON is survived
          when      a run of this test died on it; nothing else is tried until it is survived
          payload   [{"id":0,"name":""}]
          contract  accepts it
          mapper    it traps
          passes    with "a" at [0].name
          shrunk    in 6 steps from 72 bytes
          replay    CONTRACTCHECK_REPLAY='\(id)' swift test
        """
      #expect(first.map(withoutSignal) == [text])
      let again = text.split(separator: "\n").filter { !$0.contains("pass") && !$0.contains("shr") }
      #expect(
        try violations(trapping).map(withoutSignal) == [again.joined(separator: "\n")])
      #expect(try savedIDs == [id])
    }

    private var savedIDs: [String] {
      get throws {
        try SavedFailures(root: URL(filePath: trial.get().folder)).all().failures.map(\.id)
      }
    }

    private func withoutSignal(_ text: String) -> String {
      text.replacing(#/ \(SIG[A-Z]+\)/#, with: "")
    }
  }

  private let isRunBySwiftTest = CommandLine.arguments.contains("swift-testing")
#endif
