import Foundation
import HTTPFixtures
import JSONParsing
import TestSupport
import Testing

/// A reader that can stop reading.
private final class Reader: @unchecked Sendable {
  // The state is changed only under the condition's lock.
  private let condition = NSCondition()
  private var isReading = true
  private var text = ""

  func take(_ more: String) {
    condition.withLock {
      while !isReading { condition.wait() }
      text += more
    }
  }

  func setReading(_ isReading: Bool) {
    condition.withLock {
      self.isReading = isReading
      condition.broadcast()
    }
  }

  var lines: [Substring] { condition.withLock { text }.split(separator: "\n") }
}

@Suite("Log lines are written, or dropped and counted")
struct LineWriterTests {
  @Test("Lines are written up to the limit, and the others are counted at their position")
  func counting() {
    let reader = Reader()
    let lines = LineWriter(byteLimit: 8) { reader.take($0) }
    lines.add("first\n")
    #expect(reader.lines == ["first"])
    reader.setReading(false)
    for text in ["taken\n", "wait 1\n", "lost\n", "l\n", "lost\nlost\n"] { lines.add(text) }
    reader.setReading(true)
    lines.finish()
    lines.add("last\n")
    #expect(
      reader.lines == ["first", "taken", "wait 1", "warning: 4 lines were not printed", "last"])
  }

  @Test("A single dropped line is counted as one")
  func one() {
    let reader = Reader()
    let lines = LineWriter(byteLimit: 8) { reader.take($0) }
    reader.setReading(false)
    for text in ["taken\n", "waits\n", "lost\n"] { lines.add(text) }
    reader.setReading(true)
    lines.finish()
    #expect(reader.lines == ["taken", "waits", "warning: 1 line was not printed"])
  }

  @Test(
    "Lines keep their order, and written and dropped ones add up", .enabled(if: TestDepth.isFull),
    arguments: 0..<20)
  func law(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let reader = Reader()
    let lines = LineWriter(byteLimit: .random(in: 1...60, using: &random)) { reader.take($0) }
    let count = 60
    for number in 0..<count {
      if Int.random(in: 0..<8, using: &random) == 0 { reader.setReading(.random(using: &random)) }
      lines.add("\(number)\n")
    }
    reader.setReading(true)
    lines.finish()
    var next = 0
    for line in reader.lines {
      if let notice = line.wholeMatch(of: /warning: ([0-9]+) lines? (was|were) not printed/) {
        next += try #require(Int(notice.output.1))
      } else {
        #expect(Int(line) == next)
        next += 1
      }
    }
    #expect(next == count)
  }
}

@Suite("A fixture server does not wait for the reader of standard error")
struct UnreadErrorTests {
  @Test("Servers work even if their log cannot be written")
  func unread() async {
    await #expect(processExitsWith: .success) {
      // Ends the process if it hangs.
      alarm(60)
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      // The pipe is filled, so that writing one more byte blocks.
      try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
      while write(ends[1], [UInt8](repeating: 0, count: 512), 512) > 0 {}
      try #require(fcntl(ends[1], F_SETFL, 0) == 0)
      // Standard error is restored, because the end of the process writes to it.
      let earlier = dup(STDERR_FILENO)
      defer { dup2(earlier, STDERR_FILENO) }
      dup2(ends[1], STDERR_FILENO)
      for _ in 0..<40 {
        let server = try FixtureServer { Stub("GET /b", answer: .json("[]")) }
        try #require(try RawConnection.answer(server, "GET", "/a").hasPrefix("404 "))
      }
    }
  }
}
