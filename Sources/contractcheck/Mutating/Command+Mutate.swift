import CaptureChecking
import CaptureSources
import ContractDiff
import ContractModel
import ContractReporting
import DiskReading
import GzipReading
import JSONParsing
import MappingEngine
import Reporting

extension Command {
  static let mutate = Command(
    name: "mutate", summary: "say which lines of a contract no example and no capture would miss",
    operands: "CONTRACT [INPUT...]",
    details: """
      Changes each line of CONTRACT, a file or folder, as somebody would get it wrong: left out, another
      key, property or type, optional or null where it is not, without a range or one of its values;
      and each case and identity left out. A change is noticed if an example of the contract fails, or if
      a payload of an INPUT breaks another rule. Changes that lint rejects are not counted.

      Lines are told of which no change is noticed; cases and identities count as lines. Such a line can
      be wrong for a long time: write an example for it, or capture a payload that has it. Of each
      endpoint, the first \(MutateRun.mostPayloads) payloads are used, of all as many as have 256 MiB.

      Exit codes: 1 if a smaller share of the lines matters than --min-strength asks for; 5 if there is
      neither an example nor a payload.
      """.paragraphs, options: MutateOptions.init
  ) { options, operands, console in
    guard let contract = operands.first else {
      throw UsageError(
        message: "mutate needs a CONTRACT",
        hint: "write contractcheck mutate Contracts Fixtures/captures")
    }
    let found = ContractSearch([contract])
    let set = try usableContracts(found, console, runsExamples: true)
    let run = try MutateRun(set, Array(operands.dropFirst()), options, console)
    return try run.run(found, console)
  }
}

struct MutateOptions: CommandOptions {
  let target: String?
  let capture: CaptureOptions
  let isVerbose: Bool
  /// The minimum share of lines that have to matter, in percent.
  let leastShare: Int?

  init(_ options: inout OptionReader) throws(UsageError) {
    target = try CaptureOptions.target(&options)
    capture = try CaptureOptions(&options, hasName: false)
    isVerbose = try options.isOn("verbose", "list the changes of other lines that nothing notices")
    leastShare = try options.last(
      "min-strength", "PERCENT", "fail if fewer of the lines matter: from 1 to 100",
      .number("a number from 1 to 100", in: 1...100))
  }
}

struct MutateRun {
  /// The maximum number of payloads used of an endpoint.
  static let mostPayloads = 1_000
  /// The maximum number of kept bytes of payloads.
  private static let mostBytes = 256 << 20

  private let set: ContractSet
  private let options: MutateOptions
  private var payloads: [[ContractStrength.Payload]]
  private var problems: [CaptureProblem] = []
  /// The number of records without an endpoint.
  private var unmatchedCount = 0

  /// The payloads read so far.
  private struct Kept {
    var payloads: [[ContractStrength.Payload]]
    /// The numbers of payloads of each contract's endpoints.
    var counts: [[MappingTarget: Int]]
    var byteCount = 0
  }

  init(
    _ set: ContractSet, _ inputs: [String], _ options: MutateOptions, _ console: Console
  ) throws(UsageError) {
    (self.set, self.options) = (set, options)
    payloads = Array(repeating: [], count: set.contracts.count)
    guard !inputs.isEmpty else { return }
    let file = try ConfigurationFile.nearest()
    var check = CheckOptions()
    check.screen = nil
    try check.take(options.target, file.inputRules, in: set)
    let kept = Mutex(Kept(payloads: payloads, counts: payloads.map { _ in [:] }))
    check.onPayload = { named, body, exchange in
      kept.withLock { kept in
        guard kept.counts[named.contract][named.target, default: 0] < Self.mostPayloads,
          kept.byteCount + body.count <= Self.mostBytes,
          let document = try? JSONDocument(parsing: body)
        else { return }
        kept.counts[named.contract][named.target, default: 0] += 1
        kept.byteCount += body.count
        kept.payloads[named.contract].append(
          ContractStrength.Payload(named.target, document, exchange))
      }
    }
    let (reading, search) = options.capture.reading(
      of: inputs, known: check.inputRules.map(\.pattern), file.maps)
    if let notice = search.notice { console.error(notice) }
    let result = CheckWorkers(reading).run(CaptureCheck(set.contracts, options: check))
    problems = search.problems + result.check.totals.inputs.problems
    payloads = kept.withLock { $0.payloads }
    unmatchedCount = result.check.totals.unmatched.count
  }

