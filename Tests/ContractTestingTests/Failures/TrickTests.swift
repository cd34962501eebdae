import ContractTesting
import DiskReading
import Foundation
import TestSupport
import Testing

@testable import ContractTesting

#if os(Linux) || os(macOS)
  /// Runs each trick in a test run of its own: this test, in a process whose environment names the
  /// trick.
  @Suite("No trick of a mapper is taken for a verdict", .freshStore, .enabled(if: isRunBySwiftTest))
  struct TrickTests {
    /// The end of a test run.
    private struct Ending {
      var status: Int32
      var output: String
      /// The number of files of unfinished checks that are left.
      var leftCount: Int

      /// Whether the line for continuous integration counts the run as passed.
      var isGreen: Bool {
        status == 0 && leftCount == 0 && output.contains(/Test run with .* passed/)
      }
    }

    /// The expected end of a trick.
    struct Expectation: Sendable {
      /// The status of the run; `nil` if a signal ends it, or the system decides.
      var status: Int32? = 1
      /// A part of the output.
      var told: String?
      var leftCount = 0
      /// A part of the output of the next run, which fails, too; `nil` if there is none.
      var next: String?
    }

    private static let trickVariable = "CONTRACTCHECK_TRICK"
    private static let rootVariable = "CONTRACTCHECK_TRICK_ROOT"
    private static let wrong = "Item makes another value of id"

    static func expectation(of trick: Trick) -> Expectation {
      let calls = "error: the mapper calls exit(), which ends the test process: "
      let works = "error: the test process ends while a mapper is at work: "
      let checks = "error: the test process ends before a check is done: "
      let exitsWhenRead = "error: what the mapper made calls exit() when it is looked at, "
      let traps = "error: the mapper traps, which ends the test process: "
      let trapsWhenRead = "error: what the mapper made traps when it is looked at, "
      let endless = "error: what the mapper made has no end when it is looked at, "
      let stuck = "error: the mapper does not return, so the test process ends: "
      let ends = "mapper    it ends the process, as _exit() and execv() do"
      let left = "an earlier run ended before this check did, between two calls: "
      let cancelled = "nothing is judged: the task of the test is cancelled"
      let variable =
        "CONTRACTCHECK_CHILD is set, and no check has started this process: it is not believed, and "
        + "the check is made as ever; unset it"
      return switch trick {
      case .none: Expectation(status: 0)
      case .wrong, .fork: Expectation(told: wrong)
      case .exit: Expectation(told: calls, leftCount: 1)
      case .exitElsewhere: Expectation(told: works, leftCount: 1)
      // The process ends in a call, or between two calls.
      case .exitLater: Expectation(told: "error: the test process ends ", leftCount: 1)
      case .exitBetween: Expectation(told: exitsWhenRead, leftCount: 1, next: left)
      case .endAtOnce, .quickExit, .exec: Expectation(status: 0, leftCount: 1, next: ends)
      case .endAtOnceBetween: Expectation(status: 0, leftCount: 1, next: left)
      case .abort, .trap, .overflow: Expectation(status: nil, told: traps, leftCount: 1)
      case .loop, .deadlock: Expectation(told: stuck, leftCount: 1)
      case .closedOutput: Expectation()
      case .cancelled, .cancelledTest: Expectation(told: cancelled)
      case .emptyVariable, .wrongVariable: Expectation(told: variable)
      case .refusingBoth: Expectation(told: "nothing was compared: both mappers refuse every")
      // The signal depends on the system.
      case .killed, .terminated, .rings, .ignoredSignals: Expectation(status: nil, leftCount: 1)
      case .endedThread: Expectation(status: nil, told: traps, leftCount: 1)
      case .closedFiles, .otherFolder, .removedFolder, .noFiles, .readInput, .isCycle, .isDeep:
        Expectation(told: wrong)
      case .errorTraps, .mirrorTraps: Expectation(status: nil, told: trapsWhenRead, leftCount: 1)
      case .errorIsEndless, .listIsEndless: Expectation(told: endless, leftCount: 1)
      case .errorIsLong: Expectation(told: "the mapper refuses the valid payload")
      case .deinitExits: Expectation(told: checks, leftCount: 1, next: left)
      case .errorEnds, .mirrorEnds:
        Expectation(status: 0, leftCount: 1, next: left)
      }
    }

    @Test(
      "Each trick is detected", .contract(callSeconds: 1),
      arguments: TestDepth.some(Trick.allCases))
    func verdict(trick: Trick) async throws {
      let environment = ProcessInfo.processInfo.environment
      if let name = environment[Self.trickVariable], let root = environment[Self.rootVariable] {
        guard name == trick.rawValue else { return }
        return try await trick.check(in: root)
      }
      let root = try Trial([
        "items.contract.json":
          #"{ "contract": 1, "mappings": { "Item": { "map": { "id": "id: Int" } } } }"#
      ]).folder
      let expected = Self.expectation(of: trick)
      let ending = try await run(trick, in: root)
      let output = Comment(rawValue: ending.output)
      if let status = expected.status { #expect(ending.status == status, output) }
      if let told = expected.told { #expect(ending.output.contains(told), output) }
      #expect(ending.leftCount == expected.leftCount, output)
      #expect(ending.isGreen == (trick == .none), output)
      guard let next = expected.next else { return }
      let second = try await run(trick, in: root)
      #expect(second.output.contains(next), Comment(rawValue: second.output))
      #expect(!second.isGreen, Comment(rawValue: second.output))
    }

    private func run(_ trick: Trick, in root: String) async throws -> Ending {
      let test = try #require(RunningTest.current)
      let command = try #require(TestCommand(CommandLine.arguments, running: test))
      let environment = ProcessInfo.processInfo.environment.merging(
        [
          Self.trickVariable: trick.rawValue, Self.rootVariable: root,
          "SWIFT_BACKTRACE": "enable=no",
        ].merging(trick.environment) { $1 }
      ) { $1 }
      let run = try await ProgramRun.waiting {
        try ProgramRun(
          command.executable, command.arguments, environment: environment, takesErrors: true)
      }
      let open = URL(filePath: root).appending(path: ".contractcheck/open")
      return Ending(
        status: run.status, output: String(decoding: run.output, as: UTF8.self),
        leftCount: sortedNames(in: open).count)
    }
  }

  private let isRunBySwiftTest = CommandLine.arguments.contains("swift-testing")
#endif
