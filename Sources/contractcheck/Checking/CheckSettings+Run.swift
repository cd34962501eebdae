import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import DiskReading
import Foundation
import JSONParsing
import Reporting

extension CheckSettings {
  /// Checks all inputs, writes the requested reports, and returns the exit code; `problems` say why
  /// contracts are omitted.
  func run(_ set: ContractSet, problems: [String], _ console: Console) throws -> ExitCode {
    let baseline = partial == nil ? try baseline : nil
    let contracts = set.contracts.map(applied)
    let options = try checkOptions(set, console)
    let empty = CaptureCheck(contracts, options: options)
    let report = report(on: empty, of: set, baseline, console)
    let (reading, search) = capture.reading(
      of: inputs, known: empty.options.inputRules.map(\.pattern), maps)
    let plan = reading.plan
    console.report(search)
    Interruption.note()
    let line =
      ProgressLine.isWanted(progress, on: console)
      ? ProgressLine(of: CheckProgress(), byteCount: plan.itemByteCount, on: console) : nil
    var failures: [WriteFailure] = []
    let lines = try lineReports(report, plan, line?.guarded ?? console, &failures)
    let workers = workers(reading, report, line?.progress)
    let result = line?.show { workers.run(empty, lines) } ?? workers.run(empty, lines)
    let notFound = problems + search.problems.map(\.description)
    if let file = partial {
      var header = marked(PartHeader(of: plan, share: capture.share), by: set)
      header.mark(options.released)
      header.isComplete = result.itemCount == plan.items.count && !Interruption.hasCome
      if omitsExamples { header.omitsExamples = true }
      header.problems = notFound
      failures.note { () throws(WriteFailure) in
        try CheckPart.write(
          result.check.part(header), to: file, problemCount: result.check.totals.inputs.count,
          console)
      }
    }
    return try judge(result, report, plan, lines, notFound, failures, console)
  }

  private func workers(
    _ reading: CaptureReading, _ report: CheckReport, _ progress: CheckProgress?
  ) -> CheckWorkers {
    var workers = CheckWorkers(reading)
    workers.progress = progress
    workers.reading.isStopped = { Interruption.hasCome }
    workers.limit = limit(report)
    return workers
  }

  // MARK: - The end

  private func judge(
    _ result: consuming CheckWorkers.Result, _ report: CheckReport, _ plan: CapturePlan,
    _ lines: LineReports?, _ notFound: [String], _ failures: [WriteFailure], _ console: Console
  ) throws -> ExitCode {
    // The result is changed in place, so that the identity counts are not copied.
    if !reports.isEmpty { try result.check.noteLines(of: plan) }
    result.check.finish(isWhole: result.stop == nil && !Interruption.hasCome) { lines?.append($0) }
    var report = report
    report.stop = result.stop.map(result.check.place)
    report.isInterrupted = Interruption.hasCome
    report.inputCount = plan.inputCount(ofFirstItems: result.itemCount)
    (report.notFound, report.check) = (notFound, result.check)
    return end(
      report, hasProblems: !notFound.isEmpty, includesLines: false, lines: lines, failures, console)
  }

  // MARK: - Line reports

  /// Returns the writer of the reports with a line for each violation as it is found; `nil` if
  /// there are none.
  private func lineReports(
    _ report: CheckReport, _ plan: CapturePlan, _ console: Console, _ failures: inout [WriteFailure]
  ) throws -> LineReports? {
    let writers = ReportOutputs(outputs: reports, console: console).lineWriters(report, &failures)
    guard !writers.isEmpty else { return nil }
    return LineReports(writers, linesBefore: try plan.linesBefore)
  }
}

extension CapturePlan {
  /// The number of lines before each item of the plan in its file. This reads segmented files up to
  /// their last segment.
  fileprivate var linesBefore: [Int] {
    get throws(ReadFailure) {
      var before = Array(repeating: 0, count: items.count)
      var counts: (input: Int, sums: [Int]) = (-1, [])
      for (index, item) in items.enumerated().reversed() {
        guard let segment = item.segment else { continue }
        if counts.input != item.number {
          let found = try lineCounts(ofInput: item.number, before: segment.number)
          counts = (item.number, found.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) })
        }
        before[index] = counts.sums[segment.number]
      }
      return before
    }
  }
}

extension CaptureCheck {
  /// Counts the lines of other shards' segments before this shard's last segment.
  fileprivate mutating func noteLines(of plan: CapturePlan) throws(ReadFailure) {
    var last: [Int: Int] = [:]
    for place in totals.inputs.lineCounts.keys {
      last[place.input] = max(last[place.input] ?? 0, place.segment)
    }
    for (input, segment) in last {
      let known = totals.inputs.lineCounts.keys.count { $0.input == input }
      guard known <= segment else { continue }
      let counts = try plan.lineCounts(ofInput: input, before: segment)
      for (number, count) in counts.enumerated() {
        totals.inputs.note(lineCount: count, in: ItemPlace(input: input, segment: number))
      }
    }
  }
}
