package import CaptureSources
package import JSONParsing

package struct ViolationPlace: Codable, Equatable, Sendable {
  /// The input's name.
  package var input: String
  package var record: CaptureRecord.Place
  /// The position in the input; or in the body, if the input has the body in another encoding.
  package var position: TextPosition
  package var isPositionInInput: Bool

  package init(
    input: String, record: CaptureRecord.Place, position: TextPosition, isPositionInInput: Bool
  ) {
    (self.input, self.record, self.position) = (input, record, position)
    self.isPositionInInput = isPositionInInput
  }

  /// - Parameters:
  ///   - offset: The offset in the body, in bytes.
  ///   - positions: The positions in the body.
  init(_ offset: Int, in record: CaptureRecord, _ positions: inout TextPositions) {
    let inBody = positions.position(at: offset)
    input = record.input
    self.record = record.place
    position = record.bodyStart?.position(of: inBody) ?? inBody
    isPositionInInput = record.bodyStart != nil
  }

  func moved(byLines count: Int) -> ViolationPlace {
    guard count > 0, case .line(let number) = record else { return self }
    return ViolationPlace(
      input: input, record: .line(number + count),
      position: isPositionInInput ? position.moved(byLines: count) : position,
      isPositionInInput: isPositionInInput)
  }
}

extension ViolationPlace: CustomStringConvertible {
  /// The place in one word or two: `users.ndjson:3:17`, or `users.har entry 4 1:12`.
  package var description: String { text(of: nil) }

  /// Returns the place with the request, unless the input shows it: `users.har entry 7 (GET /users
  /// 200) 11:32`.
  ///
  /// - Parameter request: The record in a few words, safe to display.
  package func text(of request: String?) -> String {
    let name = displayed(input)
    guard !isPositionInInput else { return "\(name):\(position)" }
    let about = (request.map { " (\($0))" } ?? "") + " \(position)"
    switch record {
    case .file: return name + about
    case .line(let number): return "\(name):\(number)\(about)"
    case .entry(let number): return "\(name) entry \(number)\(about)"
    }
  }
}

extension TextPosition {
  func moved(byLines count: Int) -> TextPosition {
    TextPosition(line: line + count, column: column)
  }
}

extension TextPositions {
  init(in body: Span<UInt8>) {
    self = body.withUnsafeBufferPointer { TextPositions(in: $0) }
  }
}
