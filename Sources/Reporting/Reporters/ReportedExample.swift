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
  /// `user.firstname`; empty for the body itself.
  let path: String
  let message: String
  let hint: String?
  /// The payload around it, with the values in it replaced unless they are shown.
  let source: SourceExcerpt?
  var excerpt: String? { source?.description }

  init(_ found: CheckViolation, in report: CheckReport) {
    let discretion = report.forPrograms
    let isFile = !found.isOfCapture && found.input != CaptureInput.standardInput.name
    file = isFile ? found.input : nil
    position = isFile ? found.positionInFile : nil
    let separator = found.isPositionInInput ? ":" : " "
    let place = discretion.place(of: found)
    self.place = found.isOfCapture ? place : "\(place)\(separator)\(found.position)"
    path = displayed(discretion.path(of: found).description)
    message = discretion.message(of: found)
    hint = discretion.hint(of: found)
    source = discretion.text(of: found).flatMap { shown in
      shown.text.isEmpty
        ? nil : SourceExcerpt(of: shown.range, at: found.position, in: shown.text[...])
    }
  }

  /// Where and what it is, in one line.
  var headline: String { "\(place): \(message)" + (path.isEmpty ? "" : " at \(path)") }

  /// The lines that tell it: where, what, and how it reads.
  var lines: [String] {
    var lines = [headline]
    if let excerpt {
      lines += excerpt.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    if let hint { lines.append("     = hint: \(hint)") }
    return lines
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
