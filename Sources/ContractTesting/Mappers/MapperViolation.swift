/// A way in which a mapper does not keep its contract.
public struct MapperViolation: Sendable, CustomStringConvertible {
  /// What a person reads of it, on several lines.
  public let description: String
  /// The smallest payload that shows it.
  public let payload: [UInt8]
  /// The payload that showed it first, if it was shrunk.
  public let original: [UInt8]?

  init(description: String, payload: [UInt8], original: [UInt8]? = nil) {
    (self.description, self.payload, self.original) = (description, payload, original)
  }
}

/// All ways in which a mapper does not keep its contract.
public struct MapperViolations: Error, Sendable, CustomStringConvertible {
  /// At least one.
  public let violations: [MapperViolation]

  public var description: String { violations.map(\.description).joined(separator: "\n\n") }
}
