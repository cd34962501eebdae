import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// Violations of bodies as a whole, the only ones of a body that is not JSON.
extension CaptureCheck {
  /// An empty body is no violation where none may come (§ 40), and right at an endpoint without
  /// a body.
  mutating func checkEmpty(
    _ record: CaptureRecord, _ place: Place, _ body: Span<UInt8>,
    _ report: Report?
  ) {
    if hasNoBody(place) {
      totals.notePayload(place.key)
    } else if record.mayBeEmpty {
      totals.bodilessCount += 1
    } else {
      totals.notePayload(place.key)
      note(.emptyBody, place, record, body, message: "the body is empty", report)
    }
  }

  /// Notes a body of an endpoint without one, whatever the body is.
  mutating func noteUnexpected(
    _ place: Place, _ record: CaptureRecord, _ body: Span<UInt8>, _ report: Report?
  ) {
    totals.notePayload(place.key)
    let what = record.isRequest ? "request" : "endpoint"
    note(.unexpectedBody, place, record, body, message: "the \(what) has no body", report)
  }

  mutating func noteNotJSON(
    _ error: JSONParseError, _ place: Place, _ record: CaptureRecord, _ body: Span<UInt8>,
    _ report: Report?
  ) {
    guard !hasNoBody(place) else { return noteUnexpected(place, record, body, report) }
    totals.notePayload(place.key)
    let rule: RuleID
    switch error.reason {
    case .tooDeep: rule = .tooDeep
    case .tooLarge: rule = .tooBig
    default: rule = .notJSON
    }
    note(
      rule, place, record, body, message: "\(error)",
      hint: record.mimeType.flatMap { MIMEType.foreignCharset($0) } ?? error.hint,
      offset: error.offset, report
    )
  }

  /// Notes a violation of the body as a whole.
  ///
  /// - Parameter natural: Its severity where nothing else is said.
  mutating func note(
    _ rule: RuleID, as natural: CheckOptions.Severity = .error, _ place: Place,
    _ record: CaptureRecord, _ body: Span<UInt8>, message: String,
    hint: String? = nil, offset: Int = 0, _ report: Report?
  ) {
    let severity = options.severity(rule, natural)
    guard severity != .off else { return }
    if severity == .error { totals.noteRefusal(place.key) }
    let violation = Violation(
      rule: rule, severity: .error, path: InstancePath(), byteRange: offset..<offset + 1,
      message: message, hint: hint)
    note(violation, severity, of: place.key, number: 0, record, body, report)
  }

  /// Notes a violation of a body as a whole.
  ///
  /// - Parameter number: Its place among the violations of the record.
  mutating func note(
    _ violation: Violation, _ severity: CheckOptions.Severity, of endpoint: CheckTotals.EndpointKey,
    number: Int, _ record: CaptureRecord, _ body: Span<UInt8>, _ report: Report?
  ) {
    let key = CheckTotals.GroupKey(endpoint, violation.rule)
    let order = ViolationOrder(record: RecordOrder(record, in: item), number: number)
    _ = totals.note(
      key, severity, ViolationGroups.Numbers(ofGroup: 0), at: order, options.exampleCount)
    totals.note(violation.rule, of: endpoint)
    var positions = TextPositions(in: body)
    let found = CheckViolation(
      violation, severity: severity, in: record,
      named: record.namedSummary, at: order, of: key, body, &positions)
    stepCount += positions.stepCount
    totals.violations.keep(found, of: key, options.exampleCount)
    report?(found)
  }
}
