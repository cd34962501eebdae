package import ContractModel
import JSONParsing
import MappingEngine

// Violations for parts of the contracts that the capture lacks, and for records that no endpoint
// describes. They are noted only if their severity is above information.

extension CaptureCheck {
  /// Returns the severity of a rule whose default is information; `off`, if the options do not
  /// raise it.
  private func raised(_ rule: RuleID) -> Severity {
    let severity = options.severity(rule, .information)
    return severity > .information ? severity : .off
  }

  mutating func noteUnseen(_ report: Report?) {
    guard [RuleID.unseenKey, .unseenCase, .neverCaptured].contains(where: { raised($0) != .off })
    else { return }
    let coverage = coverage
    for line in coverage.lines where !line.isSeen {
      let key = FindingKey(endpoint(of: line), .unseenKey, line: line.totals.number)
      let line = line.totals.line
      note(
        key, raised(key.rule), "no payload had the key \(quoted(line.source.description))",
        of: line, report)
    }
    for item in coverage.cases where !item.isSeen {
      let text = item.totals.item.conditionText
      let key = FindingKey(
        wholeKey(ofMapping: item.totals.mapping ?? "", item.contract), .unseenCase,
        mapping: item.totals.number, key: MemberName(text))
      note(key, raised(key.rule), "no payload chose the case \(displayed(text))", report)
    }
    for endpoint in coverage.endpoints where !endpoint.isSeen {
      let key = FindingKey(endpoint.key, .neverCaptured)
      note(key, raised(key.rule), "no payload came for the endpoint", report)
    }
  }

  mutating func noteUnmatched(_ report: Report?) {
    let count = totals.unmatched.count
    guard count > 0 else { return }
    let key = FindingKey(outside, .unmatchedEndpoint)
    note(
      key, raised(key.rule), "\(counted(count, "record")) that no endpoint describes",
      count: count, report)
  }

  /// Returns the endpoint that has a line, or the key of the mapping that has it.
  private func endpoint(of line: ContractCoverage.Line) -> EndpointKey {
    if let mapping = line.totals.mapping { return wholeKey(ofMapping: mapping, line.contract) }
    let start = line.totals.line.origin.range.lowerBound
    let number = contracts[line.contract].endpoints.firstIndex { endpoint in
      endpoint.body.lines.contains { $0.origin.range.lowerBound == start }
    }
    return number.map { EndpointKey(contract: line.contract, number: $0) }
      ?? wholeKey(ofMapping: "", line.contract)
  }
}

extension MappingCase {
  /// The conditions of the case, joined by "and".
  package var conditionText: String { conditions.map(\.description).joined(separator: " and ") }
}
