public import ContractModel
public import JSONParsing

/// One way in which a payload breaks its contract.
public struct Violation: Hashable, Sendable {
  /// How much a violation matters: an error refuses the payload.
  public typealias Severity = ContractError.Severity

  /// The rule that is broken.
  public var rule: RuleID
  /// Error, warning or information: after the rule and the contract.
  public var severity: Severity
  /// Where in the payload; of something missing, where it would have been.
  public var path: InstancePath
  /// The bytes of the payload that it is about; of something missing, the opening bracket of the
  /// object or array.
  public var byteRange: Range<Int>
  /// The fault in words: lower case, no full stop, made safe to display.
  public var message: String
  /// A way to deal with it.
  public var hint: String?
  /// Message and hint as they stand where nothing of a payload may: the contract's part of them, and
  /// the kinds of values.
  package var discreet: Words
  /// The line of the contract; none, for what no line speaks of.
  public var line: PropertyLine?
  /// Where the contract says it.
  public var origin: Origin
  /// Where it says the type that a value does not have: the line's, or that of its elements.
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

  /// What is said of a violation.
  package struct Words: Hashable, Codable, Sendable {
    package var message: String
    package var hint: String?

    package init(message: String, hint: String? = nil) {
      (self.message, self.hint) = (message, hint)
    }
  }

  /// Makes a violation of a capture as a whole, whose words have nothing of a payload.
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
