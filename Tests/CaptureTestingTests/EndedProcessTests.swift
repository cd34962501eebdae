import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import CaptureTesting

#if os(Linux) || os(macOS)
  @Suite("A recorded body that ends the process is told with where it was recorded")
  struct EndedProcessTests {
    /// Runs a mapper over a capture of the package, in the process of an exit test.
    private static func read(by mapper: MapperUnderTest) throws {
      let captures = try Captures("Fixtures/captures/people.har")
      let bodies = try RecordedBodies("GET /people", host: nil, inputs: nil)
      _ = CaptureTest(mapper, reads: captures, bodies).findings()
    }

    private func text(_ result: ExitTest.Result?) throws -> [Substring] {
      let bytes = try #require(result).standardErrorContent
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let first = try #require(lines.firstIndex { $0.hasPrefix("error: the mapper") })
      return Array(lines[first...].prefix(3))
    }

    @Test("A trap")
    func traps() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        for number in [SIGILL, SIGTRAP, SIGABRT] { signal(number, SIG_DFL) }
        try Self.read(by: .mapping { _ -> Int in abort() })
      }
      let lines = try text(result)
      #expect(lines[0].hasPrefix("error: the mapper traps, which ends the test process: "))
      #expect(lines[1].hasPrefix(#"  payload   {"people": [{"name": "Blake Watters""#))
      #expect(
        lines.last == "  recorded  Fixtures/captures/people.har entry 0 1:1, GET /people 200")
    }

    @Test("exit(0), which would leave the run green")
    func exits() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) {
        try Self.read(by: .mapping { _ -> Int in exit(0) })
      }
      let lines = try text(result)
      #expect(lines[0].hasPrefix("error: the mapper calls exit(), which ends the test process: "))
      #expect(
        lines.last == "  recorded  Fixtures/captures/people.har entry 0 1:1, GET /people 200")
    }
  }
#endif
