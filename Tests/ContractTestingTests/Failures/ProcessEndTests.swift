import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

#if os(Linux) || os(macOS)
  /// Maps a payload in the process of an exit test.
  private func map(
    _ payload: String, in test: String = "A/b()", seconds: Double? = nil,
    by mapper: MapperUnderTest
  ) {
    let watch = CallWatch()
    (watch.test, watch.seconds) = (test, seconds)
    var session = watched(mapper, watch).makeSession()
    _ = session.map(Array(payload.utf8))
  }

  /// Maps a payload in a check that has a journal, in the process of an exit test.
  private func map(
    _ payload: String, in journal: CallJournal, by body: @escaping (Data) throws -> some Any
  ) {
    var session = watched(.mapping(body), CallWatch(journal)).makeSession()
    _ = session.map(Array(payload.utf8))
  }

  /// Maps a payload with an asynchronous mapper, in the process of an exit test.
  private nonisolated(nonsending) func map(
    _ payload: String, seconds: Double? = nil, awaiting mapper: AsyncMapperUnderTest
  ) async throws {
    let mapper = Handover(mapper)
    try await looping { rendezvous in
      map(payload, seconds: seconds, by: mapper.value.answered(rendezvous))
    }
  }

  /// Runs a part of a mapper's work on any thread.
  private actor Importer {
    func end(_ work: @Sendable () -> Void) async {
      await Task.yield()
      work()
    }
  }

  /// Makes traps end the process at once, because a backtrace takes seconds and is not needed.
  private func leaveNoBacktrace() {
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { signal(number, SIG_DFL) }
  }

  private func deep(_ count: Int) -> Int { count == .min ? 0 : deep(count + 1) + deep(count + 2) }

  @Suite("A mapper that ends the process is reported with its payload in the same run")
  struct ProcessEndTests {
    /// Returns the text of standard error, without the backtrace.
    private func text(_ result: ExitTest.Result?) throws -> String {
      let bytes = try #require(result).standardErrorContent
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let first = try #require(lines.firstIndex { $0.hasPrefix("error: the mapper") })
      return lines[first...].prefix(2).joined(separator: "\n")
    }

    @Test("exit(0) ends the run with 1; the guide shows the report")
    func exits() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) {
        map(
          #"[{"id":1,"file_url":"a"}]"#, in: "AppTests.AvatarMapperTests/keepsContract()",
          by: .mapping { _ -> Int in exit(0) })
      }
      let text = try text(result)
      #expect(
        text == """
          error: the mapper calls exit(), which ends the test process: \
          AppTests.AvatarMapperTests/keepsContract()
            payload   [{"id":1,"file_url":"a"}]
          """)
      // The next step differs where CI is set.
      let next = "  next      run the tests again: this payload is tried first, and shrunk"
      #expect(Guide.named("ReproducingFailures").shows("\(text)\n\(next)"))
    }

    @Test("exit(0) on another thread ends the run with 1")
    func exitsElsewhere() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) {
        map(
          "[1]",
          by: .mapping { _ in
            Thread.detachNewThread { exit(0) }
            Thread.sleep(forTimeInterval: 60)
          })
      }
      let bytes = try #require(result).standardErrorContent
      #expect(
        String(decoding: bytes, as: UTF8.self).contains(
          "error: the test process ends while a mapper is at work: A/b()\n  payload   [1]\n"))
    }

    @Test("A trap ends the process by its signal, after the payload is reported")
    func traps() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        leaveNoBacktrace()
        map("[\u{1b}]", by: .mapping { data in [0, 1][data.count + 2] })
      }
      if case .exitCode(let code)? = result?.exitStatus {
        Issue.record("it exited with \(code)")
      }
      #expect(
        try text(result) == """
          error: the mapper traps, which ends the test process: A/b()
            payload   [\\x1b]
          """)
    }

    @Test("Only the check whose mapper ends the process leaves its journal")
    func journals() async throws {
      await #expect(processExitsWith: .success) {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = JournalFolder(in: root)
        let names = ["a", "b", "c"]
        let journals = names.map { CallJournal(of: $0, in: folder) }
        let checks = journals.map { OpenCalls.open(.check, test: [], in: $0) }
        var left: [Int] = []
        // Another thread is in a call of the last check.
        let (isCalled, isSeen) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isDone = DispatchSemaphore(value: 0)
        let last = Handover(journals[2])
        Thread.detachNewThread {
          map("[1]", in: last.value) { _ in
            isCalled.signal()
            isSeen.wait()
          }
          isDone.signal()
        }
        isCalled.wait()
        map("[2]", in: journals[1]) { _ in
          _ = OpenCalls.report(.trap, of: OpenCalls.currentCaller)
          left = names.map { folder.paths(of: $0).count }
        }
        isSeen.signal()
        isDone.wait()
        #expect(left == [0, 1, 0])
        for check in checks { OpenCalls.close(check) }
      }
    }

    #if canImport(Glibc)
      @Test("The payload is reported again after the backtrace")
      func behindBacktrace() async throws {
        let result = await #expect(
          processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
          var action = sigaction()
          action.sa_flags = SA_SIGINFO
          action.__sigaction_handler.sa_sigaction = { number, _, _ in
            write(STDERR_FILENO, "backtrace\n", 10)
            signal(number, SIG_DFL)
          }
          for number in [SIGILL, SIGTRAP] { sigaction(number, &action, nil) }
          map("[1]", by: .mapping { data in [0, 1][data.count + 2] })
        }
        let text = String(
          decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let report = """
          error: the mapper traps, which ends the test process: A/b()
            payload   [1]
          """
        let parts = text.components(separatedBy: "backtrace\n")
        #expect(parts.count == 2, "\(text)")
        #expect(parts.allSatisfy { $0.contains(report) }, "\(text)")
      }
    #endif

    @Test("In a child, a trap becomes an exit code for the signal")
    func trapsInChild() async throws {
      await #expect(processExitsWith: .exitCode(128 + SIGABRT)) {
        let question = try ChildQuestion(
          asking: CallRecord(check: "a", payloads: [EndpointPayload([])]))
        dup2(question.standardInput.fileDescriptor, STDIN_FILENO)
        setenv(ChildRun.variable, question.number, 1)
        map("[1]", by: .mapping { _ -> Int in abort() })
      }
      #expect(ChildRun.signal(ofExitCode: 128 + SIGABRT) == SIGABRT)
      #expect(ChildRun.signal(ofExitCode: 128 + SIGTERM) == nil)
      #expect(ChildRun.signal(ofExitCode: ChildRun.Answer.stuck.rawValue) == nil)
    }

    @Test("Traps and exit(0) in another actor are reported")
    func elsewhere() async throws {
      let trap = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        leaveNoBacktrace()
        let importer = Importer()
        try await map("[1]", awaiting: .mapping { _ in await importer.end { abort() } })
      }
      #expect(
        try text(trap) == """
          error: the mapper traps, which ends the test process: A/b()
            payload   [1]
          """)
      let end = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        let importer = Importer()
        try await map("[2]", awaiting: .mapping { _ in await importer.end { exit(0) } })
      }
      #expect(
        try text(end) == """
          error: the mapper calls exit(), which ends the test process: A/b()
            payload   [2]
          """)
    }

    @Test("A mapper that awaits forever ends the run with 1")
    func waits() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) {
        try await map(
          "[4]", seconds: 0.5, awaiting: .mapping { _ in try await Task.sleep(for: .seconds(600)) })
      }
      #expect(
        try text(result) == """
          error: the mapper does not return, so the test process ends: A/b()
            payload   [4]
          """)
    }

    @Test("A mapper that waits for a thread is not ended", .enabled(if: TestDepth.isFull))
    func waitsForItsTurn() async throws {
      await #expect(processExitsWith: .exitCode(7)) {
        try await map(
          "[6]", seconds: 0.5,
          awaiting: .mapping { _ in
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
              Task.detached { usleep(1_000_000) }
            }
            await Task.yield()
          })
        exit(7)
      }
    }

    @Test("A mapper that blocks the main actor forever ends the run with 1")
    func blocks() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) { @MainActor in
        try await map(
          "[5]", seconds: 0.5,
          awaiting: .mapping { _ in
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { done.signal() }
            done.wait()
          })
      }
      #expect(
        try text(result) == """
          error: the mapper does not return, so the test process ends: A/b()
            payload   [5]
          """)
    }

    @Test("An endless recursion is reported")
    func overflows() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        leaveNoBacktrace()
        map("{}", by: .mapping { data in deep(data.count) })
      }
      #expect(
        try text(result) == """
          error: the mapper traps, which ends the test process: A/b()
            payload   {}
          """)
    }

    @Test("abort() is reported")
    func aborts() async throws {
      let result = await #expect(
        processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
      ) {
        leaveNoBacktrace()
        map("{}", by: .mapping { _ -> Int in abort() })
      }
      #expect(try text(result).contains("the mapper traps"))
    }

    @Test("A mapper that does not return ends the run with 1")
    func hangs() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) {
        map("[2]", seconds: 0.5, by: .mapping { _ in Thread.sleep(forTimeInterval: 600) })
      }
      #expect(
        try text(result) == """
          error: the mapper does not return, so the test process ends: A/b()
            payload   [2]
          """)
    }

    @Test("A process that ends after its mappers is left alone", .enabled(if: TestDepth.isFull))
    func silent() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
      ) {
        map("[3]", seconds: 0.1, by: .mapping { $0.count })
        usleep(1_000_000)
        exit(7)
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(!text.contains("mapper"), "\(text)")
    }

    @Test("A very long payload is truncated")
    func long() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) {
        map(
          String(repeating: "x", count: 100_000), by: .mapping { _ -> Int in exit(0) })
      }
      let lines = try text(result).split(separator: "\n")
      #expect(lines.last == "  payload   \(String(repeating: "x", count: 1 << 16))… and more")
    }
  }

  @Suite("The next step for a person", .freshStore)
  struct CallAdviceTests {
    @Test("With a journal, the advice is to run the tests again")
    func advice() throws {
      let root = URL(filePath: try Trial([:]).folder)
      let journal = CallJournal(of: "a", in: JournalFolder(in: root))
      let advice = CallWatch(journal).advice
      let isCI = !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
      #expect(
        advice
          == (isCI
            ? "  next      run this test on a machine that keeps .contractcheck, twice: the payload is shrunk\n"
            : "  next      run the tests again: this payload is tried first, and shrunk\n"))
      #expect(CallWatch().advice == "")
    }
  }
#endif
