import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Damaged gzip data is an error, and the readable part is checked")
struct GzipDamageTests {
  private static let text = GzipCapture.lines
  /// The number of bytes before a member's text, and after it.
  private static let (headByteCount, endByteCount) = (15, 8)

  private func run(_ bytes: [UInt8], named name: String = "x.ndjson.gz") throws
    -> GzipCapture.Printed
  {
    try GzipCapture.run(bytes, named: name)
  }

  private func error(_ words: String) -> String {
    "contractcheck: x.ndjson.gz: cannot be read: \(words)\n"
  }

  @Test("A truncated file is reported, and the lines before the cut are checked")
  func cutOff() throws {
    let packed = GzipWriter.member(Self.text)
    for count in 0..<packed.count {
      let printed = try run(Array(packed[..<count]))
      #expect(printed.exitCode == .unreadableInput)
      #expect(printed.errors == error("the gzip data is cut off at offset \(count)"))
      let read = Self.text.utf8.prefix(max(0, count - Self.headByteCount))
      #expect(printed.checkedCount == read.count { $0 == UInt8(ascii: "\n") })
    }
  }

  @Test("This holds for data of other packers", .enabled(if: GzipWriter.hasCommand))
  func cutOffByCommand() throws {
    let packed = try GzipWriter.packed(Array(Self.text.utf8))
    var counts: [Int?] = []
    for count in 1..<packed.count {
      let printed = try run(Array(packed[..<count]))
      #expect(printed.exitCode == .unreadableInput)
      #expect(printed.errors == error("the gzip data is cut off at offset \(count)"))
      counts.append(printed.checkedCount)
    }
    #expect(counts.compactMap(\.self) == counts.compactMap(\.self).sorted())
    #expect(counts.first == 0 && counts.last == 4)
  }

  @Test("Lines and HAR entries are checked up to the cut")
  func cutOffUntold() throws {
    let packed = GzipWriter.member(Self.text)
    let lineByteCount = Self.text.utf8.count / 4
    let printed = try run(Array(packed[..<(Self.headByteCount + lineByteCount)]), named: "x")
    #expect(printed.checkedCount == 1 && printed.exitCode == .unreadableInput)
    let archive = GzipWriter.member(GzipCapture.files["archive.har"] ?? "")
    #expect(try run(archive.dropLast(9 + 20), named: "x.har.gz").checkedCount == 1)
    #expect(try run(archive.dropLast(9 + 20), named: "x.har.gz").exitCode == .unreadableInput)
  }

  @Test("Any flipped bit is an error or changes nothing", .enabled(if: TestDepth.isFull))
  func bits() throws {
    let packed = GzipWriter.member(
      Array(Self.text.utf8.prefix(21)), GzipWriter.Header(extra: [1], name: "a", comment: "b"))
    let whole = try run(packed)
    #expect(whole.exitCode == .success)
    var sameCount = 0
    for bit in 0..<packed.count * 8 {
      var damaged = packed
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let printed = try run(damaged)
      sameCount += printed == whole ? 1 : 0
      #expect(printed == whole || printed.exitCode == .unreadableInput, "bit \(bit)")
    }
    // These bits change nothing: the time, the two bytes after it, the extra field, and the letters
    // of the name and comment. Bits of the text, its length and its checksum do.
    #expect(sameCount > 48 && sameCount < 48 + 8 * 8)
  }

  @Test("A wrong checksum or length is reported at the end of the member")
  func ends() throws {
    let packed = GzipWriter.member(Self.text)
    for (index, words, offset) in [
      (packed.count - 8, "incorrect data check", packed.count - 4),
      (packed.count - 1, "incorrect length check", packed.count),
    ] {
      var damaged = packed
      damaged[index] ^= 0x40
      let printed = try run(damaged)
      #expect(
        printed.errors == error("the gzip data is damaged before offset \(offset): \(words)"))
      #expect(printed.exitCode == .unreadableInput && printed.checkedCount == 4)
      let second = try run(packed + damaged)
      let place = packed.count + offset
      #expect(second.errors == error("the gzip data is damaged before offset \(place): \(words)"))
      #expect(second.checkedCount == 8)
    }
    var damaged = GzipWriter.member(Self.text, GzipWriter.Header(hasChecksum: true))
    damaged[4] ^= 1
    #expect(
      try run(damaged).errors
        == error("the gzip data is damaged before offset 12: header crc mismatch"))
  }

  @Test("Zeros after the data are padding; other bytes are reported with their position")
  func trailing() throws {
    let packed = GzipWriter.member(Self.text)
    let whole = try run(packed)
    let zeros = [UInt8](repeating: 0, count: 70_000)
    #expect(try run(packed + [0]) == whole)
    #expect(try run(packed + zeros) == whole)
    for (bytes, offset) in [
      (Array("{}\n".utf8), 0), ([0, 0, 1], 2), (zeros + [0x1f, 0x8b], zeros.count),
      ([0x1f, 0x20, 0x20], 0),
    ] {
      let printed = try run(packed + bytes)
      let place = packed.count + offset
      #expect(printed.errors == error("trailing bytes after the gzip data at offset \(place)"))
      #expect(printed.exitCode == .unreadableInput && printed.checkedCount == 4)
    }
  }

  @Test("Doubly packed data is unpacked once")
  func twice() throws {
    let printed = try run(GzipWriter.member(GzipWriter.member(Self.text)))
    #expect(printed.exitCode == .unreadableInput)
    #expect(printed.errors == error("it is gzip within gzip, of which the outer alone is unpacked"))
  }

  @Test("The input after a damaged one is checked")
  func goesOn() throws {
    let packed = GzipWriter.member(Self.text)
    let files = [
      "c/1.ndjson.gz": packed.dropLast(1), "c/2.ndjson.gz": packed,
      "c/3.ndjson.gz": Array(packed[..<20]),
    ]
    try GzipCapture.withFiles(files) { folder in
      let run = CommandRun("check", "\(folder)/c", "-c", folder, "--as", "User", "-q")
      let printed = GzipCapture.Printed(run, folder)
      #expect(printed.checkedCount == 8)
      #expect(
        printed.errors == """
          contractcheck: c/1.ndjson.gz: cannot be read: the gzip data is cut off at offset 106
          contractcheck: c/3.ndjson.gz: cannot be read: the gzip data is cut off at offset 20

          """)
    }
  }
}
