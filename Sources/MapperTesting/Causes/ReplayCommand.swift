import JSONParsing

/// The command that runs a test again with one payload, in the environment where the test was run.
package enum ReplayCommand: Sendable {
  /// - Parameter filter: A pattern that matches the test; `nil` if it is not known.
  case swiftTest(filter: String?)
  /// - Parameter test: The test's name for `-only-testing:`:
  ///   `AppTests/AvatarMapperTests/keepsContract()`.
  case xcodebuild(test: String?)

  /// Returns the command:
  /// `CONTRACTCHECK_REPLAY='missing@[0].file_url' swift test --filter AppTests`
  func text(_ id: String) -> String {
    let variable = "CONTRACTCHECK_REPLAY=\(shellQuoted(displayed(id)))"
    switch self {
    case .swiftTest(let filter): return "\(variable) swift test" + option("--filter ", filter)
    case .xcodebuild(let test):
      return "TEST_RUNNER_\(variable) xcodebuild test" + option("-only-testing:", test)
    }
  }

  private func option(_ name: String, _ value: String?) -> String {
    value.map { " " + name + shellWord($0) } ?? ""
  }
}
