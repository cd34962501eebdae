import JSONParsing

/// A reason why something that a test asks for cannot be had: a fixture, a contract, a payload.
///
/// It is thrown, so the test fails; nothing is skipped for want of a file.
public struct TestSetupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistake, in a line; what came from outside is made safe to display.
  public let message: String
  /// Where it was looked, what was found, what could help; each in a line.
  public let notes: [String]

  /// Makes an error of a sentence, and of lines that stand below it.
  public init(_ message: String, notes: [String] = []) {
    (self.message, self.notes) = (message, notes)
  }

  /// The message, then each note on a line of its own.
  public var description: String { ([message] + notes.map { "  \($0)" }).joined(separator: "\n") }
}
