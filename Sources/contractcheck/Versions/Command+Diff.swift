import ContractDiff
import ContractModel
import Foundation
import JSONParsing
import Reporting

extension Command {
  static let diff = Command(
    name: "diff", summary: "say what a change of contracts breaks, with payloads that show it",
    operands: "OLD NEW",
    details: [
      """
      OLD and NEW are contracts: a file, a folder that is searched, or git:REV:PATH, which reads them from
      a commit of the repository around the working folder, without a checkout. PATH starts at the
      repository's root.
      """,
      """
      Each place where the two differ is one or more of

        breaks-apps      a server that keeps NEW may send what an app that keeps OLD refuses
        changes-meaning  both take it, and the app gets another value, property or object
        breaks-servers   a server that keeps OLD may send what an app that keeps NEW refuses
        compatible       no payload shows a difference

      and of a request the same with the sides changed: what an old app sends, a new server refuses.
      A server sends what the contract names, and no other keys: an optional key that is added breaks
      nothing. Every payload that is printed was mapped by both contracts. What old apps take, by the
      measured NAME.tolerance.json beside OLD, breaks none of them.
      """,
      """
      --reads compares what an app reads with what a specification says: OLD is the specification's
      contract, as contractcheck import drafts it, NEW the app's. Payloads of the specification are mapped by
      the app's contract:

        missing      the app needs a key that the specification does not have
        optional     the app needs a key that may be absent
        null         the app refuses a null that may be there
        type         the app reads another type of value
        list         the app takes a list of values, or cases, and the specification has more
        open-list    the app takes a list of values, and the specification does not say which there are
        unspecified  the specification does not have an endpoint, or a key that the app does without

      Lengths, ranges, patterns, requests and what the app does not read are not compared.
      """,
      """
      --mode says who has to go on with whom: forward, old apps with new servers (default: breaks-apps is
      an error, breaks-servers a warning); backward, new apps with old servers; full, both.
      """,
    ], options: DiffOptions.init
  ) { options, operands, console in
    guard operands.count == 2 else {
      throw UsageError(
        message: "diff needs two operands, OLD and NEW",
        hint: "write contractcheck diff git:v3.1:Contracts Contracts")
    }
    let sides = try operands.map { operand in
      let source = try ContractSource(operand, console)
      return DiffSide(source.set.contracts, tolerances: try source.tolerances(console))
    }
    let diff =
      options.isReading
      ? ContractDiff(app: sides[1], reads: sides[0]) : ContractDiff(old: sides[0], new: sides[1])
    let report = DiffReport(diff, colors: console.outputColors) { options.severity(of: $0) }
    try console.print(report.text(options.report), terminator: "")
    if diff.readCount == 0 {
      console.problem(
        "no endpoint of the app is in the specification, so nothing was compared",
        hint:
          "OLD is what contractcheck import drafts of the specification, NEW the app's contracts")
      return .nothingChecked
    }
    return options.isFailure(diff) ? .violations : .success
  }
}

struct DiffOptions: CommandOptions {
  let mode: DiffMode
  /// Whether an app's contracts are compared with a specification.
  let isReading: Bool
  let report: DiffReport.Style
  /// The severity that fails; `nil` if none does.
  let failing: Severity?
  private let rules: [DiffClass: Severity]

  init(_ options: inout OptionReader) throws(UsageError) {
    mode = try options.last(
      "mode", "MODE", "who goes on with whom: forward (default), backward or full", .choice,
      or: .forward)
    isReading = try options.isOn(
      "reads", "compare what the app NEW reads with what the specification OLD says")
    report = try options.last(
      "report", "NAME", "human (default), json, markdown or github", .choice, or: .human)
    failing = try options.last(
      "fail-on", "SEVERITY", "what makes it fail: error (default), warning, never", .failing,
      or: .error)
    let pairs = try options.all(
      "rule", "CLASS=SEVERITY",
      "what a class counts as: off, info, warning, error; may be repeated",
      OptionForm<(DiffClass, Severity)>("CLASS=off, info, warning or error") { text in
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = DiffClass(rawValue: parts[0]) else { return nil }
        return Severity(rawValue: parts[1]).map { (kind, $0) }
      },
      offered: .pairs(DiffClass.allCases.map(\.rawValue), Severity.allCases.map(\.rawValue)))
    rules = Dictionary(pairs) { $1 }
  }

  func severity(of kind: DiffClass) -> Severity { rules[kind] ?? mode.severity(of: kind) }

  func isFailure(_ diff: ContractDiff) -> Bool {
    guard let failing else { return false }
    return diff.findings.contains { severity(of: $0.kind) >= failing }
  }
}
