import CaptureChecking
import CaptureSources
import ContractReporting
import JSONParsing

/// One violation of a group, with texts that are safe to display.
struct ReportedExample {
  let found: CheckViolation
  let discretion: Discretion
  /// The colors of the excerpt's mark.
  var colors = TextColors.none

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

  /// `capture.har entry 17 (GET /api/users 200) 11:32`
  var place: String { discretion.place(of: found) }
  /// ` at user.firstname`; empty for the whole body.
  var path: String { discretion.path(of: found).placeText }
  var message: String { discretion.message(of: found) }
  var hint: String? { discretion.hint(of: found) }

  /// The payload around the violation; values are replaced, unless shown.
  var source: SourceExcerpt? {
    guard let shown = discretion.text(of: found), !shown.text.isEmpty else { return nil }
    return SourceExcerpt(
      of: shown.range, at: found.location.position, in: shown.text[...], colors: colors)
  }

  var excerpt: String? { source?.description }

  /// The place, message and path, in one line.
  var headline: String { "\(place): \(message)\(path)" }

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
