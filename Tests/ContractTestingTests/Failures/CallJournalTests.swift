import DiskReading
import Foundation
import MapperTesting
import Testing

@testable import ContractTesting

@Suite("A journal tells the next run which check did not end, and on which payload", .freshStore)
struct CallJournalTests {
  private let root: URL
  private let folder: JournalFolder
  private let payload = Array(#"{"id":1}"#.utf8)

  init() throws {
    root = URL(filePath: try Trial([:]).folder)
    folder = JournalFolder(in: root)
  }

  /// Copies the journals of a check, as a process that dies now would leave them.
  private func die(in check: String) throws {
    for path in folder.paths(of: check) {
      let left = folder.newPath(of: check)
      try FileManager.default.copyItem(atPath: path, toPath: left)
    }
  }

  private func files() -> [String] { sortedNames(in: folder.folder) }

  @Test("The payload of an unfinished call is reported once, with its predecessors")
  func deadCall() throws {
    let journal = CallJournal(of: "a", in: folder)
    journal.note([EndpointPayload([0x31]), EndpointPayload(payload)])
    try die(in: "a")
    #expect(CallRecord.claimed(of: "b", in: folder) == [])
    let dead = CallRecord.claimed(of: "a", in: folder)
    #expect(
      dead == [
        CallRecord(check: "a", payloads: [EndpointPayload([0x31]), EndpointPayload(payload)])
      ])
    #expect(CallRecord.claimed(of: "a", in: folder) == [])
    #expect(files().count == 1)
    journal.finish()
    #expect(files() == [])
  }

  @Test("A process that dies outside of calls leaves no payload")
  func idle() throws {
    let journal = CallJournal(of: "a", in: folder)
    try die(in: "a")
    #expect(CallRecord.claimed(of: "a", in: folder) == [CallRecord(check: "a", payloads: [])])
    journal.note([EndpointPayload(payload)])
    journal.note([])
    try die(in: "a")
    #expect(CallRecord.claimed(of: "a", in: folder) == [CallRecord(check: "a", payloads: [])])
    #expect(files().count == 1)
  }

  @Test("The first line of a file is the check, for people")
  func line() throws {
    let journal = CallJournal(of: "App.Suite/a() [Item]", in: folder)
    journal.note([EndpointPayload(payload)])
    let file = folder.folder.appending(path: try #require(files().first))
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text.hasPrefix("App.Suite/a() [Item]\n\u{1}\0\0\0"))
  }

  @Test("The journals of checks that run are left alone")
  func alive() {
    let journal = CallJournal(of: "a", in: folder)
    journal.note([EndpointPayload(payload)])
    #expect(CallRecord.claimed(of: "a", in: folder) == [])
    #expect(files().count == 1)
    withExtendedLifetime(journal) {}
  }

  @Test("A released journal is removed")
  func released() {
    do {
      let journal = CallJournal(of: "a", in: folder)
      journal.note([EndpointPayload(payload)])
      #expect(journal.isOpen)
    }
    #expect(files() == [])
  }

  @Test("A shorter payload replaces a longer one completely")
  func shorter() throws {
    let journal = CallJournal(of: "a", in: folder)
    journal.note([EndpointPayload(Array(repeating: 0x20, count: 100_000))])
    journal.note([])
    journal.note([EndpointPayload(payload)])
    try die(in: "a")
    #expect(
      CallRecord.claimed(of: "a", in: folder) == [
        CallRecord(check: "a", payloads: [EndpointPayload(payload)])
      ])
    withExtendedLifetime(journal) {}
  }

  @Test(
    "Files that are not journals are removed silently",
    arguments: ["", "x", "a", "a\n", "a\n\0\0\0", "a\n\u{1}\0\0\0abc", "b\n\0\0\0\0"])
  func broken(text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.newPath(of: "a")))
    #expect(CallRecord.claimed(of: "a", in: folder) == [])
    #expect(files() == [])
  }

  @Test("A folder that cannot be created does not affect the mapper")
  func unwritable() throws {
    let root = URL(filePath: try Trial([".contractcheck": "a file"]).folder)
    let journal = CallJournal(of: "a", in: JournalFolder(in: root))
    #expect(!journal.isOpen)
    let mapper = watched(.mapping { $0.count }, CallWatch(journal))
    var session = mapper.makeSession()
    guard case .value(let count as Int) = session.map(payload) else {
      Issue.record("the mapper has no value")
      return
    }
    #expect(count == payload.count)
  }

  @Test("During a call the journal has the payloads of the session")
  func wrapper() throws {
    let journal = CallJournal(of: "a", in: folder)
    var dead: [[CallRecord]] = []
    let mapper = watched(
      .mapping(into: 0) { data, store in
        store += data.count
        try die(in: "a")
        dead.append(CallRecord.claimed(of: "a", in: folder))
      } objects: {
        [$0]
      }, CallWatch(journal))
    var session = mapper.makeSession()
    _ = session.map(payload)
    _ = session.map([0x31])
    #expect(
      dead == [
        [CallRecord(check: "a", payloads: [EndpointPayload(payload)])],
        [CallRecord(check: "a", payloads: [EndpointPayload(payload), EndpointPayload([0x31])])],
      ])
    try die(in: "a")
    #expect(CallRecord.claimed(of: "a", in: folder) == [CallRecord(check: "a", payloads: [])])
    withExtendedLifetime(journal) {}
  }

  @Test("A record is read back, and a truncated one is not")
  func record() {
    let record = CallRecord(
      check: "ä",
      payloads: [
        EndpointPayload([]), EndpointPayload(payload, endpoint: 3), EndpointPayload([0, 0xff]),
      ])
    #expect(CallRecord(record.bytes) == record)
    for count in record.bytes.indices { #expect(CallRecord(record.bytes.prefix(count)) == nil) }
    #expect(CallRecord([0x0a, 0xff, 0xff, 0xff, 0xff]) == nil)
  }
}
