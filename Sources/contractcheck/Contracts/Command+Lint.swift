import ContractModel
import ContractReporting
import DiskReading
import Foundation
import Generation
import JSONParsing

extension Command {
  static let lint = Command(
    name: "lint", summary: "check contract files for mistakes", operands: "[CONTRACT...]",
    options: LintOptions.options,
    details: [
      """
      Reads *.contract.json files and the files they include, and reports every mistake with its line
      and column. A CONTRACT is a file, or a folder that is searched. Without one, everything below
      the package's root is read: the nearest folder with a Package.swift.
      """,
      """
      Exit codes: 3 if a contract has an error; 0 if there are only warnings.
      """,
    ]
  ) { arguments, console in
    try lint(arguments.operands, try LintOptions(arguments.given).style, console)
  }

  private static func lint(
    _ operands: [String], _ style: LintReport.Style, _ console: Console
  ) throws(WriteFailure) -> ExitCode {
    let found = ContractSearch(operands)
    for problem in found.problems { console.problem("\(problem)") }
    guard !found.paths.isEmpty else {
      if found.problems.isEmpty {
        console.problem(
          "no *\(Contract.fileSuffix) below \(displayed(found.files.root.path))")
        return .nothingChecked
      }
      return .unreadableInput
    }
    let set = ContractSet(paths: found.paths, files: found.files)
    let report = LintReport(set, style: style, colors: console.outputColors)
    try console.print(report.text, terminator: "")
    if !set.isUsable { return .invalidContract }
    return found.problems.isEmpty ? .success : .unreadableInput
  }
}

private struct LintOptions: CommandOptions {
  let style: LintReport.Style

  init(_ options: inout OptionReader) throws(UsageError) {
    style =
      try options.last(
        "report", "STYLE",
        "human: with the line and the place marked (default); short: one line each", .choice)
      ?? .human
  }
}
