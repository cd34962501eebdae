import JSONParsing
import TestSupport
import Testing

@testable import CaptureSources

@Suite("An archive gives the same entries however its bytes arrive")
struct ArchiveSplitTests {
  private static let archive = #"""
    {"log": {"version": "1.2", "creator": {"name": "\"]}", "version": -1.5e3},
      "pages": [[{}], {"a": [true, "\\"]}], "entries": [
      {"request": {"method": "GET", "url": "/ä/1"}, "response": {"status": 200,
        "content": {"mimeType": "application/json", "text": "{\"a\": \"\\\"ü\\u0041\"}"}}},
      {"response": {"status": 200, "content": {"text": "eyJpZCI6MX0=", "encoding": "base64"}}},
      {"response": {"status": 0}} ] , "comment": null}}
    """#

  @Test("Every size of the buffer gives the same entries")
  func sizes() {
    let whole = Reading(Self.archive)
    #expect(whole.records.count == 3)
    #expect(whole.problems == [])
    for count in 1...Self.archive.utf8.count {
      #expect(Reading(Self.archive, pieceByteCount: count) == whole, "\(count) bytes")
    }
  }

  @Test("The reader finds the damage of an archive where the parser finds it")
  func damage() throws {
    let archive = Array(Self.archive.utf8)
    var generator = SplitMix64(seed: 7)
    let bytes = Array("{}[]\",:\\ x1-\u{0}".utf8)
    for offset in archive.indices {
      for _ in 0..<4 {
        let byte = bytes.randomElement(using: &generator).map { [$0] } ?? []
        let damages = [[], byte, byte + [archive[offset]]]
        let damage = damages.randomElement(using: &generator) ?? []
        let damaged = archive[..<offset] + damage + archive[(offset + 1)...]
        let pieces = Int.random(in: 1...40, using: &generator)
        expectAsParser(Array(damaged), pieceByteCount: pieces)
      }
    }
  }

  /// Expects that the reader reads a text as far as the parser.
  private func expectAsParser(_ text: [UInt8], pieceByteCount: Int) {
    let reading = Reading(text, named: "x.har", pieceByteCount: pieceByteCount)
    do {
      let log = try JSONDocument(parsing: text).root["log"]
      let entries = log?["entries"]?.elements.filter { $0.kind == .object }
      // If there are several, the reader reads all of them, and the parser the last.
      #expect(reading.records.count >= entries?.count ?? 0, "\(String(text))")
      #expect(!reading.problems.contains { $0.contains("is not JSON") }, "\(String(text))")
    } catch {
      let position = TextPosition(offset: error.offset, in: text)
      let start = "x.har:\(position): the archive is not JSON: "
      #expect(reading.problems.last?.hasPrefix(start) == true, "\(reading.problems) \(error)")
    }
  }
}
