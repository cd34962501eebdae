import Foundation
package import Testing

/// Fails tests and records warnings. All code of this module reports through this type.
///
/// Under Swift Testing, a failure is an issue. In an `XCTestCase`, issues of Swift Testing are lost
/// before Swift 6.4, and the test would pass; there the text becomes a failure of XCTest.
package enum TestIssue {
  /// Fails the running test; `text` is made safe to display.
  package static func record(_ text: String, at sourceLocation: SourceLocation) {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    guard isLostToTheRun else { return }
    if XCTestFailure.record(text, at: sourceLocation) || isSwiftTestingRun { return }
    write("error: \(text)", at: sourceLocation)
    exit(1)
  }

  /// Records a warning in the running test, which still passes.
  package static func warn(_ text: String, at sourceLocation: SourceLocation) {
    guard Test.current != nil || isSwiftTestingRun else {
      return write("warning: \(text)", at: sourceLocation)
    }
    #if compiler(>=6.3)
      Issue.record(
        Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
    #endif
  }

  /// Makes an asynchronous check, and fails the running test if a cancellation ends it: for a test
  /// that throws a `CancellationError`, nothing else is reported.
  ///
  /// - Throws: The errors of the check, including its `CancellationError`.
  package static nonisolated(nonsending) func judging<Result>(
    at sourceLocation: SourceLocation,
    _ check: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    do {
      return try await check()
    } catch let error as CancellationError {
      record(
        "nothing is judged: the task of the test is cancelled, by its mapper or from outside",
        at: sourceLocation)
      throw error
    }
  }

  /// Attaches bytes to the running test; XCTest has no such attachments.
  package static func attach(
    _ bytes: [UInt8], named name: String, at sourceLocation: SourceLocation
  ) {
    guard Test.current != nil else { return }
    Attachment.record(bytes, named: name, sourceLocation: sourceLocation)
  }

  // MARK: - Where issues go

  /// Whether an issue of Swift Testing that is recorded here would fail no test.
  private static var isLostToTheRun: Bool {
    guard Test.current == nil else { return false }
    #if compiler(>=6.4)
      let environment = ProcessInfo.processInfo.environment
      return environment["SWIFT_TESTING_XCTEST_INTEROP_MODE"] == "none"
    #else
      return true
    #endif
  }

  /// Whether the process runs tests of Swift Testing: then an issue outside of a test, as in a
  /// detached task, fails the run.
  private static var isSwiftTestingRun: Bool {
    isSwiftTestingRun(CommandLine.arguments, ProcessInfo.processInfo.environment)
  }

  /// Returns whether Xcode runs the tests: it names a file in the environment, for every test
  /// library.
  static func isUnderXcode(_ environment: [String: String]) -> Bool {
    environment["XCTestConfigurationFilePath"] != nil
  }

  /// Returns whether the process runs tests of Swift Testing. Under Xcode the arguments are those
  /// of the app, so Xcode always counts.
  static func isSwiftTestingRun(_ arguments: [String], _ environment: [String: String]) -> Bool {
    isUnderXcode(environment)
      || TestCommand.value(of: "--testing-library", in: arguments) == "swift-testing"
  }

  private static func write(_ text: String, at sourceLocation: SourceLocation) {
    let line = "\(sourceLocation.path):\(sourceLocation.line): \(text)\n"
    // If there is no reader, nothing is written.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}
