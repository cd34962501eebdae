import ContractModel

/// A mistake in what a stub or server is to answer: an endpoint that cannot be read or is not the
/// contract's, a fault that is none of its payload's, a file that is not there.
public struct StubError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistake, in a line; what came from outside is made safe to display.
  public let message: String
  /// The findings, and what could help; each in a line.
  public let notes: [String]

  /// Makes an error of a sentence, and of lines that stand below it.
  public init(_ message: String, notes: [String] = []) {
    (self.message, self.notes) = (message, notes)
  }

  /// The message, then each note on a line of its own.
  public var description: String { ([message] + notes.map { "  \($0)" }).joined(separator: "\n") }
}
