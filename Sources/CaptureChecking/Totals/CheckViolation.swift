import CaptureSources
package import ContractModel
package import Foundation
import JSONParsing
package import MappingEngine

/// A violation, its place, and as much of the surrounding payload as a report shows.
package struct CheckViolation: Codable, Sendable {
  package let violation: Violation
  package let severity: Severity
  package internal(set) var group: FindingKey
  package let order: RecordOrder
  package private(set) var location: ViolationPlace
  /// The record in a few words, if it is an exchange or event.
  package let summary: String?
  package let status: Int?
  /// The payload around the violation; `range` is the violation's place in this text.
  package let text: Data
  package let range: Range<Int>
  /// Whether the violation is about all payloads rather than a place in one.
  package let isOfCapture: Bool

  package var endpoint: EndpointKey { group.endpoint }

  /// How many bytes of the payload are kept on either side.
  private static let reach = 420

  /// - Parameters:
  ///   - summary: The record in a few words; `nil` for a bare body.
  ///   - body: The body with sensitive values hidden.
  ///   - positions: The positions in the body.
  init(
    _ violation: Violation, severity: Severity, in record: CaptureRecord,
    named summary: String?, at order: RecordOrder, of group: FindingKey,
    _ body: Span<UInt8>, _ positions: inout TextPositions
  ) {
    (self.violation, self.severity, self.group) = (violation, severity, group)
    (self.order, self.summary) = (order, summary)
    status = record.status
    let offset = min(violation.byteRange.lowerBound, body.count)
    location = ViolationPlace(offset, in: record, &positions)
    let start = max(0, offset - Self.reach)
    let end = min(body.count, offset + Self.reach)
    text = body.extracting(start..<end).withUnsafeBufferPointer { Data(buffer: $0) }
    let length = min(violation.byteRange.count, end - offset)
    range = offset - start..<offset - start + length
    isOfCapture = false
  }

  /// Creates a violation of the capture as a whole, or of several payloads, at the place of one of
  /// them.
  init(
    _ violation: Violation, severity: Severity, of group: FindingKey,
    at place: (location: ViolationPlace, order: RecordOrder)? = nil
  ) {
    (self.violation, self.severity, self.group) = (violation, severity, group)
    order = place?.order ?? RecordOrder(item: ItemPlace(input: .max, segment: 0))
    location =
      place?.location
      ?? ViolationPlace(
        input: "(all payloads)", record: .file, position: TextPosition(line: 1, column: 1),
        isPositionInInput: true)
    (summary, status, text, range, isOfCapture) = (nil, nil, Data(), 0..<0, place == nil)
  }

  package func moved(byLines count: Int) -> CheckViolation {
    var moved = self
    moved.location = location.moved(byLines: count)
    return moved
  }
}

/// A part stores violations without their lines, since `merge` reads the contracts again.
extension Violation: Codable {
  private enum CodingKeys: CodingKey { case rule, severity, path, range, words, discreet }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let words = try container.decode(Words.self, forKey: .words)
    self.init(
      rule: try container.decode(RuleID.self, forKey: .rule),
      severity: try container.decode(Severity.self, forKey: .severity),
      path: try InstancePath(parsing: try container.decode(String.self, forKey: .path)),
      byteRange: try container.decode(Range<Int>.self, forKey: .range), message: words.message,
      hint: words.hint)
    discreet = try container.decode(Words.self, forKey: .discreet)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity, forKey: .severity)
    try container.encode(path.description, forKey: .path)
    try container.encode(byteRange, forKey: .range)
    try container.encode(Words(message: message, hint: hint), forKey: .words)
    try container.encode(discreet, forKey: .discreet)
  }
}
