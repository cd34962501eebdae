import CaptureChecking
import CaptureSources
import ContractReporting
import JSONParsing

/// One violation of a group, in words that are safe to display.
struct ReportedExample {
  /// The input's name, not yet safe to display; `nil`, if it is no file.
  let file: String?
  /// Where in the file, or the record's line, if the body is written otherwise there; `nil`, if it
  /// is not known.
  let position: TextPosition?
  /// `capture.har entry 17 (GET /api/users 200) 11:32`
  let place: String
  /// ` at user.firstname`; empty for the body itself.
  let path: String
  let message: String
  let hint: String?
  /// The payload around it, with the values in it replaced unless they are shown.
  let source: SourceExcerpt?
  var excerpt: String? { source?.description }

  /// - Parameters:
  ///   - discretion: What is shown; by default what programs are shown.
  ///   - colors: How the mark in the excerpt is set off.
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

  /// Where and what it is, in one line.
  var headline: String { "\(place): \(message)\(path)" }

  /// The lines that tell it: where, what, and how it reads.
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
