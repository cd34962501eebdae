import ContractModel

/// An error in a stub or in a server's settings, such as an endpoint that is invalid or unknown to
/// the contract, a fault that its payload cannot have, or a missing file.
public struct StubError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error in one line; text from outside is escaped.
  public let message: String
  /// Details and hints, one per line.
  public let notes: [String]

  /// Creates an error from a sentence and the lines below it.
  public init(_ message: String, notes: [String] = []) {
    (self.message, self.notes) = (message, notes)
  }

  /// The message, then each note on a line of its own.
  public var description: String { ([message] + notes.map { "  \($0)" }).joined(separator: "\n") }
}
