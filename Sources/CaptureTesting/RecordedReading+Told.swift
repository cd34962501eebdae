import CaptureChecking
import CaptureSources
import ContractModel
import ContractTesting
import JSONParsing
import MapperTesting
import Testing

/// The texts about the captures.
extension RecordedReading {
  /// The maximal number of separately reported causes, kinds of records, and problems.
  static let reportLimit = 10

  /// The violations that concern the captures rather than the mapper.
  var violations: [MapperViolation] { [nothingJudged, damage].compactMap(\.self) }

  /// Records violations, and the warnings about the captures.
  func record(_ violations: [MapperViolation], at sourceLocation: SourceLocation) {
    violations.record(at: sourceLocation)
    for warning in warnings { TestIssue.warn(warning, at: sourceLocation) }
  }

  /// The violation that the captures have nothing to judge; `nil` if they have something.
  private var nothingJudged: MapperViolation? {
    if coverage.bodyCount == 0 { return nothingFound }
    guard coverage.brokenCount == coverage.bodyCount else { return nil }
    let text = "nothing is compared: the contract refuses all of \(coverage.bodies)"
    return MapperViolation(text, server.rows)
  }

  var warnings: [String] { [server.text(coverage), notice].compactMap(\.self) }

  private var nothingFound: MapperViolation {
    let near = coverage.near
    let kinds = others.groups.map { kind in
      guard kind.reason.isEmpty else { return "\(kind.example) (\(kind.count), \(kind.reason))" }
      return kind.shape.isEmpty
        ? "\(counted(kind.count, "bare body", "bare bodies")), the first in \(kind.example)"
        : "\(kind.shape) (\(kind.count))"
    }
    let advice =
      !near.isEmpty
      ? "name the status, \"GET /users -> 404\", or record the responses with their bodies"
      : kinds.isEmpty && !problems.isEmpty
        ? "see what of the captures cannot be read"
        : kinds.isEmpty
          ? "record some responses: HAR, NDJSON, cassettes and bare bodies are read"
          : "name one of these, or the files of bare bodies: inputs: \"users/*.json\""
    return MapperViolation(
      "nothing is judged: there is no body of \(coverage.name) in \(captures.text)",
      [
        ("of it", near.isEmpty ? "nothing" : near.joined(separator: ", ")),
        ("else", kinds.isEmpty ? "nothing" : listed(kinds, most: Self.reportLimit)),
        ("read", counted(coverage.inputCount, "file")), ("next", advice),
      ])
  }

  /// The violation that a part of the captures could not be read; `nil` if there is none.
  private var damage: MapperViolation? {
    guard !problems.isEmpty else { return nil }
    let rows = problems.prefix(Self.reportLimit).map { ("problem", "\($0)") }
    let rest = problems.count - rows.count
    let more = rest > 0 ? [("more", counted(rest, "other problem"))] : []
    return MapperViolation(
      "part of the captures cannot be read; what can be was judged: \(coverage.bodies)",
      rows + more + [("next", "record these again, or take them out of the captures")])
  }
}

extension CaptureRecord {
  /// Returns the position of a value in the body, with the record, safe to display:
  /// `captures/users.har entry 4 1:12, GET /users 200`.
  ///
  /// - Parameter position: The position in the input, or in the body if the input has it in another
  ///   spelling; `nil` for the start of the body.
  func placeText(_ position: TextPosition? = nil) -> String {
    let place = ViolationPlace(
      input: input, record: place,
      position: position ?? bodyStart?.position ?? TextPosition(line: 1, column: 1),
      isPositionInInput: bodyStart != nil)
    return kind == .body ? "\(place)" : "\(place), \(summary)"
  }
}
