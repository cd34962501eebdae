import FailureStorage
import Foundation
import MapperTesting
import TestSupport
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
    private func leave(
      _ payloads: String..., of mapper: MapperUnderTest, part: String = ""
    ) throws {
      try leave(
        payloads.map { EndpointPayload(Array($0.utf8)) }, in: "\(mapper.name) items [Item]\(part)")
    }

    private func leave(_ payloads: [EndpointPayload], in part: String) throws {
      let check = "\(RunningTest.shownName) \(part)"
      let folder = JournalFolder(in: URL(filePath: try trial.get().folder))
      let leftBefore = Set(folder.paths(of: check))
      let journal = CallJournal(of: check, in: folder)
      journal.note(payloads)
      // The copy belongs to no running process.
      let path = try #require(
        folder.paths(of: check).first { !leftBefore.contains($0) })
      try FileManager.default.copyItem(atPath: path, toPath: folder.newPath(of: check))
    }

    @Test("A mapper that ends the process unnoticed is reported")
    func endsUnseen() throws {
      let ending = MapperUnderTest.mapping { data in
        let items = try JSONDecoder().decode([Item].self, from: data)
        // A child answers that its mapper survives.
        if items.contains(where: { $0.name.isEmpty }) {
          _exit(ChildRun.Answer.survived.rawValue)
        }
        return items
      }
      try leave(#"[{"name":"","id":7}]"#, of: ending)
      let text = try #require(try violations(ending).first)
      #expect(
        text.split(separator: "\n")[2...4].joined(separator: "\n") == """
            payload   [{"id":10,"name":""}]
            contract  accepts it
            mapper    it ends the process, as _exit() and execv() do
          """)
    }

    private func violations(_ mapper: MapperUnderTest) throws -> [String] {
      try MapperTest(mapper, keeps: contract(), as: "[Item]").violations().map(\.description)
    }

    @Test(
      "The minimal payload is reported, saved, and tried first from then on",
      .enabled(if: TestDepth.isFull))
    func shrunk() throws {
      let trapping = mapper { !$0.isEmpty }
      try leave(
        #"[{"name":"x","id":7},{"more":[{}],"id":9,"name":""},{"id":1,"name":"y"}]"#, of: trapping)
      let first = try violations(trapping)
      let id = try #require(try savedIDs.first)
      let text = """
        the mapper breaks the law: any JSON is survived
          when      a run of this test died on it; nothing else is tried until it is survived
          payload   [{"id":10,"name":""}]
          contract  accepts it
          mapper    it traps
          passes    with "a" at [0].name
          shrunk    in 6 steps from 72 bytes
          replay    CONTRACTCHECK_REPLAY='\(id)' swift test
        """
      #expect(first.map(withoutSignal) == [text])
      let shown = Guide.named("ReproducingFailures").blocks.map { withoutSignal($0.text) }
      #expect(shown.contains(text + "\n"))
      let again = text.split(separator: "\n").filter { !$0.contains("pass") && !$0.contains("shr") }
      #expect(
        try violations(trapping).map(withoutSignal) == [again.joined(separator: "\n")])
      #expect(try savedIDs == [id])
      let replayed = try Replay.$traitID.withValue(id) { try violations(trapping) }
      #expect(replayed.map(withoutSignal) == [again.joined(separator: "\n")])
    }

    @Test("A mapper that traps in another actor is tried in children too")
    func asynchronous() async throws {
      actor Importer {
        func load(_ data: Data) async throws -> [Item] {
          await Task.yield()
          let items = try JSONDecoder().decode([Item].self, from: data)
          precondition(items.allSatisfy { !$0.name.isEmpty })
          return items
        }
      }
      let importer = Importer()
      try leave(#"[{"more":[{}],"id":9,"name":""}]"#, of: mapper { _ in true })
      let texts = try await AsyncCheck(
        .mapping { try await importer.load($0) }, keeps: contract(), as: "[Item]"
      ).violations().map(\.description)
      let id = try #require(try savedIDs.first)
      #expect(
        texts.map(withoutSignal) == [
          """
          the mapper breaks the law: any JSON is survived
            when      a run of this test died on it; nothing else is tried until it is survived
            payload   [{"id":10,"name":""}]
            contract  accepts it
            mapper    it traps
            passes    with "a" at [0].name
            shrunk    in 2 steps from 32 bytes
            replay    CONTRACTCHECK_REPLAY='\(id)' swift test
          """
        ])
    }

    @Test("A trap is reported in comparisons and at key paths too", .enabled(if: TestDepth.isFull))
    func otherChecks() throws {
      let trapping = mapper { !$0.isEmpty }
      let calm = MapperUnderTest.mapping { try JSONDecoder().decode([Item].self, from: $0) }
      let keyPath = try #require(contract().keyPaths(as: "[Item]").first { $0.path == "[0].name" })
      func agreement() throws -> [String] {
        try MapperTest(calm, agreesWith: trapping, on: contract(), as: "[Item]")
          .violations().map(\.description)
      }
      func handling() -> [String] {
        MapperTest(trapping, handles: keyPath).violations().map(\.description)
      }
      let payload = #"[{"id":9,"name":""}]"#
      if !ChildRun.isChild {
        try leave(payload, of: calm, part: " agrees with \(trapping.name)")
        try leave(payload, of: trapping, part: " [0].name")
      }
      for (texts, verdict) in [
        (try agreement(), "the other mapper: it traps"), (handling(), "it traps"),
      ] {
        #expect(
          texts.map { $0.split(separator: "\n")[2...4].joined(separator: "\n") }.map(withoutSignal)
            == [
              """
                payload   [{"id":10,"name":""}]
                contract  accepts it
                mapper    \(verdict)
              """
            ])
      }
    }

    @Test(
      "A store that traps on the second payload gets the first one each time",
      .enabled(if: TestDepth.isFull))
    func store() throws {
      let mapper = MapperUnderTest.mapping(into: [Item]()) { data, store in
        let items = try JSONDecoder().decode([Item].self, from: data)
        precondition(store.isEmpty || items.allSatisfy { $0.id < 1000 })
        store += items
      } objects: {
        $0
      }
      let first = #"[{"id":1,"name":"a"}]"#
      try leave(first, #"[{"id":2,"name":"b"},{"id":70000,"name":"xyz"}]"#, of: mapper)
      let text = try violations(mapper).map(withoutSignal)
      let id = try #require(try savedIDs.first)
      #expect(
        text == [
          """
          the mapper breaks the law: any JSON is survived
            when      a run of this test died on it; nothing else is tried until it is survived
            before    [{"id":1,"name":"a"}]
            payload   [{"id":1000,"name":"a"}]
            contract  accepts it
            mapper    it traps
            passes    with 999 at [0].id
            shrunk    in 5 steps from 47 bytes
            replay    CONTRACTCHECK_REPLAY='\(id)' swift test
          """
        ])
    }

    @Test(
      "A trap of a store of endpoints is shrunk to the fewest responses",
      .enabled(if: TestDepth.isFull))
    func histories() throws {
      let store = MapperUnderTest.loading(
        into: { [Item]() },
        [
          ("[Item]", { data, store in store += try JSONDecoder().decode([Item].self, from: data) }),
          (
            "Item",
            { data, store in
              let item = try JSONDecoder().decode(Item.self, from: data)
              precondition(store.isEmpty || item.id < 1000)
              store.append(item)
            }
          ),
        ], objects: { StoredObjects($0) })
      try leave(
        [
          EndpointPayload(Array(#"[{"id":1,"name":"a"}]"#.utf8)),
          EndpointPayload(Array("{}".utf8), endpoint: 1),
          EndpointPayload(Array(#"{"id":70000,"name":"xyz"}"#.utf8), endpoint: 1),
        ], in: "\(store.name) items [Item], Item")
      let text = try MapperTest(
        storing: store, keeps: contract(), ComparisonOptions(), [], Law.ofStores,
        MapperTestSettings()
      ).violations().map(\.description).map(withoutSignal)
      let id = try #require(try savedIDs.first)
      #expect(
        text == [
          """
          the mapper breaks the law: any JSON is survived
            when      a run of this test died on it; nothing else is tried until it is survived
            1         [Item]  [{"id":1,"name":"a"}]
            2         Item  {"id":1000,"name":"a"}
            contract  accepts it
            mapper    it traps
            passes    with 999 at id in response 2
            shrunk    in 4 steps from 81 bytes
            replay    CONTRACTCHECK_REPLAY='\(id)' swift test
          """
        ])
    }

    @Test("A response of a load that the test does not have any more is not tried")
    func removedLoad() throws {
      let store = MapperUnderTest.loading(
        into: { [Item]() },
        [("[Item]", { data, store in store += try JSONDecoder().decode([Item].self, from: data) })],
        objects: { StoredObjects($0) })
      try leave(
        [EndpointPayload(Array(#"{"id":1,"name":"a"}"#.utf8), endpoint: 1)],
        in: "\(store.name) items [Item]")
      let texts = try MapperTest(
        storing: store, keeps: contract(), ComparisonOptions(), [], Law.ofStores,
        MapperTestSettings()
      ).violations().map(\.description)
      #expect(texts == [])
    }

    @Test(
      "Traps of other tests are not reported, and invalid JSON is shrunk by bytes")
    func bytes() throws {
      let mapper = MapperUnderTest.mapping { data in
        precondition(!data.contains(0x2b))
        return try JSONDecoder().decode([Item].self, from: data)
      }
      try leave(#"[{"id":1,"name":"a"}]"#, of: mapper)
      try leave("[{x+y}", of: mapper)
      let text = try violations(mapper).map(withoutSignal)
      #expect(
        text.map { $0.split(separator: "\n")[2...4].joined(separator: "\n") } == [
          """
            payload   +
            contract  rejects it: the payload is not JSON
            mapper    it traps
          """
        ])
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
