import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// A group of violations in words that are safe to display, for the reports that have a result for
/// each: `junit` and `sarif`.
///
/// No value of a payload is in it, unless the report shows values.
struct ReportedGroup {
  let rule: RuleID
  let severity: CheckOptions.Severity
  /// The contract's name.
  let contract: String
  /// How the contract's file is named to the reader; not yet safe to display.
  let contractPath: String
  let endpoint: String
  /// The contract's type, or the endpoint, if it is about bodies as a whole.
  let type: String
  let keyPath: String
  let count: Int
  /// `12 of 60`; empty, if it is not about single payloads.
  let payloads: String
  /// `present 80 %`; empty, where there is no rate.
  let rate: String
  /// `"unstable" 40, "draft" 12`; empty, unless values are what is wrong, and are shown.
  let values: String
  /// The line of the contract; its path is not yet safe to display.
  let line: ContractLine?
  let examples: [ReportedExample]
  /// The same for the same group of every capture: no line, value or wording goes into it.
  let fingerprint: String
  /// The baseline's judgement; `nil`, if the baseline does not have it.
  let standing: DatedBaseline.Standing?
  /// The limit that lets it pass, though the baseline does not accept it.
  let tolerated: Tolerated?

  init(_ group: CheckReport.Group, in report: CheckReport) {
    let key = group.key.endpoint
    let contract = report.check.contracts[key.contract]
    let total = report.check.totals.endpoints[key]?.payloadCount ?? 0
    rule = group.key.rule
    severity = group.totals.severity
    self.contract = displayed(contract.name.text)
    contractPath = report.path(contract.path)
    endpoint = report.name(of: key)
    type = group.mapping.map { displayed($0.text) } ?? report.name(of: key)
    keyPath = displayed(group.keyPath)
    count = group.totals.count
    payloads = group.totals.payloadCount == 0 ? "" : "\(group.totals.payloadCount) of \(total)"
    rate = report.rate(group)
    values = report.showsValues ? report.valuesText(group.totals.values) : ""
    let rule =
      group.line ?? group.totals.examples.lazy.compactMap(\.violation.line).first
    line =
      rule.flatMap { ContractLine($0, in: report.set, path: report.path) }
      ?? group.totals.examples.first.flatMap {
        ContractLine($0.violation, in: report.set, path: report.path)
      }
    examples = group.totals.examples.map { ReportedExample($0, in: report) }
    fingerprint = group.identity.fingerprint
    (standing, tolerated) = (group.standing, group.tolerated)
  }

  var isAccepted: Bool { standing?.isAcceptance ?? false }

  /// The remarks of the baseline and of --tolerate, a line each.
  var remarks: [String] { [standing?.text, tolerated?.text].compactMap { $0 } }

  /// `User.firstname`
  var place: String { keyPath.isEmpty ? type : "\(type).\(keyPath)" }

  /// `12 violations in 12 of 60 payloads of GET /users/:id, present 80 %`
  var extent: String {
    let found = counted(count, "violation")
    let payloads = payloads.isEmpty ? "" : " in \(payloads) payloads"
    return "\(found)\(payloads) of \(endpoint)" + (rate.isEmpty ? "" : ", \(rate)")
  }

  /// `Contracts/users.contract.json:9:14`, safe to display.
  var contractPlace: String {
    line.map { "\(displayed($0.path)):\($0.position)" } ?? displayed(contractPath)
  }
}

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

extension CheckViolation {
  fileprivate var positionInFile: TextPosition? {
    if isPositionInInput { return position }
    guard case .line(let number) = record else { return nil }
    return TextPosition(line: number, column: 1)
  }
}

extension CheckReport {
  /// All groups in words, in the order of the report.
  var reportedGroups: [ReportedGroup] { groups.map { ReportedGroup($0, in: self) } }

  /// All groups in words, the worst first, and last those that the baseline accepts.
  var worstGroups: [ReportedGroup] {
    let groups = reportedGroups
    return [false, true].flatMap { isAccepted in
      CheckOptions.Severity.allCases.reversed().flatMap { severity in
        groups.filter { $0.severity == severity && $0.isAccepted == isAccepted }
      }
    }
  }
}
