package import CaptureSources
import ContractModel
package import JSONParsing
package import MappingEngine

/// A violation, where it was found, and as much of the payload around it as a report shows.
package struct CheckViolation: Sendable {
  package let violation: Violation
  /// What it counts as.
  package let severity: CheckOptions.Severity
  package let endpoint: CheckTotals.EndpointKey
  /// The input's name.
  package let input: String
  package let record: CaptureRecord.Place
  /// The record in a few words, if it is an exchange or event.
  package let summary: String?
  /// Where it is: in the input, or in the body, if the body is written otherwise in the input.
  package let position: TextPosition
  package let isPositionInInput: Bool
  /// The payload around it, and where it is in that.
  package let text: [UInt8]
  package let range: Range<Int>
  /// Whether it is about all payloads, and not about a place in one.
  package let isOfCapture: Bool

  /// How many bytes are kept on either side.
  private static let reach = 420

  init(
    _ violation: Violation, severity: CheckOptions.Severity, in record: CaptureRecord,
    place: CheckTotals.EndpointKey, _ body: Span<UInt8>, hiding hidden: [Range<Int>] = []
  ) {
    (self.violation, self.severity, endpoint) = (violation, severity, place)
    (input, self.record) = (record.input, record.place)
    summary = record.kind == .body ? nil : record.summary
    let offset = min(violation.byteRange.lowerBound, body.count)
    let inBody = Self.position(offset, in: body)
    position = record.bodyStart?.position(of: inBody) ?? inBody
    isPositionInInput = record.bodyStart != nil
    let start = max(0, offset - Self.reach)
    let end = min(body.count, offset + Self.reach)
    var text: [UInt8] = []
    for index in start..<end { text.append(body[index]) }
    for range in hidden {
      for offset in range.clamped(to: start..<end) where text[offset - start] >= 0x20 {
        text[offset - start] = UInt8(ascii: "*")
      }
    }
    self.text = text
    let length = min(violation.byteRange.count, end - offset)
    range = offset - start..<offset - start + length
    isOfCapture = false
  }

  /// A violation of the capture as a whole.
  init(
    _ violation: Violation, severity: CheckOptions.Severity, of endpoint: CheckTotals.EndpointKey
  ) {
    (self.violation, self.severity, self.endpoint) = (violation, severity, endpoint)
    (input, record, summary) = ("(all payloads)", .file, nil)
    (position, isPositionInInput) = (TextPosition(line: 1, column: 1), true)
    (text, range, isOfCapture) = ([], 0..<0, true)
  }

  private static func position(_ offset: Int, in body: Span<UInt8>) -> TextPosition {
    body.withUnsafeBufferPointer { TextPosition(offset: offset, in: $0) }
  }
}