  func run(_ found: ContractSearch, _ console: Console) throws -> ExitCode {
    for problem in problems { console.problem("\(problem)") }
    let examples = set.contracts.reduce(0) { $0 + $1.statedExamples.count }
    let count = payloads.reduce(0) { $0 + $1.count }
    guard examples + count > 0 else {
      console.problem(
        "there is no example and no payload, so nothing could notice a change"
          + (unmatchedCount > 0
            ? "; \(counted(unmatchedCount, "record")) of no endpoint, bare bodies need --as" : ""))
      return problems.isEmpty ? .nothingChecked : .unreadableInput
    }
    let strengths = zip(set.contracts, payloads).map { contract, payloads in
      ContractStrength(of: contract, payloads: payloads) {
        ExampleVerifier($0, beside: $1, files: found.files).outcomes().map(\.isPassed)
      }
    }
    let rows = strengths.flatMap(\.rows)
    let sum = { (count: (ContractStrength) -> Int) in strengths.reduce(0) { $0 + count($1) } }
    let mattering = sum(\.mattering)
    var lines: [String] = []
    let side = DiffSide(set.contracts)
    let places = { (row: ContractStrength.Row) in side.text(of: row.origin) }
    let unnoticed = Dictionary(grouping: rows.filter(\.noticed.isEmpty), by: \.owner)
    let sizes = Dictionary(grouping: rows, by: \.owner).mapValues(\.count)
    var told: Set<String> = []
    lines += Self.section(
      "never noticed:",
      rows.filter(\.noticed.isEmpty).compactMap { row in
        let others = unnoticed[row.owner] ?? []
        let isUnseen = count > 0 && others.allSatisfy { $0.isUnseen || !$0.isLine }
        guard others.count == sizes[row.owner], others.count > 1 else {
          return [row.title, places(row), count > 0 && row.isUnseen ? "no payload has it" : ""]
        }
        guard told.insert(row.owner).inserted else { return nil }
        return [
          "\(row.owner), all \(others.count) lines", places(row),
          isUnseen ? "no payload has them" : "",
        ]
      })
    let weak = rows.filter { !$0.noticed.isEmpty && !$0.unnoticed.isEmpty }
    if options.isVerbose {
      lines += Self.section(
        "noticed, but not these changes:",
        weak.map { row in
          let changes = Set(row.unnoticed)
          let words = ContractMutant.Change.allCases.filter(changes.contains).map(\.rawValue)
          return [row.title, places(row), words.joined(separator: ", ")]
        })
    } else if !weak.isEmpty {
      lines.append(
        "some changes of \(counted(weak.count, "other line")) are not noticed: --verbose lists them"
      )
    }
    lines.append(
      "\(mattering) of \(counted(rows.count, "line")) matter: "
        + "\(sum(\.noticedCount)) of \(counted(sum(\.changeCount), "change")) are noticed, "
        + "\(sum(\.byPayloads)) by \(counted(count, "payload")), "
        + "\(sum(\.byExamples)) by \(counted(examples, "example"))")
    try console.print(lines.joined(separator: "\n"))
    guard problems.isEmpty else { return .unreadableInput }
    guard let least = options.leastShare, mattering * 100 < rows.count * least else {
      return .success
    }
    console.problem("fewer than \(least) % of the lines matter")
    return .violations
  }

  private static func section(_ title: String, _ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    return [title] + aligned(rows).map { "  \($0)" }
  }
}
