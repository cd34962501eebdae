import Foundation

/// How much the tests try.
///
/// `swift test` takes a few minutes. With `CONTRACTCHECK_TESTS=all`, which `.ci/run` sets, the tests
/// that take seconds each run, too, and tests with many like arguments try all of them.
public enum TestDepth {
  /// Whether everything is tried.
  public static let isFull = ProcessInfo.processInfo.environment["CONTRACTCHECK_TESTS"] == "all"

  /// Returns all arguments, or every third one.
  public static func some<Argument>(_ all: [Argument]) -> [Argument] {
    isFull ? all : stride(from: 0, to: all.count, by: 3).map { all[$0] }
  }
}
