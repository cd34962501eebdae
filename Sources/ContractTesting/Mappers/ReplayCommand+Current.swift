import Foundation
import MapperTesting
import Testing

extension ReplayCommand {
  /// Returns the command for the running test. The name of an XCTest test is not known here, so all
  /// tests of its target are run.
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
