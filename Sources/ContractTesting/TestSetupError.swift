/// A reason why a fixture, a contract or a payload of a test is not available.
///
/// The error is thrown, so the test fails. A missing file skips no test.
public struct TestSetupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error in one line; text from outside is escaped.
  public let message: String
  /// Searched paths, findings and hints, one per line.
  public let notes: [String]

  /// Creates an error from a sentence and from lines below it.
  public init(_ message: String, notes: [String] = []) {
    (self.message, self.notes) = (message, notes)
  }

  /// The message, followed by each note on its own line.
  public var description: String { ([message] + notes.map { "  \($0)" }).joined(separator: "\n") }
}
