public import JSONParsing

/// An error or warning in a contract file.
///
///     Contracts/groups.contract.json:9:31: error: unknown type "Strng"
public struct ContractError: Error, Equatable, Sendable {
  /// The severity of a mistake: a contract with an error cannot be used.
  public enum Severity: String, Codable, Sendable {
    /// The contract cannot be used.
    case error
    /// The contract can be used, but probably does not mean what its author intended.
    case warning
  }

  /// The severity: error or warning.
  public var severity: Severity
  /// The message: lower case, no full stop. Quoted parts of the file are made safe to display.
  public var message: String
  /// Advice on how to correct the mistake.
  public var hint: String?
  /// The file, relative to the root folder of contracts.
  public var path: String
  /// The byte range of the mistake in the file.
  public var range: Range<Int>
  /// The start of the range.
  public var position: TextPosition

  /// Creates an error or warning at a range of bytes of a file.
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
  func precedes(_ other: ContractError) -> Bool {
    let (left, right) = (MemberName(path), MemberName(other.path))
    return left != right
      ? left < right
      : (range.lowerBound, range.upperBound) < (other.range.lowerBound, other.range.upperBound)
  }
}

extension ContractError: CustomStringConvertible {
  /// The error on one line, in the format of compilers.
  public var description: String {
    "\(displayed(path)):\(position): \(severity.rawValue): \(message)"
      + (hint.map { "; \($0)" } ?? "")
  }
}

/// All errors and warnings of a contract and its included files, in the order of paths and bytes.
public struct ContractErrors: Error, Equatable, Sendable, CustomStringConvertible {
  /// The errors and warnings, in the order of paths and bytes.
  public var errors: [ContractError]

  package init(errors: [ContractError]) { self.errors = errors }

  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension Severity {
  package init(_ severity: ContractError.Severity) {
    self = severity == .error ? .error : .warning
  }
}
