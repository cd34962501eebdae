import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// Violations of bodies as a whole; a body that is not JSON has no others.
extension CaptureCheck {
  /// Notes an empty body. It is no violation if the response may have no body (§ 40) or the
  /// endpoint has none.
  mutating func checkEmpty(
    _ record: CaptureRecord, _ place: Place, _ body: Span<UInt8>, _ report: Report?
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

  /// Notes a body, of any kind, at an endpoint without a body.
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
    note(
      RuleID(error), place, record, body, message: "\(error)",
      hint: record.mimeType.flatMap { MIMEType.foreignCharset($0) } ?? error.hint,
      offset: error.offset, report
    )
  }

  /// - Parameter natural: The severity, unless the options set another.
  mutating func note(
    _ rule: RuleID, as natural: Severity = .error, _ place: Place, _ record: CaptureRecord,
    _ body: Span<UInt8>, message: String, hint: String? = nil, offset: Int = 0, _ report: Report?
  ) {
    let severity = options.severity(rule, natural)
    guard severity != .off else { return }
    if severity == .error { totals.noteRefusal(place.key) }
    let violation = Violation(
      rule: rule, severity: .error, path: InstancePath(), byteRange: offset..<offset + 1,
      message: message, hint: hint)
    note(violation, severity, of: place.key, number: 0, record, body, report)
  }

  /// Notes a violation of a body as a whole, with its severity.
  ///
  /// - Parameter number: The violation's place among those of the record.
  mutating func note(
    _ violation: Violation, _ severity: Severity, of endpoint: EndpointKey,
    number: Int, _ record: CaptureRecord, _ body: Span<UInt8>, _ report: Report?
  ) {
    let key = FindingKey(endpoint, violation.rule)
    let order = RecordOrder(record, in: item).violation(number)
    _ = totals.note(key, severity, at: order, options.exampleCount)
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
