import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// The report as a SARIF 2.1.0 log (OASIS, March 2020), for code scanning.
///
/// A result is a group at the contract's line. Its examples are related locations in the captures.
/// Its fingerprint has no line, value or wording, so that the alert stays the same in the next
/// capture.
struct SARIFReport {
  /// How many results of a run GitHub accepts.
  static let limit = 25_000
  /// How many related locations of a result GitHub accepts.
  static let locationLimit = 1_000
  private static let base = "%SRCROOT%"

  private let report: CheckReport
  private let style: ReportStyle

  init(_ report: CheckReport, _ style: ReportStyle) { (self.report, self.style) = (report, style) }

  /// The log; ends with a line end.
  var text: String {
    JSONWriter.objectText(.indented(spaces: 2)) { log in
      log.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      log.member("version", "2.1.0")
      log.objects("runs", of: [report.worstGroups]) { groups, run in
        writeTool(&run)
        writeInvocation(restCount: groups.count - Self.limit, &run)
        run.member("columnKind", "unicodeCodePoints")
        run.objects("results", of: groups.prefix(Self.limit)) { write($0, &$1) }
      }
    } + "\n"
  }

  // MARK: - The run

  private func writeTool(_ run: inout JSONWriter) {
    run.object("tool") { tool in
      tool.object("driver") { driver in
        driver.member("name", "contractcheck")
        driver.member("semanticVersion", ToolVersion.text)
        driver.objects("rules", of: RuleID.allCases) { rule, item in
          item.member("id", rule.rawValue)
          item.object("shortDescription") { $0.member("text", rule.meaning) }
          item.object("help") { $0.member("text", "contractcheck explain \(rule.rawValue)") }
        }
      }
    }
  }

  /// Writes the problems with inputs as errors, since the results may be incomplete (3.58.6), and
  /// the notes as warnings.
  private func writeInvocation(restCount: Int, _ run: inout JSONWriter) {
    let notes = (restCount > 0 ? ["+\(restCount) more groups"] : []) + report.notes
    let notified: [(problem: CaptureProblem?, text: String)] =
      report.unread.map { ($0, report.forPrograms.text(of: $0)) } + notes.map { (nil, $0) }
    run.objects("invocations", of: [notified]) { notified, invocation in
      invocation.member("executionSuccessful", report.unread.isEmpty)
      guard !notified.isEmpty else { return }
      invocation.objects("toolExecutionNotifications", of: notified) { item, notification in
        if let problem = item.problem, let file = problem.file {
          notification.objects("locations", of: [file]) { writePlace($0, problem.position, &$1) }
        }
        notification.member("level", item.problem == nil ? "warning" : "error")
        writeMessage(item.text, &notification)
      }
    }
  }

  /// Writes a message without links and placeholders (SARIF 2.1.0, 3.11.5 and 3.11.6).
  private func writeMessage(_ text: String, _ parent: inout JSONWriter) {
    let plain = text.replacing("](", with: "\\](").replacing("{", with: "{{")
      .replacing("}", with: "}}")
    parent.object("message") { $0.member("text", plain) }
  }

  // MARK: - Results

  private func write(_ group: CheckReport.Group, _ result: inout JSONWriter) {
    result.member("ruleId", group.rule.rawValue)
    result.member("ruleIndex", group.rule.rank)
    result.member("level", group.severity > .information ? group.severity.rawValue : "note")
    let remarks = group.isAccepted ? [] : group.remarks
    let text = ["\(group.place): \(group.rule.meaning)", group.extent] + remarks
    writeMessage(text.joined(separator: "; "), &result)
    result.objects("locations", of: [group]) { writeLocation(of: $0, &$1) }
    let examples = group.examples.prefix(Self.locationLimit).enumerated()
    result.objects("relatedLocations", of: examples) { example, related in
      write(example.element, number: example.offset + 1, &related)
    }
    result.object("partialFingerprints") { fingerprints in
      // GitHub identifies alerts by the first; the second has a name of our own.
      fingerprints.member("primaryLocationLineHash", "\(group.identity.fingerprint):1")
      fingerprints.member("contractcheckGroup/v1", group.identity.fingerprint)
    }
    writeSuppressions(of: group, &result)
    result.member("occurrenceCount", group.count)
    result.object("properties") { properties in
      properties.member("contract", displayed(group.contract.name.text))
      properties.member("endpoint", group.endpoint)
      properties.member("type", group.type)
      if !group.keyPath.isEmpty { properties.member("key", displayed(group.keyPath)) }
      if !group.values.isEmpty { properties.member("values", group.values) }
    }
  }

  /// Writes the suppression of a result that is accepted or tolerated. Either all results of a run
  /// have this member, or none (3.27.23).
  private func writeSuppressions(of group: CheckReport.Group, _ result: inout JSONWriter) {
    guard report.baseline != nil || !report.tolerated.isEmpty else { return }
    let justifications = [justification(of: group)].compactMap(\.self)
    result.objects("suppressions", of: justifications) { justification, suppression in
      suppression.member("kind", "external")
      suppression.member("status", "accepted")
      suppression.member("justification", justification)
    }
  }

  private func justification(of group: CheckReport.Group) -> String? {
    guard let standing = group.standing, standing.isAcceptance else { return group.tolerated?.text }
    return displayed("\(standing.entry.reason) (until \(standing.entry.expires.text))")
  }

  // MARK: - Locations

  /// Writes the contract's line; without one, the first example, or the contract.
  private func writeLocation(of group: CheckReport.Group, _ location: inout JSONWriter) {
    if let line = CheckReport.Group.contractLine(of: [group]) {
      writePlace(line.path, line.position, &location)
    } else if let example = group.examples.first, let file = example.file {
      // GitHub always requires a line.
      writePlace(file, example.position ?? TextPosition(line: 1, column: 1), &location)
    } else {
      writePlace(group.contractPath, TextPosition(line: 1, column: 1), &location)
    }
  }

  private func write(_ example: ReportedExample, number: Int, _ location: inout JSONWriter) {
    location.member("id", number)
    if let file = example.file { writePlace(file, example.position, &location) }
    writeMessage(example.headline, &location)
    if let excerpt = example.excerpt, report.showsValues {
      location.object("properties") { $0.member("excerpt", excerpt) }
    }
  }

  private func writePlace(
    _ file: String, _ position: TextPosition?, _ location: inout JSONWriter
  ) {
    let reference = style.source.reference(to: file)
    location.object("physicalLocation") { place in
      place.object("artifactLocation") { artifact in
        artifact.member("uri", reference.uri)
        if reference.isRelative { artifact.member("uriBaseId", Self.base) }
      }
      guard let position else { return }
      place.object("region") { region in
        region.member("startLine", position.line)
        region.member("startColumn", position.column)
      }
    }
  }
}
