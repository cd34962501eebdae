import Foundation
import TestSupport
import Testing

@testable import CaptureSources

/// Lines of 0, ¼, 2¼ and 12½ segments, in proportion like lines of 0, 1, 9 and 50 MB with segments
/// of 4 MB.
@Suite("The count of lines does not depend on where segments cut")
struct LongLineTests {
  private static let segmentByteCount = 64
  private static let byteCounts = [0, 16, 144, 800]

  /// The line end of a text, and whether the last line has one.
  struct Ends: CustomTestStringConvertible {
    var lineEnd: String
    var isLastEnded: Bool
    /// The repeated text of each line.
    var filling: String

    var testDescription: String { "\(lineEnd.debugDescription) \(isLastEnded) \(filling)" }

    static let all = ["\n", "\r\n"].flatMap { lineEnd in
      [true, false].flatMap { isLastEnded in
        // A carriage return alone does not end a line, as part of a text or as white space.
        ["x", "é", "x\r"].map { Ends(lineEnd: lineEnd, isLastEnded: isLastEnded, filling: $0) }
      }
    }
  }

  /// Returns lines of all lengths in random order, with a short line between any two.
  private func text(_ seed: UInt64, _ ends: Ends) -> String {
    var generator = SplitMix64(seed: seed)
    let lengths = (Self.byteCounts + Self.byteCounts).shuffled(using: &generator)
    let lines = lengths.enumerated().flatMap { number, length in
      [
        "{\"id\":\(number)}",
        String(repeating: ends.filling, count: length / ends.filling.utf8.count),
      ]
    }
    return lines.joined(separator: ends.lineEnd) + (ends.isLastEnded ? ends.lineEnd : "")
  }

  /// Returns the lines that are not blank: the number and the length of each.
  private func lines(of text: String) -> [String] {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0d]
    return text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.allSatisfy(blanks.contains) }
      .map { number, line in
        "\(number + 1) \(line.count - (line.last == 0x0d ? 1 : 0))"
      }
  }

  @Test("One reader counts the lines of the text, in either order", arguments: Ends.all, 0..<12)
  func places(ends: Ends, seed: UInt64) throws {
    let text = text(seed, ends)
    try withFolder(["a.ndjson": text]) { folder in
      let input = CaptureInput(file: folder + "/a.ndjson")
      let plan = CapturePlan(
        [input], format: .ndjson, segmentByteCount: Self.segmentByteCount)
      #expect(plan.items.count > 20)
      for items in [Array(plan.items), plan.items.reversed()] {
        var reader = CaptureReader(format: .ndjson, bufferByteCount: 32)
        var counts = Array(repeating: 0, count: items.count)
        var found: [[(line: Int, byteCount: Int)]] = Array(repeating: [], count: items.count)
        for item in items {
          let number = try #require(item.segment).number
          counts[number] =
            reader.read(item) { record, body in
              if case .line(let line) = record.place { found[number].append((line, body.count)) }
              return .goOn
            }.lineCount
        }
        let before = counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        let read = zip(before, found).flatMap { before, lines in
          lines.map { "\($0.line + before) \($0.byteCount)" }
        }
        #expect(read == lines(of: text))
        // Counting lines without reading records gives the same counts.
        #expect(
          try plan.lineCounts(ofInput: 0, before: counts.count - 1) == Array(counts.dropLast()))
      }
    }
  }
}
