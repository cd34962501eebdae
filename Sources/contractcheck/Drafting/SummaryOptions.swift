import CaptureSources
import CaptureSummary
import JSONParsing

/// The options of commands that summarize captures.
struct SummaryOptions: CommandOptions {
  let format: CaptureFormat
  let include: [String]
  let exclude: [String]
  let limits: CaptureLimits
  let packing: InputPacking
  let jobCount: Int

  init(_ options: inout OptionReader) throws(UsageError) {
    format = try CaptureOptions.format(&options)
    include = try CaptureOptions.include(&options)
    exclude = try CaptureOptions.exclude(&options)
    limits = try CaptureOptions.limits(&options)
    packing = try CaptureOptions.packing(&options)
    jobCount = try CaptureOptions.jobCount(&options)
  }

  /// Summarizes inputs, and says what of them could not be read.
  func summary(
    of operands: [String], _ console: Console
  ) -> (summary: CaptureSummary, hasProblems: Bool) {
    let (reading, isWhole) = reading(of: operands, console)
    let summary = CaptureSummary(of: reading)
    let problems = summary.problemList
    for problem in problems { console.problem("\(problem)") }
    for (reason, count) in summary.skipped.sorted(by: { $0.key < $1.key }) {
      console.error("\(counted(count, "record")) passed over: \(reason)")
    }
    return (summary, !problems.isEmpty || !isWhole)
  }

  /// How inputs are read; says which of them are not there.
  func reading(
    of operands: [String], _ console: Console
  ) -> (reading: CaptureReading, isWhole: Bool) {
    let search = CaptureSearch(
      operands: operands, include: include, exclude: exclude, format: format)
    for problem in search.problems { console.problem("\(problem)") }
    if let notice = search.notice { console.error(notice) }
    var reading = CaptureReading(
      CapturePlan(search.inputs, format: format, limits: limits, packing: packing))
    (reading.format, reading.limits) = (format, limits)
    (reading.packing, reading.jobCount) = (packing, jobCount)
    Interruption.note()
    reading.isStopped = { Interruption.hasCome }
    return (reading, search.problems.isEmpty)
  }
}
