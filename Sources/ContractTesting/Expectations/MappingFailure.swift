public import Testing

/// Something that is not as a test expects it.
public struct MappingFailure: Sendable, CustomStringConvertible {
  /// The mistake, made safe to display.
  public let message: String
  /// The expectation.
  public let sourceLocation: SourceLocation

  public var description: String {
    "\(sourceLocation.fileID):\(sourceLocation.line): \(message)"
  }
}

/// Everything that is not as a test expects it.
public struct MappingFailures: Error, Sendable, CustomStringConvertible {
  /// At least one, in the order of the expectations.
  public let failures: [MappingFailure]

  public var description: String { failures.map(\.description).joined(separator: "\n") }
}
