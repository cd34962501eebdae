import ContractModel
import ContractReporting
import DiskReading
import Foundation
import Generation
import JSONParsing

extension Command {
  static let lint = Command(
    name: "lint", summary: "check contract files for mistakes", operands: "[CONTRACT...]",
    details: """
      Reads *.contract.json files and the files they include, and reports every mistake with its line
      and column. A CONTRACT is a file, or a folder that is searched. Without one, everything below
      the package's root is read: the nearest folder with a Package.swift.

      Exit codes: 3 if a contract has an error; 0 if there are only warnings.
      """.paragraphs
  ) { options throws(UsageError) in
    try options.last(
      "report", "STYLE",
      "human: with the line and the place marked (default); short: one line each", .choice,
      or: LintReport.Style.human)
  } run: { style, operands, console in
    let found = ContractSearch(operands)
    try refuse(found, console, ifNone: .nothingChecked)
    let set = ContractSet(paths: found.paths, files: found.files)
    let report = LintReport(set, style: style, colors: console.outputColors)
    try console.print(report.text, terminator: "")
    if !set.isUsable { return .invalidContract }
    return found.problems.isEmpty ? .success : .unreadableInput
  }
}
