import CaptureChecking
import CaptureSources
import ContractReporting
import JSONParsing

/// One violation of a group, with texts that are safe to display.
struct ReportedExample {
  /// The input's name, not yet safe to display; `nil`, if the input is no file.
  let file: String?
  /// The position in the file, or the record's line, if the file has the body in another encoding;
  /// `nil`, if unknown.
  let position: TextPosition?
  /// `capture.har entry 17 (GET /api/users 200) 11:32`
  let place: String
  /// ` at user.firstname`; empty for the whole body.
  let path: String
  let message: String
  let hint: String?
  /// The payload around the violation; values are replaced, unless shown.
  let source: SourceExcerpt?
  var excerpt: String? { source?.description }

  /// - Parameters:
  ///   - discretion: The discretion; by default that for programs.
  ///   - colors: The colors of the excerpt's mark.
  init(
    _ found: CheckViolation, in report: CheckReport, _ discretion: Discretion? = nil,
    _ colors: TextColors = .none
  ) {
    let discretion = discretion ?? report.forPrograms
    let isFile = !found.isOfCapture && found.input != CaptureInput.standardInput.name
    file = isFile ? found.input : nil
    position = isFile ? found.positionInFile : nil
    place = discretion.place(of: found)
    path = discretion.path(of: found).placeText
    message = discretion.message(of: found)
    hint = discretion.hint(of: found)
    source = discretion.text(of: found).flatMap { shown in
      shown.text.isEmpty
        ? nil
        : SourceExcerpt(
          of: shown.range, at: found.position, in: shown.text[...], colors: colors)
    }
  }

  /// The place, message and path, in one line.
  var headline: String { "\(place): \(message)\(path)" }

  /// The headline, excerpt and hint.
  var lines: [String] {
    SourceExcerpt.lines(headline, excerpt, remarks: [hint.map { "hint: \($0)" }])
  }
}

extension CheckReport.Group {
  var examples: [ReportedExample] { totals.examples.map { ReportedExample($0, in: report) } }
}

extension CheckViolation {
  fileprivate var positionInFile: TextPosition? {
    if isPositionInInput { return position }
    guard case .line(let number) = record else { return nil }
    return TextPosition(line: number, column: 1)
  }
}
