import ContractTesting
import DiskReading
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

@Suite("The next run reports an unfinished check", .freshStore)
struct OpenCheckTests {
  private struct Item: Codable { var id: Int }

  private let trial = Result {
    try Trial([
      "items.contract.json": """
      {
        "contract": 1,
        "mappings": { "Item": { "map": { "id": "id: Int" } } },
        "endpoints": { "GET /items": "[Item]" }
      }
      """
    ])
  }

  private func contract() throws -> Contract {
    try Contract("items", filePath: trial.get().filePath)
  }

  private var folder: JournalFolder {
    get throws { JournalFolder(in: URL(filePath: try trial.get().folder)) }
  }

  private func leftFiles() throws -> [String] { sortedNames(in: try folder.folder) }

  /// Leaves the file of a process that died in a check of the running test.
  private func leave(_ payloads: [EndpointPayload] = [], in part: String) throws {
    let check = "\(RunningTest.shownName) \(part)"
    let journal = CallJournal(of: check, in: try folder)
    if !payloads.isEmpty { journal.note(payloads) }
    let path = try #require(try folder.paths(of: check).first)
    // The copy belongs to no running process.
    try FileManager.default.copyItem(atPath: path, toPath: try folder.newPath(of: check))
  }

  @Test("There is one file during a call, and none after the check")
  func open() throws {
    var counts: Set<Int> = []
    let texts = try recorded {
      try expect(
        .mapping { data in
          counts.insert(try leftFiles().count)
          return try JSONDecoder().decode([Item].self, from: data)
        }, keeps: contract(), as: "[Item]")
    }
    #expect(texts == [])
    #expect(counts == [1])
    #expect(try leftFiles() == [])
  }

  @Test("Failing checks, encoding checks and store checks leave no file")
  func others() throws {
    let mapper = MapperUnderTest.decoding([Item].self)
    #expect(throws: TestSetupError.self) {
      try expect(mapper, keeps: contract(), as: "[Item]", named: ["none": "one"])
    }
    try expect(.encoding([Item(id: 1)]), keeps: contract(), as: "Item")
    try expect(mapper, agreesWith: mapper, on: contract(), as: "[Item]")
    #expect(try leftFiles() == [])
  }

  @Test(
    "An earlier end of the process is one warning, with the payload if in a call")
  func told() throws {
    let mapper = MapperUnderTest.mapping { try JSONDecoder().decode([Item].self, from: $0) }
    let part = "\(mapper.name) items [Item]"
    let test = RunningTest.shownName
    let check = { try expect(mapper, keeps: contract(), as: "[Item]") }
    try leave(in: part)
    #expect(
      try recorded { _ = try check() } == [
        "an earlier run ended before this check did, between two calls: \(test) \(part)"
      ])
    #expect(try recorded { _ = try check() } == [])
    // These are not tried in a child: a child would run this test.
    let calls = [
      CallRecord(
        check: "a", payloads: [EndpointPayload([0x31]), EndpointPayload(Array("[\u{1b}]".utf8))]),
      CallRecord(check: "a", payloads: [EndpointPayload([0x31], endpoint: 1)]),
      CallRecord(
        check: "a", payloads: [EndpointPayload(Array(repeating: 0x31, count: 1000), endpoint: 2)]),
    ]
    #expect(
      calls.map { $0.text(["GET /a", "GET /b"]) } == [
        "an earlier run ended before this check did, in the call with [<U+001B>] of GET /a: a",
        "an earlier run ended before this check did, in the call with 1 of GET /b: a",
        "an earlier run ended before this check did, in the call with "
          + String(repeating: "1", count: 400) + "…: a",
      ])
    #expect(
      calls[0].text()
        == "an earlier run ended before this check did, in the call with [<U+001B>]: a")
    let call = CallRecord(
      check: "AppTests.AvatarMapperTests/keepsContract() Array<Avatar> avatars [Avatar]",
      payloads: [])
    #expect(Guide.named("ReproducingFailures").shows(call.text()))
  }

  @Test("Encoded values are reported too")
  func encoding() throws {
    try leave(in: "encoding Item items")
    #expect(
      try recorded { try expect(.encoding([Item(id: 1)]), keeps: contract(), as: "Item") } == [
        "an earlier run ended before this check did, between two calls: "
          + "\(RunningTest.shownName) encoding Item items"
      ])
  }

  @Test("A replay keeps the file for a complete run", .replay("missing@[0].id"))
  func replay() throws {
    let mapper = MapperUnderTest.decoding([Item].self)
    try leave(in: "\(mapper.name) items [Item]")
    _ = try recorded { try expect(mapper, keeps: contract(), as: "[Item]") }
    #expect(try leftFiles().count == 1)
  }

  @Test("A read-only folder neither fails nor is reported")
  func unwritable() throws {
    let root = try trial.get().folder
    try Data().write(to: URL(filePath: root + "/.contractcheck"))
    #expect(
      try recorded { try expect(.decoding([Item].self), keeps: contract(), as: "[Item]") } == [])
  }
}
