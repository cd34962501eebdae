package import CaptureSources
import ContractModel
package import Foundation
package import JSONParsing
package import MappingEngine

/// A violation, where it was found, and as much of the payload around it as a report shows.
package struct CheckViolation: Codable, Sendable {
  package let violation: Violation
  /// The severity that it counts with.
  package let severity: CheckOptions.Severity
  /// The violations that it is one of.
  package private(set) var group: CheckTotals.GroupKey
  /// Where it stands among all.
  package let order: ViolationOrder
  package private(set) var location: ViolationPlace
  /// The record in a few words, if it is an exchange or event.
  package let summary: String?
  /// The response's status, if the record has one.
  package let status: Int?
  /// The payload around it, and where it is in that.
  package let text: Data
  package let range: Range<Int>
  /// Whether it is about all payloads, and not about a place in one.
  package let isOfCapture: Bool

  /// How many bytes are kept on either side.
  private static let reach = 420

  /// - Parameters:
  ///   - summary: The record in a few words; `nil` of a bare body.
  ///   - body: As it is shown.
  ///   - positions: Those of the body.
  init(
    _ violation: Violation, severity: CheckOptions.Severity, in record: CaptureRecord,
    named summary: String?, at order: ViolationOrder, of group: CheckTotals.GroupKey,
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

  /// A violation of the capture as a whole, or, at the place of one, of what several payloads say.
  init(
    _ violation: Violation, severity: CheckOptions.Severity, of group: CheckTotals.GroupKey,
    at place: (location: ViolationPlace, order: ViolationOrder)? = nil
  ) {
    (self.violation, self.severity, self.group) = (violation, severity, group)
    order =
      place?.order
      ?? ViolationOrder(record: RecordOrder(item: ItemPlace(input: .max, segment: 0)), number: 0)
    location =
      place?.location
      ?? ViolationPlace(
        input: "(all payloads)", record: .file, position: TextPosition(line: 1, column: 1),
        isPositionInInput: true)
    (summary, status, text, range, isOfCapture) = (nil, nil, Data(), 0..<0, place == nil)
  }

  /// The violation as lines are counted that stand further down by a number.
  package func moved(byLines count: Int) -> CheckViolation {
    var moved = self
    moved.location = location.moved(byLines: count)
    return moved
  }

  /// The violation as one of another kind.
  func grouped(as key: CheckTotals.GroupKey) -> CheckViolation {
    var other = self
    other.group = key
    return other
  }
}

extension CheckViolation {
  package var endpoint: CheckTotals.EndpointKey { group.endpoint }
  /// The input's name.
  package var input: String { location.input }
  package var record: CaptureRecord.Place { location.record }
  /// Where it is: in the input, or in the body, if the body is written otherwise in the input.
  package var position: TextPosition { location.position }
  package var isPositionInInput: Bool { location.isPositionInInput }
}
