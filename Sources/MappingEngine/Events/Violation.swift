public import ContractModel
public import JSONParsing

/// One way in which a payload breaks its contract.
public struct Violation: Hashable, Sendable {
  /// The severity of a violation: an error rejects the payload.
  public typealias Severity = ContractError.Severity

  /// The rule that is broken.
  public var rule: RuleID
  /// Error, warning or information, as the rule and the contract say.
  public var severity: Severity
  /// The place in the payload; for a missing value, the place where it would have been.
  public var path: InstancePath
  /// The bytes of the payload that the violation is about; for a missing value, the opening bracket
  /// of the object or array.
  public var byteRange: Range<Int>
  /// The fault in words: in lower case, without a full stop, and safe to display.
  public var message: String
  /// A way to fix the violation.
  public var hint: String?
  /// The message and hint for reports that may not show values of a payload: they contain text of
  /// the contract and the kinds of values only.
  package var discreet: Words
  /// The line of the contract; `nil`, if the violation belongs to no line.
  public var line: PropertyLine?
  /// The place in the contract that is violated.
  public var origin: Origin
  /// The place in the contract of the type that the value does not have: the line's, or that of its
  /// elements.
  package var typeOrigin = Origin.none
  /// For a skipped element, the violation that makes it bad; otherwise empty.
  package var causes: [Violation] = []

  /// Makes a violation at a place of a payload.
  public init(
    rule: RuleID, severity: Severity, path: InstancePath, byteRange: Range<Int>, message: String,
    hint: String? = nil, line: PropertyLine? = nil, origin: Origin = .none
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.byteRange = byteRange
    self.message = message
    self.hint = hint
    self.line = line
    self.origin = origin
    discreet = Words(message: rule.meaning)
  }

  package struct Words: Hashable, Codable, Sendable {
    package var message: String
    package var hint: String?

    package init(message: String, hint: String? = nil) {
      (self.message, self.hint) = (message, hint)
    }
  }

  /// Makes a violation of a capture as a whole, whose text contains nothing of a payload.
  package init(
    ofCapture rule: RuleID, as severity: Severity = .error, message: String,
    line: PropertyLine? = nil
  ) {
    self.init(
      rule: rule, severity: severity, path: InstancePath(), byteRange: 0..<0, message: message,
      line: line, origin: line?.origin ?? .none)
    discreet.message = message
  }

  /// The violation as contracts write it: `null-value at [0].id`.
  public var expected: ExpectedViolation { ExpectedViolation(rule: rule, path: path) }
}

extension Violation: CustomStringConvertible {
  /// One line: `error[null-value] at [0].id: expected Int, found null`.
  public var description: String {
    return "\(severity.rawValue)[\(rule.rawValue)]\(path.placeText): \(message)"
      + (hint.map { "; \($0)" } ?? "")
  }
}
