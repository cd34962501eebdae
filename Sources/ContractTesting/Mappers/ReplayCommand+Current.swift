import Foundation
import MapperTesting
import Testing

extension ReplayCommand {
  /// The command for the running test. A test of XCTest has a name that nobody here knows; it is run
  /// with all tests of its target.
  static func current(at sourceLocation: SourceLocation) -> ReplayCommand {
    ReplayCommand(
      running: .current, target: sourceLocation.moduleName,
      isUnderXcode: TestIssue.isUnderXcode(ProcessInfo.processInfo.environment))
  }

  init(running test: RunningTest?, target: String, isUnderXcode: Bool) {
    self =
      isUnderXcode
      ? .xcodebuild(test: test?.onlyTesting ?? target)
      : .swiftTest(filter: test?.shortFilter ?? target)
  }
}
