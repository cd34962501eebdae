import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// The report as JUnit XML for CI servers: a suite for each contract, a test case for each type and
/// rule.
///
/// Rules that hold are test cases, too, so that the history of runs shows when a rule broke. A test
/// case fails if one of its groups fails the check (`--fail-on`, `--tolerate`); its output has the
/// other groups. It is skipped, with the reason, if the baseline accepts a group and none fails, or
/// if it has no groups and the check was ended early. Elements and attributes are those of
/// `junit-10.xsd` of the Jenkins xUnit plugin. Times are 0, so that the report is reproducible.
struct JUnitReport {
  let report: CheckReport

  /// The document; ends with a line end.
  var text: String {
    let suites = JUnitSuite.all(of: report)
    let errorCount = report.unread.count
    let testCount = errorCount + suites.reduce(0) { $0 + $1.cases.count }
    let failureCount = suites.reduce(0) { $0 + $1.failureCount }
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append(
      #"<testsuites name="contractcheck" tests="\#(testCount)" failures="\#(failureCount)" "#
        + #"errors="\#(errorCount)" time="0">"#)
    if errorCount > 0 { lines += suite("(inputs)", unreadCases, errorCount: errorCount) }
    for item in suites {
      let cases = item.cases.map { testCase("\(item.name).\($0.type)", $0.name, content(of: $0)) }
      lines += suite(
        item.name, cases, failureCount: item.failureCount,
        skippedCount: item.cases.count { $0.skipped != nil || $0.accepted != nil })
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The problems with inputs. They are errors rather than failures, since the content is unknown.
  private var unreadCases: [String] {
    report.unread.map { unread in
      let text = report.forPrograms.text(of: unread)
      return testCase(
        "(inputs)", unread.place ?? report.forPrograms.message(of: unread),
        [#"      <error message="\#(markup(text))" type="unread"/>"#])
    }
  }

  private func suite(
    _ name: String, _ cases: [String], failureCount: Int = 0, errorCount: Int = 0,
    skippedCount: Int = 0
  ) -> [String] {
    let start =
      #"  <testsuite name="\#(markup(name))" tests="\#(cases.count)" failures="\#(failureCount)" "#
      + #"errors="\#(errorCount)" skipped="\#(skippedCount)" time="0">"#
    return [start] + cases + ["  </testsuite>"]
  }

  private func testCase(_ type: String, _ name: String, _ content: [String]) -> String {
    let start = #"    <testcase classname="\#(markup(type))" name="\#(markup(name))" time="0""#
    guard !content.isEmpty else { return start + "/>" }
    return ([start + ">"] + content + ["    </testcase>"]).joined(separator: "\n")
  }

  private func content(of item: JUnitSuite.Case) -> [String] {
    if let reason = item.skipped { return [#"      <skipped message="\#(markup(reason))"/>"#] }
    var content: [String] = []
    if let accepted = item.accepted {
      content.append(#"      <skipped message="\#(markup(accepted.text))"/>"#)
    }
    let failing = item.groups.filter(\.fails)
    let passing = item.groups.filter { !$0.fails }
    if let first = failing.first {
      let more = failing.count > 1 ? " and \(counted(failing.count - 1, "more group"))" : ""
      content.append(
        #"      <failure message="\#(markup("\(first.place): \(first.extent)\(more)"))" "#
          + #"type="\#(first.rule.rawValue)">\#(body(failing))</failure>"#)
    }
    if !passing.isEmpty { content.append("      <system-out>\(body(passing))</system-out>") }
    return content
  }

  private func body(_ groups: [CheckReport.Group]) -> String {
    let lines = groups.flatMap { group in
      let line = CheckReport.Group.contractLine(of: [group]).map { "in \($0)" }
      let values = group.values.isEmpty ? nil : "values: \(group.values)"
      return SourceExcerpt.lines(
        "\(group.severity.rawValue): \(group.place): \(group.extent)",
        remarks: group.remarks + [line, values]) + group.examples.flatMap(\.lines)
    }
    return lines.map(markup).joined(separator: "\n")
  }
}

/// The test cases of a contract.
struct JUnitSuite {
  /// The test case of a type or endpoint, and a rule.
  struct Case {
    var type: String
    var name: String
    /// The reason why the test case is skipped.
    var skipped: String?
    var groups: [CheckReport.Group] = []

    /// The judgement of the first group that the baseline accepts, if no group fails.
    var accepted: Baseline.Standing? {
      guard !groups.contains(where: \.fails) else { return nil }
      return groups.first(where: \.isAccepted)?.standing
    }
  }

  let name: String
  private(set) var cases: [Case] = []
  /// The numbers of the cases, by rule and type.
  private var numbers: [RuleID: [MemberName: Int]] = [:]

  var failureCount: Int { cases.count { $0.groups.contains(where: \.fails) } }

  /// The rules of bodies as a whole; other rules are about requests or types.
  private static let bodyRules = RuleID.allCases.filter { $0.traits.scope == .body }
  private static let requestRules = RuleID.allCases.filter { $0.traits.scope == .request }
  private static let typeRules = RuleID.allCases.filter {
    $0.traits.scope == .value || $0.traits.scope == .line
  }

  /// Returns the suites of the contracts with payloads.
  static func all(of report: CheckReport) -> [JUnitSuite] {
    let groups = report.groups
    return report.check.contracts.indices.compactMap { number in
      let endpoints = report.endpoints.filter { $0.contract == number }
      guard !endpoints.isEmpty else { return nil }
      return JUnitSuite(
        number, endpoints, groups.filter { $0.key.endpoint.contract == number }, of: report)
    }
  }

  private init(
    _ number: Int, _ endpoints: [EndpointKey], _ groups: [CheckReport.Group],
    of report: CheckReport
  ) {
    let contract = report.check.contracts[number]
    let off = Set(report.check.options.severities.filter { $0.value == .off }.keys)
    name = displayed(contract.name.text)
    for endpoint in endpoints
    where endpoint != report.check.outside && !report.check.totals[endpoint].isEmpty {
      let isRequest = report.check[endpoint].isRequest
      // Without released versions, the rule is not checked.
      let isReleased = !report.check.released.isEmpty && !isRequest
      for rule in Self.bodyRules + (isRequest ? Self.requestRules : [])
      where rule != .breaksRelease || isReleased {
        add(report.name(of: endpoint), rule, off)
      }
    }
    let lines = report.check.tally(ofContract: number)?.lines ?? []
    let seen = Set(lines.filter { $0.counts.total > 0 }.map(\.mapping))
    for mapping in contract.mappings {
      let type = displayed(mapping.name.text)
      if seen.contains(mapping.name) {
        for rule in Self.typeRules { add(type, rule, off) }
      } else {
        cases.append(Case(type: type, name: "payloads", skipped: "no payload had one"))
      }
    }
    for group in groups { cases[add(group.type, group.rule, off)].groups.append(group) }
    if let stop = report.stopText {
      for number in cases.indices where cases[number].groups.isEmpty {
        cases[number].skipped = cases[number].skipped ?? stop
      }
    }
  }

  @discardableResult
  private mutating func add(_ type: String, _ rule: RuleID, _ off: Set<RuleID>) -> Int {
    let key = MemberName(type)
    if let number = numbers[rule]?[key] { return number }
    cases.append(
      Case(type: type, name: rule.rawValue, skipped: off.contains(rule) ? "turned off" : nil))
    numbers[rule, default: [:]][key] = cases.count - 1
    return cases.count - 1
  }
}
