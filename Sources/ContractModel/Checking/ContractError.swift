public import JSONParsing

/// A mistake in a contract file, or something in it that is probably one.
///
///     Contracts/groups.contract.json:9:31: error: unknown type "Strng"
public struct ContractError: Error, Equatable, Sendable {
  /// How much a mistake matters: an error keeps the contract from being used.
  public enum Severity: String, Codable, Sendable {
    /// The contract cannot be used.
    case error
    /// The contract can be used, and does not say what its author thinks.
    case warning
  }

  /// Error, or warning.
  public var severity: Severity
  /// The mistake: lower case, no full stop, the file's own words in quotes and made safe to
  /// display.
  public var message: String
  /// Advice on how to correct it.
  public var hint: String?
  /// The file, relative to the root that contracts are looked for below.
  public var path: String
  /// The bytes of the file that are wrong.
  public var range: Range<Int>
  /// Where they start.
  public var position: TextPosition

  /// Makes a mistake at a range of bytes of a file.
  public init(
    severity: Severity, message: String, hint: String?, path: String, range: Range<Int>,
    position: TextPosition
  ) {
    self.severity = severity
    self.message = message
    self.hint = hint
    self.path = path
    self.range = range
    self.position = position
  }
}

extension ContractError {
  /// The order of paths and bytes.
  func precedes(_ other: ContractError) -> Bool {
    let (left, right) = (MemberName(path), MemberName(other.path))
    return left != right
      ? left < right
      : (range.lowerBound, range.upperBound) < (other.range.lowerBound, other.range.upperBound)
  }
}

extension ContractError: CustomStringConvertible {
  /// One line, as compilers write it.
  public var description: String {
    "\(displayed(path)):\(position): \(severity.rawValue): \(message)"
      + (hint.map { "; \($0)" } ?? "")
  }
}

/// All mistakes of a contract, and of the files it includes, in the order of paths and bytes.
public struct ContractErrors: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistakes, in the order of the files and of their places.
  public var errors: [ContractError]

  package init(errors: [ContractError]) { self.errors = errors }

  public var description: String { errors.map(\.description).joined(separator: "\n") }
}
