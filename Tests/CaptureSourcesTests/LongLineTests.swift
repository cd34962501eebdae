import Foundation
import TestSupport
import Testing

@testable import CaptureSources

/// Lines of nothing, a quarter, nine quarters and twelve and a half segments: what lines of 0, 1, 9
/// and 50 MB are to segments of 4.
@Suite("The count of lines does not depend on where segments cut")
struct LongLineTests {
  private static let segmentByteCount = 64
  private static let byteCounts = [0, 16, 144, 800]

  /// How a text's lines end, and whether the last one does.
  struct Ends: CustomTestStringConvertible {
    var lineEnd: String
    var isLastEnded: Bool
    /// The text of each line.
    var filling: String

    var testDescription: String { "\(lineEnd.debugDescription) \(isLastEnded) \(filling)" }

    static let all = ["\n", "\r\n"].flatMap { lineEnd in
      [true, false].flatMap { isLastEnded in
        // A carriage return alone ends no line, in a text or as white space.
        ["x", "é", "x\r"].map { Ends(lineEnd: lineEnd, isLastEnded: isLastEnded, filling: $0) }
      }
    }
  }

  /// A text of lines of all lengths in an order of a seed, a short one between every two.
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

  /// The lines that are not blank, each behind its number.
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
        // What counts lines alone comes to the same.
        #expect(
          try plan.lineCounts(ofInput: 0, before: counts.count - 1) == Array(counts.dropLast()))
      }
    }
  }
}
