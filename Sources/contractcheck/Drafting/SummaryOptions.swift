import CaptureChecking
import CaptureSources
import ContractDrafting
import JSONParsing

/// The options of commands that summarize captures.
struct SummaryOptions: CommandOptions {
  let format: CaptureFormat
  let inputName: String?
  let include: [String]
  let exclude: [String]
  let limits: CaptureLimits
  let packing: InputPacking
  let jobCount: Int
  let share: CaptureShare?
  /// The file for the summary as a part; `-` for standard output.
  let partial: String?
  /// The given options that the summary depends on.
  private let counting: [MemberName: [String]]

  init(_ options: inout OptionReader) throws(UsageError) {
    format = try CaptureOptions.format(&options)
    inputName = try CaptureOptions.inputName(&options)
    include = try CaptureOptions.include(&options)
    exclude = try CaptureOptions.exclude(&options)
    limits = try CaptureOptions.limits(&options)
    packing = try CaptureOptions.packing(&options)
    jobCount = try CaptureOptions.jobCount(&options)
    share = try CaptureOptions.share(&options)
    partial = try CaptureOptions.partial(&options)
    let names = options.declared.filter { $0.effect == .counting }.map(\.name)
    let given = names.map { (MemberName($0), options.given[$0]?.texts ?? []) }
    counting = Dictionary(given.filter { !$0.1.isEmpty }, uniquingKeysWith: { $1 })
    if share != nil, partial == nil {
      throw UsageError(
        message: "--shard goes with --partial here", hint: "merge makes one of all shards")
    }
  }

  /// The paragraph of help about parts.
  static let parts = """
    With --shard 1/4 --partial FILE, …, 4/4, four machines read a share each, and contractcheck merge
    FILE... prints what one run prints.
    """

  /// Summarizes inputs, and reports what could not be read.
  func summary(
    of operands: [String], _ console: Console
  ) throws(UsageError) -> (summary: CaptureSummary, hasProblems: Bool) {
    let (reading, missing) = try reading(of: operands, console)
    let summary = CaptureSummary(of: reading)
    let hasProblems = Self.reportProblems(of: summary, console)
    return (summary, hasProblems || !missing.isEmpty)
  }

  /// Reports what could not be read, and what was skipped; returns whether there is the former.
  static func reportProblems(of summary: CaptureSummary, _ console: Console) -> Bool {
    let problems = summary.problemList
    for problem in problems { console.problem("\(problem)") }
    for (reason, count) in summary.skipped.sorted(by: { $0.key < $1.key }) {
      console.error("\(counted(count, "record")) passed over: \(displayed(reason.text))")
    }
    return !problems.isEmpty
  }

  /// Writes the summary of inputs as a part for `merge`, to a file or, for `-`, to standard output;
  /// `command` finishes the merged parts.
  func writePart(
    _ file: String, of operands: [String], for command: PartHeader.Subject, _ console: Console
  ) throws -> ExitCode {
    let (reading, missing) = try reading(of: operands, console)
    let summary = CaptureSummary(of: reading)
    var header = PartHeader(of: reading.plan, share: share, command)
    header.options = counting
    header.options["records"] = try ConfigurationFile.nearest().texts["records"]
    (header.isComplete, header.problems) = (!Interruption.hasCome, missing)
    try CheckPart.write(
      summary.part(header), to: file, problemCount: summary.problems.count, console)
    return Interruption.exitCode ?? .success
  }

  /// Returns how to read the inputs, and the missing ones, which are reported.
  func reading(
    of operands: [String], _ console: Console
  ) throws(UsageError) -> (reading: CaptureReading, missing: [String]) {
    let maps = try ConfigurationFile.nearest().maps
    let search = CaptureSearch(
      operands: operands, include: include, exclude: exclude, known: maps.map(\.pattern),
      format: format, inputName: inputName)
    for problem in search.problems { console.problem("\(problem)") }
    if let notice = search.notice { console.error(notice) }
    var reading = CaptureReading(
      CapturePlan(
        search.inputs, format: format, limits: limits, packing: packing, share: share ?? .all,
        maps: maps))
    (reading.format, reading.limits) = (format, limits)
    (reading.packing, reading.jobCount) = (packing, jobCount)
    Interruption.note()
    reading.isStopped = { Interruption.hasCome }
    return (reading, search.problems.map(\.description))
  }
}
