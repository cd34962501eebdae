import Foundation
import TestSupport
import Testing

@testable import CaptureChecking
@testable import contractcheck

#if os(Linux) || os(macOS)
  /// A check that waits for its input, with its errors, or its errors and output, on a terminal.
  private struct WatchedCheck {
    let process = Process()
    let terminal: PseudoTerminal
    let input = Pipe()
    let output = Pipe()

    /// - Parameter isOutputShown: Whether the output is on the terminal, too.
    init(
      _ words: [String], width: Int = 100, environment: [String: String] = [:],
      isOutputShown: Bool = false
    ) throws {
      terminal = try #require(PseudoTerminal(width: width))
      process.executableURL = BuiltCommand.url
      process.arguments = ["check", "-c", "\(PackageFolder.root.path)/Contracts"] + words
      process.environment = environment
      process.standardInput = input
      process.standardError = terminal.handle
      process.standardOutput = isOutputShown ? terminal.handle : output
      try process.run()
    }

    func write(_ text: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Waits for the end of the check.
    ///
    /// - Returns: The text on the terminal, and the output if it is not on the terminal.
    func end() async throws -> (terminal: String, output: String, status: Int32) {
      try? input.fileHandleForWriting.close()
      try? output.fileHandleForWriting.close()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (
        await terminal.end(), String(decoding: text, as: UTF8.self), process.terminationStatus
      )
    }
  }

  @Suite("A progress line shows how far a check is", .serialized)
  struct ProgressTests {
    private static let line = #"[{"id":1,"file_url":"a"}]"# + "\n"
    private static let violation = #"[{"id":"2","file_url":"a"}]"# + "\n"
    private static let summary = """
      endpoints
        [Avatar]  3 payloads, 1 refused

      errors
        wrong-type  Avatar.id  1×  in 1 of 3  [Avatar]

      checked 3 payloads in 1 input, 77 bytes: 1 violation in 1 group; captured endpoints 0 of 34, \
      keys 2 of 217, statuses 0 of 24, cases 0 of 17; \
      0 keys not in the contract; 0 unmatched

      """

    @Test(
      "The line appears while the check waits, and is erased before the report",
      .enabled(if: BuiltCommand.isBuilt))
    func appears() async throws {
      let check = try WatchedCheck(["-", "--as", "[Avatar]", "-q"])
      try check.write(Self.line + Self.violation)
      #expect(
        await check.terminal.waits(for: "read 54 bytes, checked 2 records: 1 violation so far"))
      try check.write(Self.line)
      #expect(
        await check.terminal.waits(for: "read 80 bytes, checked 3 records: 1 violation so far"))
      let end = try await check.end()
      #expect(end.output == Self.summary)
      #expect(end.status == 1)
      #expect(Screen(end.terminal).lines == [""])
    }

    @Test(
      "Only the report remains on the terminal",
      .enabled(if: BuiltCommand.isBuilt), arguments: ["human", "short"])
    func sameTerminal(report: String) async throws {
      let check = try WatchedCheck(
        ["-", "--as", "[Avatar]", "-q", "--color", "never", "--report", report],
        width: 200, isOutputShown: true)
      try check.write(Self.line)
      #expect(await check.terminal.waits(for: "so far"))
      try check.write(Self.violation + Self.line)
      let isLines = report == "short"
      #expect(await check.terminal.waits(for: isLines ? "error" : "checked 3 records"))
      let end = try await check.end()
      let shown =
        isLines
        ? "(standard input):2:8: error: [wrong-type] at [0].id: expected Int, found a string\n"
        : Self.summary
      #expect(Screen(end.terminal).lines.joined(separator: "\n") == shown)
    }

    @Test("The line is not wider than the terminal", .enabled(if: BuiltCommand.isBuilt))
    func width() async throws {
      let check = try WatchedCheck(["-", "--as", "[Avatar]", "-q"], width: 20)
      try check.write(Self.line)
      #expect(await check.terminal.waits(for: "read 26 bytes, chec"))
      #expect(Screen(try await check.end().terminal).longest == 19)
    }

    @Test(
      "There is no line with CI, on a dumb terminal, or on demand",
      .enabled(if: BuiltCommand.isBuilt),
      arguments: [
        (["CI": "true"], []), (["TERM": "dumb"], []), ([:], ["--progress", "never"]),
        (["CONTRACTCHECK_PROGRESS": "never"], []),
      ] as [([String: String], [String])])
    func none(environment: [String: String], words: [String]) async throws {
      let check = try WatchedCheck(
        ["-", "--as", "[Avatar]", "-q"] + words, environment: environment)
      try check.write(Self.line + Self.line)
      try await Task.sleep(nanoseconds: 500_000_000)
      try check.write(Self.violation)
      let end = try await check.end()
      #expect(end.terminal == "")
      #expect(end.output == Self.summary)
    }

    @Test("There is no line in a pipe", .enabled(if: BuiltCommand.isBuilt))
    func pipe() async throws {
      let result = try await BuiltCommand.run(
        #"(printf '[]\n[]\n'; sleep 0.5) | "$COMMAND" check - -q -c "$ROOT/Contracts" --as '[Avatar]'"#
      )
      #expect(!result.output.contains("so far") && !result.output.contains("\u{1b}"))
    }

    // MARK: - Interruption

    @Test(
      "An interrupted check erases the line, writes all reports, and gives exit code 130",
      .enabled(if: BuiltCommand.isBuilt))
    func interrupted() async throws {
      let file = String(repeating: Self.violation, count: 10)
      try await withFolder(["more.ndjson": file]) { folder in
        let check = try WatchedCheck(
          [
            "-", "\(folder)/more.ndjson", "--as", "[Avatar]", "-q", "--jobs", "2", "--report",
            "human", "--report", "junit=\(folder)/junit.xml", "--report", "short=\(folder)/short",
          ])
        try check.write(Self.line + Self.violation)
        // The other worker has finished, too.
        #expect(await check.terminal.waits(for: "11 violations so far"))
        check.process.interrupt()
        check.process.waitUntilExit()
        let end = try await check.end()
        #expect(end.status == 130)
        #expect(
          end.output == """
            endpoints
              [Avatar]  12 payloads, 11 refused

            errors
              wrong-type  Avatar.id  11×  in 11 of 12  [Avatar]

            checked 12 payloads in 2 inputs, 322 bytes: 11 violations in 1 group; captured endpoints 0 \
            of 34, keys 2 of 217, statuses 0 of 24, cases 0 of 17; 0 keys not in the contract; 0 unmatched

            """)
        #expect(Screen(end.terminal).lines == [""])
        let junit = try String(contentsOfFile: folder + "/junit.xml", encoding: .utf8)
        #expect(junit.contains("11 violations") && junit.hasSuffix("</testsuites>\n"))
        let short = try String(contentsOfFile: folder + "/short", encoding: .utf8)
        #expect(short.split(separator: "\n").count == 11)
      }
    }

    // MARK: - The text

    @Test(
      "The line has the bytes read, the total, the payloads and the violations",
      arguments: [
        (CheckProgress.Counts(), nil, 80, "read 0 bytes, checked 0 records: no violations so far"),
        (
          CheckProgress.Counts(byteCount: 12_345_678, recordCount: 1, violationCount: 1),
          1_234_567_890, 80, "read 12.3 MB of 1234.6 MB, checked 1 record: 1 violation so far"
        ),
        // Overlapping reads of two segments count once.
        (CheckProgress.Counts(byteCount: 2_100), 2_000, 19, "read 2.0 kB of 2.0 "),
        (CheckProgress.Counts(), nil, 0, ""),
      ] as [(CheckProgress.Counts, Int?, Int, String)])
    func text(counts: CheckProgress.Counts, byteCount: Int?, width: Int, text: String) {
      #expect(ProgressLine.text(counts, of: byteCount, width: width) == text)
    }
  }
#endif
