import CaptureSources
import ContractModel
import DiskReading
import Foundation
import JSONParsing
import MappingEngine
import Reporting
import Verification

extension Command {
  /// `contractcheck check`: captured payloads against contracts.
  static let check = Command(
    name: "check", summary: "check captured payloads against contracts", operands: "[INPUT...]",
    options: CheckSettings.options,
    details: [
      """
      An INPUT is a file, a folder that is searched for files, or - for standard input: one JSON
      body, NDJSON of bodies, of exchanges {"method", "url", "status", "headers", "body"} or of
      events {"event", "data"}, or a HAR archive; told apart by what it holds. Without one, the
      folder Fixtures/captures is checked.
      """,
      """
      Exchanges and events belong to the endpoint of a contract that describes them; a bare body is
      what --as says, or what the "inputs" of .contractcheck.json say of files with its name.
      """,
      """
      Every problem of every record is counted; the report shows the first of each group. Options
      may also stand in .contractcheck.json, found in this folder or above it, and in the
      environment, as CONTRACTCHECK_FAIL_ON for --fail-on.
      """,
      """
      Ends with 0 if nothing is at or above --fail-on, 1 if something is, 3 if a contract has an
      error, 4 if an input could not be read, 5 if fewer payloads than --min-checked were checked.
      """,
      ReportOutputs.details,
    ]
  ) { arguments, console in
    let settings = try CheckSettings(arguments, console.environment)
    let found = ContractSearch(settings.contracts)
    guard let set = try usableContracts(found, console) else {
      if !found.paths.isEmpty { return .invalidContract }
      return found.problems.isEmpty ? .nothingChecked : .unreadableInput
    }
    let contracts = set.contracts.map(settings.applied)
    let check = CaptureCheck(contracts, options: try settings.checkOptions(set))
    var run = CheckRun(check, settings, console)
    let outputs = ReportOutputs(settings.reports, console)
    try run.readInputs(of: set, outputs) { found.files.shownPath($0) }
    let report = CheckReport(
      run.check, inputCount: run.inputCount, showsValues: settings.showsValues, of: set
    ) {
      found.files.shownPath($0)
    }
    try outputs.write(report, settings.style(run.check.totals, console))
    return run.exitCode(report, problems: found.problems)
  }
}

/// One run of a check over its inputs.
struct CheckRun {
  private(set) var check: CaptureCheck
  private let settings: CheckSettings
  private let console: Console
  private(set) var inputCount = 0
  private var hasProblems = false

  init(_ check: CaptureCheck, _ settings: CheckSettings, _ console: Console) {
    (self.check, self.settings, self.console) = (check, settings, console)
  }

  /// Checks all inputs; reports of a line a violation are written on the way.
  ///
  /// - Parameter path: Says how a contract's file is named to the reader.
  mutating func readInputs(
    of set: ContractSet, _ outputs: ReportOutputs, path: @escaping (String) -> String
  ) throws {
    let search = CaptureSearch(
      operands: settings.inputs, include: settings.include, exclude: settings.exclude)
    note(search.problems)
    var reader = CaptureReader(format: settings.format, limits: settings.limits)
    let report = CheckReport(
      check, inputCount: 0, showsValues: settings.showsValues, of: set, path: path)
    let writers = try outputs.lineWriters(report)
    Interruption.note()
    for input in search.inputs where !Interruption.hasCome {
      inputCount += 1
      let problems = reader.read(input) { record, body in
        if Interruption.hasCome { return .stop }
        guard !writers.isEmpty else { return check.check(record, body) }
        return check.check(record, body) { found in
          for write in writers { write(found) }
        }
      }
      note(problems)
    }
    check.finish()
  }

  private mutating func note(_ problems: [CaptureProblem]) {
    for problem in problems { console.error("contractcheck: \(problem)") }
    if !problems.isEmpty { hasProblems = true }
  }

  /// If several apply: what could not be read, then violations, then that nothing was checked.
  func exitCode(_ report: CheckReport, problems: [String]) -> ExitCode {
    if Interruption.hasCome { return .interrupted }
    if hasProblems || !problems.isEmpty { return .unreadableInput }
    if settings.fails(report, check.totals) { return .violations }
    if check.totals.payloadCount < settings.minimumChecked { return nothingChecked() }
    if report.coverage.seen * 100 < settings.minimumCoverage * report.coverage.count {
      console.error(
        "contractcheck: \(report.coverage.seen) of \(report.coverage.count) mapped keys were seen, "
          + "which is less than \(settings.minimumCoverage) %")
      return .nothingChecked
    }
    return .success
  }

  private func nothingChecked() -> ExitCode {
    console.error(
      "contractcheck: checked \(counted(check.totals.payloadCount, "payload")), "
        + "at least \(settings.minimumChecked) expected")
    let hasBare = check.totals.unmatched.groups.contains { $0.nearest == nil }
    if check.totals.payloadCount == 0, hasBare {
      console.error("  hint: --as says what bare bodies are, such as --as \"[User]\"")
    }
    return .nothingChecked
  }
}
