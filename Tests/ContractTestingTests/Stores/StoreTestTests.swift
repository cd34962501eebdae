import Foundation
import JSONParsing
import MapperTesting
import Testing

@testable import ContractTesting

@Suite("A store of several endpoints is tested as in an app", .freshStore)
struct StoreTestTests {
  private struct Note: Decodable {
    var id: Int
    var text: String
  }

  /// A store that may keep two objects of one identity.
  private struct Notes {
    var notes: [Note] = []
    var keepsTwo = false

    mutating func load(_ data: Data) throws {
      for note in try JSONDecoder().decode([Note].self, from: data) { add(note) }
    }

    mutating func apply(_ data: Data) throws {
      add(try JSONDecoder().decode(Note.self, from: data))
    }

    private mutating func add(_ note: Note) {
      let known = keepsTwo ? nil : notes.firstIndex { $0.id == note.id }
      if let known { notes[known] = note } else { notes.append(note) }
    }
  }

  private let trial: Trial
  private let contract: Contract

  init() throws {
    trial = try Trial([
      "Contracts/notes.contract.json": """
      {
        "contract": 1,
        "endpoints": {
          "GET /notes": "[Note]", "event note.changed": "Note", "DELETE /notes/:id -> 204": null
        },
        "mappings": {
          "Note": { "identifiedBy": "id", "map": { "id": "id: Int", "text": "text: String" } }
        }
      }
      """
    ])
    contract = try Contract("notes", filePath: trial.filePath)
  }

  private func expectNotes(keepsTwo: Bool) throws {
    try expect(
      stores: { Notes(keepsTwo: keepsTwo) },
      loading: [
        "GET /notes": { data, store in try store.load(data) },
        "event note.changed": { data, store in try store.apply(data) },
      ],
      objects: { $0.notes }, keeps: contract)
  }

  private final class Recorded: @unchecked Sendable { var texts: [String] = [] }

  /// The issues that a check records.
  private func issues(keepsTwo: Bool) throws -> [String] {
    let recorded = Recorded()
    try withKnownIssue(isIntermittent: true) {
      try expectNotes(keepsTwo: keepsTwo)
    } matching: { issue in
      recorded.texts += issue.comments.map(\.rawValue)
      return true
    }
    return recorded.texts
  }

  private func saved() throws -> [String] {
    let folder = trial.folder + "/.contractcheck/failures/notes"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
  }

  // MARK: - Reports and saved failures

