package import ContractModel
import JSONParsing
import MappingEngine

// What the given contracts have and the whole capture does not, and the other way round: noted where
// it counts for more than information.

extension CaptureCheck {
  /// Returns the severity of a rule whose own is information; `nil`, if it is not raised above
  /// that.
  private func raised(_ rule: RuleID) -> CheckOptions.Severity? {
    let severity = options.severity(rule, .information)
    return severity > .information ? severity : nil
  }

  mutating func noteUnseen(_ report: Report?) {
    guard [RuleID.unseenKey, .unseenCase, .neverCaptured].contains(where: { raised($0) != nil })
    else { return }
    let coverage = coverage
    for line in coverage.lines where !line.isSeen { note(unseen: line, report) }
    for item in coverage.cases where !item.isSeen { note(unseen: item, report) }
    for endpoint in coverage.endpoints where !endpoint.isSeen {
      let key = CheckTotals.GroupKey(endpoint: endpoint.key, rule: .neverCaptured, group: nil)
      note(key, "no payload came for the endpoint", report)
    }
  }

  /// Notes the records that no endpoint describes.
  mutating func noteUnmatched(_ report: Report?) {
    let count = totals.unmatched.count
    guard count > 0 else { return }
    let key = CheckTotals.GroupKey(endpoint: .outside, rule: .unmatchedEndpoint, group: nil)
    note(key, "\(counted(count, "record")) that no endpoint describes", count: count, report)
  }

  private mutating func note(unseen line: ContractCoverage.Line, _ report: Report?) {
    let group = PayloadProblems.Group(rule: .unseenKey, line: line.totals.number)
    let key = CheckTotals.GroupKey(
      endpoint: endpoint(of: line), rule: .unseenKey, group: group, line: line.totals.line)
    note(key, "no payload had the key \(quoted(line.totals.line.source.description))", report)
  }

  private mutating func note(unseen item: ContractCoverage.Case, _ report: Report?) {
    let text = item.totals.item.conditionText
    let group = PayloadProblems.Group(
      rule: .unseenCase, line: -1, mapping: item.totals.number, key: MemberName(text))
    let endpoint = wholeKey(ofMapping: item.totals.mapping ?? "", item.contract)
    let key = CheckTotals.GroupKey(endpoint: endpoint, rule: .unseenCase, group: group)
    note(key, "no payload chose the case \(displayed(text))", report)
  }

  private mutating func note(
    _ key: CheckTotals.GroupKey, _ message: String, count: Int = 1, _ report: Report?
  ) {
    guard let severity = raised(key.rule) else { return }
    let violation = Violation(
      rule: key.rule, severity: severity == .error ? .error : .warning, path: InstancePath(),
      byteRange: 0..<0, message: message, line: key.line, origin: key.line?.origin ?? .none
    ).tellingNoValue()
    let found = CheckViolation(violation, severity: severity, of: key)
    totals.noteOfCapture(found, key, count: count, options.exampleCount)
    report?(found)
  }

  /// The endpoint that has a line, or what stands for the mapping that has it.
  private func endpoint(of line: ContractCoverage.Line) -> CheckTotals.EndpointKey {
    if let mapping = line.totals.mapping { return wholeKey(ofMapping: mapping, line.contract) }
    let start = line.totals.line.origin.range.lowerBound
    let number = contracts[line.contract].endpoints.firstIndex { endpoint in
      guard case .map(let lines) = endpoint.body else { return false }
      return lines.contains { $0.origin.range.lowerBound == start }
    }
    return number.flatMap { endpointKey(contract: line.contract, number: $0) }
      ?? wholeKey(ofMapping: "", line.contract)
  }
}

extension MappingCase {
  /// The texts that the case asks for.
  package var conditionText: String { conditions.map(\.description).joined(separator: " and ") }
}
