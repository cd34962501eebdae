public import Testing

/// An expectation of a test that is not met.
public struct MappingFailure: Sendable, CustomStringConvertible {
  /// What is wrong, made safe to display.
  public let message: String
  /// The line of the expectation.
  public let sourceLocation: SourceLocation

  public var description: String {
    "\(sourceLocation.fileID):\(sourceLocation.line): \(message)"
  }
}

/// All expectations of a test that are not met.
public struct MappingFailures: Error, Sendable, CustomStringConvertible {
  /// The failures, at least one, in the order of the expectations.
  public let failures: [MappingFailure]

  public var description: String { failures.map(\.description).joined(separator: "\n") }
}
