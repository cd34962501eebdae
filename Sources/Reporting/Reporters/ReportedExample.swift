import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// A violation as a report shows it. Its texts are safe to display, unless they say otherwise.
struct ReportedExample {
  let found: CheckViolation
  let discretion: Discretion
  /// The colors of the excerpt's mark.
  var colors = TextColors.none

  private var showsData: Bool { discretion.showsData }
  private var words: ContractWords { discretion.words[found.endpoint.contract] }

  // MARK: - Places

  /// The input's name, not yet safe to display; `nil`, if the input is no file.
  var file: String? {
    let input = found.location.input
    return found.isOfCapture || input == CaptureInput.standardInput.name ? nil : input
  }

  /// The position in the file, or the record's line, if the file has the body in another encoding;
  /// `nil`, if unknown.
  var position: TextPosition? {
    if found.location.isPositionInInput { return found.location.position }
    guard case .line(let number) = found.location.record else { return nil }
    return TextPosition(line: number, column: 1)
  }

  /// The input, the record, and the line and column: `a.har entry 7 (GET /users 200) 11:32`.
  var place: String {
    found.isOfCapture ? displayed(found.location.input) : found.location.text(of: request)
  }

  /// The record in a few words, if it is an exchange or event: `GET /users/:id 200`.
  var request: String? {
    guard let summary = found.summary, !showsData else {
      return found.summary.map { displayed($0) }
    }
    let place = discretion.places[found.endpoint.contract][found.endpoint.number]
    guard case .endpoint(let selector) = place.target else { return nil }
    guard case .http(let http) = selector else { return displayed(selector.description) }
    // The selector's statuses are replaced by that of the record.
    let words = [http.method, http.path.description, found.status.map(String.init) ?? ""]
    return summary.isEmpty
      ? nil : words.filter { !$0.isEmpty }.map { displayed($0) }.joined(separator: " ")
  }

  /// The path in the payload, with `{key}` for keys that no line reads.
  var path: InstancePath {
    guard !showsData else { return found.violation.path }
    let words = words
    return InstancePath(
      found.violation.path.steps.map { step in
        guard case .member(let name) = step, !words.has(key: name), !isNamed(name) else {
          return step
        }
        return .member(MemberName(KeyName.placeholder))
      })
  }

  /// Whether a key names the violation's group.
  private func isNamed(_ key: MemberName) -> Bool {
    guard found.violation.rule == .unknownKey, KeyName.isWord(key.text),
      let path = found.group.key?.text
    else { return false }
    return path.utf8.elementsEqual(key.text.utf8) || path.hasSuffix(".\(key.text)")
  }

  // MARK: - Texts

  var message: String {
    displayed(showsData ? found.violation.message : found.violation.discreet.message)
  }

  var hint: String? {
    (showsData ? found.violation.hint : found.violation.discreet.hint).map { displayed($0) }
  }

  /// The payload around the violation; values are replaced, unless shown.
  var source: SourceExcerpt? {
    let (words, text) = (words, Array(found.text))
    let shown: (text: [UInt8], range: Range<Int>)? =
      showsData
      ? (text, found.range)
      : ValuelessText.replacing(text, found.range) { key in
        words.has(key: MemberName(key)) || isNamed(MemberName(key))
      }
    guard let shown, !shown.text.isEmpty else { return nil }
    return SourceExcerpt(
      of: shown.range, at: found.location.position, in: shown.text[...], colors: colors)
  }

  var excerpt: String? { source?.description }

  /// The place, message and path, in one line.
  var headline: String { "\(place): \(message)\(path.placeText)" }

  /// The headline, excerpt and hint.
  var lines: [String] {
    SourceExcerpt.lines(headline, excerpt, remarks: [hint.map { "hint: \($0)" }])
  }
}

extension CheckReport {
  /// Returns a violation as reports for programs show it.
  func example(_ found: CheckViolation) -> ReportedExample {
    ReportedExample(found: found, discretion: forPrograms)
  }
}

extension CheckReport.Group {
  var examples: [ReportedExample] { totals.examples.map(report.example) }
}
