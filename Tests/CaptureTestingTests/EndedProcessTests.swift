import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import CaptureTesting

#if os(Linux) || os(macOS)
  @Suite("A recorded body that ends the process is reported with its position")
  struct EndedProcessTests {
    /// The package with the capture that a process reads; the files of its checks stay there.
    private static func package(_ name: String, of process: Int32) -> URL {
      FileManager.default.temporaryDirectory.appending(path: "ended-by-\(name)-\(process)")
    }

    /// Runs a mapper over a capture, in the process of an exit test.
    private static func read(_ name: String, by mapper: MapperUnderTest) throws {
      let source = package(name, of: getppid()).appending(path: "Tests/AppTests/AppTests.swift")
      let captures = try Captures("people.har", filePath: source.path)
      let bodies = try RecordedBodies("GET /people", host: nil, inputs: nil)
      _ = CaptureTest(mapper, reads: captures, bodies).violations()
    }

    /// Returns the output on a capture in a package that exists while a process runs.
    private func told(
      _ name: String, by run: () async -> ExitTest.Result?
    ) async throws -> [String] {
      let package = Self.package(name, of: ProcessInfo.processInfo.processIdentifier)
      let manager = FileManager.default
      try manager.createDirectory(at: package, withIntermediateDirectories: true)
      defer { try? manager.removeItem(at: package) }
      try Data().write(to: package.appending(path: "Package.swift"))
      try manager.copyItem(
        at: PackageFolder.fixtures.appending(path: "captures/people.har"),
        to: package.appending(path: "people.har"))
      let text = try text(await run())
      let open = package.appending(path: ".contractcheck/open")
      #expect(try manager.contentsOfDirectory(atPath: open.path).count == 1)
      return text.map { $0.replacingOccurrences(of: package.path, with: "(package)") }
    }

    private func text(_ result: ExitTest.Result?) throws -> [Substring] {
      let bytes = try #require(result).standardErrorContent
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let first = try #require(lines.firstIndex { $0.hasPrefix("error: the mapper") })
      return Array(lines[first...].prefix(3))
    }

    @Test("A trap is reported")
    func traps() async throws {
      let lines = try await told("trap") {
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          for number in [SIGILL, SIGTRAP, SIGABRT] { signal(number, SIG_DFL) }
          try Self.read("trap", by: .mapping { _ -> Int in abort() })
        }
      }
      #expect(lines[0].hasPrefix("error: the mapper traps, which ends the test process: "))
      #expect(lines[1].hasPrefix(#"  payload   {"people": [{"name": "Blake Watters""#))
      #expect(
        lines.last == "  recorded  (package)/people.har entry 0 1:1, GET /people 200")
    }

    @Test("exit(0) is reported, and the run fails")
    func exits() async throws {
      let lines = try await told("exit") {
        await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
          try Self.read("exit", by: .mapping { _ -> Int in exit(0) })
        }
      }
      #expect(lines[0].hasPrefix("error: the mapper calls exit(), which ends the test process: "))
      #expect(
        lines.last == "  recorded  (package)/people.har entry 0 1:1, GET /people 200")
    }
  }
#endif
