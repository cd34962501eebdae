import CaptureChecking
import ContractModel
import ContractReporting
import DiskReading
import Foundation
import JSONParsing
import Reporting

/// The requested reports and their files.
struct ReportOutputs: Sendable {
  /// A report and its file; `nil` for standard output.
  struct Output: Sendable {
    var reporter: CheckReporter
    var file: String?
  }

  /// Each has its own file.
  let outputs: [Output]
  let console: Console

  // MARK: - The command line

  /// A paragraph of help on the reports.
  static var details: String {
    let lines = aligned(CheckReporter.all.map { [$0.name, $0.summary] })
    return "Reports:\n" + lines.joined(separator: "\n")
  }

  /// Returns the requested reports; by default `human`, and in a GitHub workflow also `github`.
  ///
  /// - Throws: `UsageError` if two reports have the same file.
  static func outputs(
    _ asked: [Output], _ environment: [String: String]
  ) throws(UsageError) -> [Output] {
    guard !asked.isEmpty else {
      let reporters: [CheckReporter] = isInWorkflow(environment) ? [.human, .github] : [.human]
      return reporters.map { Output(reporter: $0) }
    }
    let files = asked.compactMap(\.file)
    let paths = files.map { URL(filePath: $0).standardizedFileURL.path }
    for (index, path) in paths.enumerated() where paths[..<index].contains(path) {
      throw UsageError(message: "two reports go to \(quoted(files[index]))")
    }
    return asked
  }

  private static func isInWorkflow(_ environment: [String: String]) -> Bool {
    environment["GITHUB_ACTIONS"] == "true"
  }

  // MARK: - Writing

  /// Returns the writers of the reports that get a line for each violation as it is found;
  /// `failures` receives the failures, and all other reports are written.
  func lineWriters(
    _ report: CheckReport, _ failures: inout [WriteFailure]
  ) -> [LineReports.Writer] {
    var writers: [LineReports.Writer] = []
    for output in outputs {
      guard case .line(let line, _) = output.reporter.form else { continue }
      failures.note { () throws(WriteFailure) in
        let file = try output.file.map { path throws(WriteFailure) in
          try ReportFile(path).opened()
        }
        writers.append(
          LineReports.Writer {
            line(report, $0)
          } last: {
            Array(output.reporter.lastLines(of: $0).utf8)
          } write: { text throws(WriteFailure) in
            if let file { return try file.write(text) }
            try print(String(decoding: text, as: UTF8.self), output.reporter)
          } end: { () throws(WriteFailure) in
            try file?.end()
          })
      }
    }
    return writers
  }

  /// Writes the reports that are written at the end of the check.
  ///
  /// - Parameter includesLines: Whether line reports are written, too, with the kept examples.
  /// - Returns: The failures; all other reports are written.
  func write(
    _ report: CheckReport, _ style: ReportStyle, includesLines: Bool = false
  ) -> [WriteFailure] {
    var failures: [WriteFailure] = []
    for output in outputs {
      if case .line = output.reporter.form, !includesLines { continue }
      failures.note { () throws(WriteFailure) in try write(report, style, to: output) }
    }
    return failures
  }

  private func write(
    _ report: CheckReport, _ style: ReportStyle, to output: Output
  ) throws(WriteFailure) {
    if let file = output.file {
      var style = style
      style.colors = .none
      try ReportFile(file).write(output.reporter.text(of: report, style))
    } else {
      try print(output.reporter.text(of: report, style), output.reporter)
    }
    if output.reporter.addsJobSummary,
      let file = console.environment["GITHUB_STEP_SUMMARY"], !file.isEmpty
    {
      try ReportFile(file).append(limit: Self.summaryLimit) { room in
        MarkdownReport(report).text(limit: room)
      }
    }
  }

  /// The maximum number of bytes of a step's summary on GitHub.
  private static let summaryLimit = 1 << 20

  private func print(_ text: String, _ reporter: CheckReporter) throws(WriteFailure) {
    let isObeyed = Self.isInWorkflow(console.environment) && reporter.isForPeople
    try console.print(isObeyed ? WorkflowCommands.without(text) : text, terminator: "")
  }
}

extension ReportOutputs.Output {
  /// The form of a report: `human`, or `junit=junit.xml`.
  static var form: OptionForm<Self> {
    let names = CheckReporter.all.map(\.name)
    return OptionForm("one of \(names.joined(separator: ", "))") { text in
      didYouMean(String(text.prefix { $0 != "=" }), among: names)
    } read: { text throws(UsageError) in
      guard let reporter = CheckReporter.named(String(text.prefix { $0 != "=" })) else {
        return nil
      }
      let file = text.firstIndex(of: "=").map { String(text[$0...].dropFirst()) }
      guard file != "" else {
        throw UsageError(message: "--report \(reporter.name)= names no file")
      }
      return Self(reporter: reporter, file: file)
    }
  }
}