  @Test("A mistake is reported with the fewest responses, saved, and forgotten once it is fixed")
  func told() throws {
    #expect(try issues(keepsTwo: false) == [])
    let texts = try issues(keepsTwo: true)
    let id = try #require(texts.first?.firstMatch(of: /history:[0-9]+:[0-9]+/))
    #expect(
      texts.map { $0.replacing(id.output, with: "ID") } == [
        #"""
        the store has 2 Note objects, and the contract 1 Note object, after 2 responses
          in        Contracts/notes.contract.json:7:52  "id": "id: Int"
          1         event note.changed  {"id":1,"text":"a"}
          2         event note.changed  {"id":1,"text":"a"}
          contract  1 Note object: 1 untouched
          mapper    2 Note objects: 1 created, 1 untouched
          also      on 129 other histories
          shrunk    in 3 steps from 90 bytes
          replay    CONTRACTCHECK_REPLAY='ID' swift test --filter ContractTestingTests.StoreTestTests/told
        """#
      ])
    let files = try saved()
    #expect(files.count == 1)
    #expect(try issues(keepsTwo: false).map { $0.prefix(12) } == ["FIXED: notes"])
    #expect(try saved() == [])
  }

  @Test("A failed history is a readable file that every checkout replays")
  func promoted() throws {
    _ = try issues(keepsTwo: true)
    let file = try #require(try saved().first)
    let history = file.split(separator: "\n").drop { !$0.contains("\"payloads\"") }
    #expect(
      history.joined(separator: "\n") == #"""
          "payloads" : [
            {
              "endpoint" : "event note.changed",
              "text" : "{\"id\":1,\"text\":\"a\"}"
            },
            {
              "endpoint" : "event note.changed",
              "text" : "{\"id\":1,\"text\":\"a\"}"
            }
          ],
          "target" : "GET /notes, event note.changed"
        }
        """#)
    let regressions = trial.folder + "/Fixtures/regressions"
    try FileManager.default.createDirectory(
      atPath: regressions, withIntermediateDirectories: true)
    try Data(file.utf8).write(to: URL(filePath: regressions + "/notes-1.json"))
    try FileManager.default.removeItem(atPath: trial.folder + "/.contractcheck")
    var settings = MapperTestSettings()
    settings.histories = 0
    let test = { keepsTwo in
      try MapperTest(
        stores: { Notes(keepsTwo: keepsTwo) },
        loading: [
          "GET /notes": { data, store in try store.load(data) },
          "event note.changed": { data, store in try store.apply(data) },
        ], objects: { $0.notes }, keeps: contract, settings: settings)
    }
    #expect(try test(false).violations().isEmpty)
    #expect(try test(true).violations().count == 1)
  }

  @Test("A history is replayed by its id; a history that passes did not reproduce")
  func replayed() throws {
    let texts = try issues(keepsTwo: true)
    let id = try #require(texts.first?.firstMatch(of: /history:[0-9]+:[0-9]+/)).output
    let replays = try Replay.$traitID.withValue(String(id)) {
      try (broken: issues(keepsTwo: true), mended: issues(keepsTwo: false))
    }
    #expect(replays.broken.map { $0.prefix(27) } == ["the store has 2 Note object"])
    #expect(
      replays.mended == [
        "the replay of \"\(id)\" did not reproduce: the mapper passes it; if it was mended, run the "
          + "test without the replay"
      ])
  }

  // MARK: - Rejections

  @Test("A store that keeps part of a rejected response is reported, unless the test allows it")
  func refusals() throws {
    let test = { (laws: [Law]) in
      try MapperTest(
        stores: Notes.init,
        loading: [
          "GET /notes": { data, store in
            let elements = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
            for element in elements {
              try store.apply(
                JSONSerialization.data(withJSONObject: element as? [String: Any] ?? [:]))
            }
            guard data.first == UInt8(ascii: "[") else { throw CocoaError(.coderReadCorrupt) }
          }
        ], objects: { $0.notes }, keeps: contract, laws: laws
      ).violations().map { String($0.description.prefix { $0 != "\n" }) }
    }
    #expect(
      try test(Law.ofStores) == ["the mapper breaks the law: a refused payload changes nothing"])
    #expect(try test([.agreesWithTheContract]) == [])
  }

  @Test("A store that is shared by all histories is reported")
  func shared() throws {
    final class Shared {
      var notes = Notes()
    }
    let shared = Shared()
    let texts = try MapperTest(
      stores: { shared }, loading: ["GET /notes": { data, store in try store.notes.load(data) }],
      objects: { $0.notes.notes }, keeps: contract
    ).violations().map { $0.description.split(separator: "\n") }
    let text = try #require(texts.first)
    #expect(texts.count == 1)
    #expect(text.first == "the store is not empty before anything is loaded into it")
    #expect(
      text.contains(
        "  hint      a new and empty store has to be made each time; one that is shared cannot be tested"
      ))
  }

  @Test("Endpoints that cannot be loaded are rejected before anything is loaded")
  func setup() {
    let complaint = { (name: String) in
      ContractTestingTests.complaint {
        _ = try MapperTest(
          stores: Notes.init, loading: StoreLoads(dictionaryLiteral: (name, { _, _ in })),
          objects: { $0.notes }, keeps: contract)
      }
    }
    #expect(
      complaint("GET /note") == """
        the contract "notes" has no "GET /note"
          did you mean "GET /notes"?
        """)
    #expect(
      complaint("DELETE /notes/:id -> 204") == """
        the endpoint "DELETE /notes/:id -> 204" of the contract "notes" has no body, so no payload \
        that a mapper could map
        """)
    let none = ContractTestingTests.complaint {
      _ = try MapperTest(stores: Notes.init, loading: [:], objects: { $0.notes }, keeps: contract)
    }
    #expect(none == "loading: names no endpoint, so that nothing would be loaded")
    let twice = ContractTestingTests.complaint {
      _ = try MapperTest(
        stores: Notes.init,
        loading: ["GET /notes": { _, _ in }, "GET /notes": { _, _ in }],
        objects: { $0.notes }, keeps: contract)
    }
    #expect(twice == #"loading: names "GET /notes" twice"#)
  }

  // MARK: - One endpoint

  @Test("A mapper of one type that has a store is also tested with histories")
  func oneEndpoint() throws {
    /// A store that drops the third payload.
    struct Forgetful {
      var notes = Notes()
      var count = 0
    }
    let mapper = { (drops: Bool) in
      MapperUnderTest.mapping(into: Forgetful()) { data, store in
        store.count += 1
        let before = store.notes
        try store.notes.load(data)
        if drops, store.count == 3 { store.notes = before }
      } objects: {
        $0.notes.notes
      }
    }
    let test = { try MapperTest(mapper($0), keeps: contract, as: "[Note]") }
    #expect(try test(false).coverage.histories == 50)
    #expect(try test(false).violations().isEmpty)
    let texts = try test(true).violations().map(\.description)
    #expect(texts.count == 1)
    let before = texts.first?.split(separator: "\n").count { $0.hasPrefix("  before") }
    #expect(before == 2)
  }

  @Test("A trait sets the number of histories", .contract(histories: 3, steps: 2))
  func trait() throws {
    let count = try MapperTest(
      stores: Notes.init, loading: ["GET /notes": { data, store in try store.load(data) }],
      objects: { $0.notes }, keeps: contract
    ).verify().histories
    #expect(count == 3)
  }
}
