public import JSONParsing

/// A mistake in a contract file, or a probable mistake.
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
  /// The mistake in words: lower case, no full stop, with quoted parts of the file made safe to
  /// display.
  public var message: String
  /// Advice on how to correct it.
  public var hint: String?
  /// The file, relative to the root folder of contracts.
  public var path: String
  /// The byte range of the mistake in the file.
  public var range: Range<Int>
  /// The start of the range.
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
  /// Returns whether a mistake comes first in the order of paths and bytes.
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

/// All mistakes of a contract and of the files that it includes, in the order of paths and bytes.
public struct ContractErrors: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistakes, in the order of paths and bytes.
  public var errors: [ContractError]

  package init(errors: [ContractError]) { self.errors = errors }

  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension Severity {
  package init(_ severity: ContractError.Severity) {
    self = severity == .error ? .error : .warning
  }
}
