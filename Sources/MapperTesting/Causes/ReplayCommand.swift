import JSONParsing

/// The command that runs a test again on one payload, where the test was run.
package enum ReplayCommand: Sendable {
  /// - Parameter filter: A pattern that matches the test; `nil`, where that is not known.
  case swiftTest(filter: String?)
  /// - Parameter test: The test as `-only-testing:` names it: `AppTests/AvatarMapperTests/keepsContract()`.
  case xcodebuild(test: String?)

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
    value.map { " " + name + (isWord($0) ? $0 : shellQuoted($0)) } ?? ""
  }

  private func isWord(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || "._/-".utf8.contains(byte)
    }
  }

  /// A text as one word of a command line.
  private func shellQuoted(_ text: String) -> String {
    guard text.contains("'") else { return "'\(text)'" }
    let isPlain = !text.contains { "\"$`\\!".contains($0) }
    return isPlain ? "\"\(text)\"" : "'\(text.replacing("'", with: "'\\''"))'"
  }
}
