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
  private let report: CheckReport

  init(_ report: CheckReport) { self.report = report }

  /// The document; ends with a line end.
  var text: String {
    let suites = JUnitSuite.all(of: report)
    let testCount = report.unread.count + suites.reduce(0) { $0 + $1.cases.count }
    let failureCount = suites.reduce(0) { $0 + $1.failureCount }
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append(
      #"<testsuites name="contractcheck" tests="\#(testCount)" failures="\#(failureCount)" "#
        + #"errors="\#(report.unread.count)" time="0">"#)
    lines += unreadSuite
    lines += suites.map(suite)
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The suite of the problems with inputs. They are errors rather than failures, since the content
  /// is unknown.
  private var unreadSuite: [String] {
    let count = report.unread.count
    guard count > 0 else { return [] }
    let start =
      #"  <testsuite name="(inputs)" tests="\#(count)" failures="0" errors="\#(count)" "#
      + #"skipped="0" time="0">"#
    let cases = report.unread.map { unread in
      let name = unread.place ?? report.forPrograms.message(of: unread)
      return """
            <testcase classname="(inputs)" name="\(markup(name))" time="0">
              <error message="\(markup(report.forPrograms.text(of: unread)))" type="unread"/>
            </testcase>
        """
    }
    return [start] + cases + ["  </testsuite>"]
  }

  private func suite(_ suite: JUnitSuite) -> String {
    let skippedCount = suite.cases.count { $0.skipped != nil || $0.accepted != nil }
    let start =
      #"  <testsuite name="\#(markup(suite.name))" tests="\#(suite.cases.count)" "#
      + #"failures="\#(suite.failureCount)" errors="0" skipped="\#(skippedCount)" time="0">"#
    return ([start] + suite.cases.map { testCase($0, suite) } + ["  </testsuite>"])
      .joined(separator: "\n")
  }

  private func testCase(_ item: JUnitSuite.Case, _ suite: JUnitSuite) -> String {
    let start =
      #"    <testcase classname="\#(markup("\(suite.name).\(item.type)"))" "#
      + #"name="\#(markup(item.name))" time="0""#
    let content = content(of: item)
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

  private struct Key: Hashable {
    var type: MemberName
    var rule: RuleID
  }

  let name: String
  private(set) var cases: [Case] = []
  private var numbers: [Key: Int] = [:]

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
    let seen = Set(report.lines(ofContract: number).filter { $0.counts.total > 0 }.map(\.mapping))
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
    let key = Key(type: MemberName(type), rule: rule)
    if let number = numbers[key] { return number }
    cases.append(
      Case(type: type, name: rule.rawValue, skipped: off.contains(rule) ? "turned off" : nil))
    numbers[key] = cases.count - 1
    return cases.count - 1
  }
}
