import Foundation
import GzipReading
import TestSupport
import Testing

@testable import CaptureSources
@testable import contractcheck

@Suite("Gzip data with an excessive ratio is not unpacked further")
struct GzipBombTests {
  /// Four lines, and two megabytes of spaces.
  private static let bomb =
    GzipWriter.bomb(behind: GzipCapture.lines)
    + Array(repeatElement(GzipWriter.spaces, count: 1_000).joined())

  private func words(_ ratio: Int, at offset: Int) -> String {
    "cannot be read: the gzip data unpacks to more than \(ratio) times its size at offset "
      + "\(offset), which is the limit (--max-ratio)"
  }

  @Test("Data before the limit is checked, the option is named, and the next file is read")
  func limit() throws {
    let files = ["c/1.ndjson.gz": Self.bomb, "c/2.ndjson.gz": GzipWriter.member(GzipCapture.lines)]
    try GzipCapture.withFiles(files) { folder in
      let words = [
        "check", "\(folder)/c", "-c", folder, "--as", "User", "-q", "--max-ratio", "100",
      ]
      let printed = GzipCapture.Printed(CommandRun(words), folder)
      #expect(printed.exitCode == .unreadableInput && printed.checkedCount == 8)
      #expect(printed.errors == "contractcheck: c/1.ndjson.gz: \(self.words(100, at: 8_356))\n")
    }
  }

  @Test("A ratio below the limit, and a mebibyte of any ratio, are accepted")
  func below() throws {
    let end = Array(GzipWriter.spaces[..<2])
    let cut = try GzipCapture.run(Self.bomb + end, named: "x.ndjson.gz", "--max-ratio", "159")
    #expect(!cut.errors.contains("--max-ratio"))
    let small = String(repeating: " ", count: 1 << 20) + GzipCapture.lines
    guard GzipWriter.hasCommand else { return }
    let packed = try GzipWriter.packed(Array(small.dropFirst(84).utf8))
    let printed = try GzipCapture.run(packed, named: "x.ndjson.gz", "--max-ratio", "1")
    #expect(printed.checkedCount == 4 && printed.exitCode == .success)
  }

  @Test("An endless bomb is abandoned early, in bounded memory")
  func endless() {
    let source = EndlessSource(head: GzipWriter.bomb(behind: ""), pattern: GzipWriter.spaces)
    var reader = CaptureReader(format: .ndjson)
    reader.packing = .gzip(maximumRatio: 158)
    let problems = reader.read(CaptureInput(file: "x"), from: source) { _, _ in .goOn }
    #expect(problems.map(\.message) == [words(158, at: 8_273)])
    #expect(reader.buffer.bytes.count <= 4 << 20)
  }

  @Test("The end of unpacking does not depend on the pieces of data")
  func pieces() {
    // The limit is at the end of a run of 258 bytes, where the library looks ahead if it can.
    let text = String(repeating: " ", count: 79)
    for count in Array(1...9) + [1_000, 4_096, 1 << 16] {
      var source = EndlessSource(head: GzipWriter.bomb(behind: text), pattern: GzipWriter.spaces)
      source.pieceByteCount = count
      let failure = failure(of: GzipSource(source, maximumRatio: 100))
      #expect("cannot be read: \(failure)" == words(100, at: 8_352))
    }
  }

  /// Returns the failure of a source.
  private func failure(of source: GzipSource) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while try bytes.withUnsafeMutableBytes({ try source.read(into: $0) }) > 0 {}
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test("The ratio is a number", arguments: ["0", "-1", "many", "1000001", ""])
  func numbers(text: String) {
    let run = CommandRun("check", "--max-ratio", text)
    #expect(run.exitCode == .usage)
    #expect(
      run.errors.hasPrefix(
        "contractcheck: --max-ratio is a number from 1 to 1000000, not \"\(text)\"\n"))
  }

  @Test("The ratio may be set in the environment, and parts have to agree on it")
  func settings() throws {
    try GzipCapture.withFiles(["x.ndjson.gz": Self.bomb]) { folder in
      let words = ["check", "\(folder)/x.ndjson.gz", "-c", folder, "--as", "User", "-q"]
      let run = CommandRun(words, environment: ["CONTRACTCHECK_MAX_RATIO": "100"])
      #expect(run.errors.contains("more than 100 times its size"))
      for (shard, ratio) in [("1", "100"), ("2", "150")] {
        _ = CommandRun(
          words + [
            "--shard", "\(shard)/2", "--partial", "\(folder)/\(shard)", "--max-ratio", ratio,
          ])
      }
      let merge = CommandRun("merge", "\(folder)/1", "\(folder)/2", "-c", folder)
      #expect(
        merge.errors.replacingOccurrences(of: folder + "/", with: "")
          == "contractcheck: 2: --max-ratio is \"150\", but \"100\" in 1\n")
    }
  }

  @Test(
    "A gibibyte of one byte hits the default limit", .enabled(if: TestDepth.isFull),
    .enabled(if: BuiltCommand.isBuilt && GzipWriter.hasCommand))
  func standard() async throws {
    let script = #"""
      head -c 1073741824 /dev/zero | gzip | "$COMMAND" check - -c "$ROOT/Contracts" --as '[Avatar]' -q; echo $?
      """#
    let output = try await BuiltCommand.run(script).output
    #expect(output.hasPrefix("contractcheck: (standard input): cannot be read: the gzip data"))
    #expect(output.contains("unpacks to more than 200 times its size") && output.hasSuffix("4\n"))
  }
}

/// A start, followed by an endless pattern.
private struct EndlessSource: ByteSource {
  var head: [UInt8]
  let pattern: [UInt8]
  var pieceByteCount = 1 << 16
  private var next = 0

  init(head: [UInt8], pattern: [UInt8]) { (self.head, self.pattern) = (head, pattern) }

  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    let count = min(bytes.count, pieceByteCount)
    for offset in 0..<count {
      bytes[offset] =
        next < head.count ? head[next] : pattern[(next - head.count) % pattern.count]
      next += 1
    }
    return count
  }
}
