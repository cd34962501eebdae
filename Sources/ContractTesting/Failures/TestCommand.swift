import Dispatch
import Foundation

/// The command line that runs a single test of this process.
///
/// `swift test` starts the executable with all tests as
///
///     AppPackageTests.xctest --testing-library swift-testing …                       Linux
///     swiftpm-testing-helper --test-bundle-path BUNDLE … --testing-library swift-testing  macOS
///
/// Its other arguments concern the whole run, its filters and its report files. They are left out,
/// because a child would overwrite these files.
struct TestCommand {
  let executable: String
  /// The arguments after the executable.
  let arguments: [String]

  /// - Returns: `nil` if the process was not started for Swift Testing, or cannot start others.
  init?(_ words: [String], running test: RunningTest) {
    let library = Self.value(of: "--testing-library", in: words)
    guard Self.canStart, let executable = Self.executable(words), library == "swift-testing" else {
      return nil
    }
    self.executable = executable
    let bundle = Self.value(of: "--test-bundle-path", in: words).map { ["--test-bundle-path", $0] }
    arguments =
      (bundle ?? []) + [
        "--testing-library", "swift-testing", "--no-parallel", "--filter", test.filter,
      ]
  }

  /// Returns the word after an option.
  static func value(of option: String, in words: [String]) -> String? {
    words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
  }

  private static func executable(_ words: [String]) -> String? {
    #if os(Linux)
      // The target of the link, whose path is still valid if the tests are rebuilt while they run.
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? words.first
    #else
      return words.first
    #endif
  }

  // MARK: - Running

  #if os(Linux) || os(macOS)
    private static let canStart = true

    /// Runs the test in a child, and waits for its end.
    func verdict(on question: ChildQuestion, within seconds: Double) throws -> ChildVerdict {
      let process = Process()
      process.executableURL = URL(filePath: executable)
      process.arguments = arguments
      process.environment = environment(question)
      process.standardInput = question.standardInput
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      try process.run()
      guard end.wait(timeout: .now() + seconds) == .success else {
        kill(process.processIdentifier, SIGKILL)
        end.wait()
        return .unknown(reason: "it has not ended after \(seconds.formatted()) s")
      }
      return Self.verdict(process, question.progress)
    }

    private func environment(_ question: ChildQuestion) -> [String: String] {
      ProcessInfo.processInfo.environment.merging([
        ChildRun.variable: question.number,
        // Otherwise Swift's runtime takes seconds to print a backtrace that is not read.
        "SWIFT_BACKTRACE": "enable=no",
      ]) { $1 }
    }

    private static func verdict(
      _ process: Process, _ progress: ChildQuestion.Progress
    ) -> ChildVerdict {
      let status = process.terminationStatus
      guard process.terminationReason == .exit else {
        return ChildVerdict.isFromOutside(status)
          ? .unknown(reason: "somebody ended it, by signal \(status)")
          : .trapped(signal: status)
      }
      return switch (ChildRun.Answer(rawValue: status), progress) {
      case (.survived, .answered): .survived
      case (.exited, _): .exited
      case (.stuck, _): .stuck
      case (_, .called), (_, .calledOther):
        ChildRun.signal(ofExitCode: status).map { .trapped(signal: $0) } ?? .ended
      default: .unknown(reason: "it ended with \(status) and no answer")
      }
    }
  #else
    private static let canStart = false

    func verdict(on question: ChildQuestion, within seconds: Double) throws -> ChildVerdict {
      .unknown(reason: "processes cannot be started here")
    }
  #endif
}
