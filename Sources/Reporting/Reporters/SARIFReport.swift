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
    let groups = report.worstGroups
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    writer.object { log in
      log.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      log.member("version", "2.1.0")
      log.array("runs") { runs in
        runs.object { run in
          writeTool(&run)
          writeInvocation(notes(restCount: groups.count - Self.limit), &run)
          run.member("columnKind", "unicodeCodePoints")
          run.array("results", of: groups.prefix(Self.limit)) { write($0, &$1) }
        }
      }
    }
    return writer.text + "\n"
  }

  // MARK: - The run

  private func writeTool(_ run: inout JSONWriter) {
    run.object("tool") { tool in
      tool.object("driver") { driver in
        driver.member("name", "contractcheck")
        driver.member("semanticVersion", ToolVersion.text)
        driver.array("rules", of: RuleID.allCases) { rule, rules in
          rules.object { item in
            item.member("id", rule.rawValue)
            item.object("shortDescription") { $0.member("text", rule.meaning) }
            item.object("help") { $0.member("text", "contractcheck explain \(rule.rawValue)") }
          }
        }
      }
    }
  }

  private func notes(restCount: Int) -> [String] {
    (restCount > 0 ? ["+\(restCount) more groups"] : []) + report.notes
  }

  private func writeInvocation(_ notes: [String], _ run: inout JSONWriter) {
    run.array("invocations") { invocations in
      invocations.object { invocation in
        invocation.member("executionSuccessful", report.unread.isEmpty)
        guard !notes.isEmpty || !report.unread.isEmpty else { return }
        invocation.array("toolExecutionNotifications") { notifications in
          for unread in report.unread { write(unread, &notifications) }
          for note in notes {
            notifications.object { notification in
              notification.member("level", "warning")
              notification.object("message") { $0.member("text", Self.plain(note)) }
            }
          }
        }
      }
    }
  }

  /// Writes the problem with an input at its place, as an error: the results may be incomplete
  /// (3.58.6).
  private func write(_ unread: CaptureProblem, _ notifications: inout JSONWriter) {
    notifications.object { notification in
      if let file = unread.file {
        notification.array("locations") { locations in
          locations.object { writePlace(file, unread.position, &$0) }
        }
      }
      notification.member("level", "error")
      notification.object("message") {
        $0.member("text", Self.plain(report.forPrograms.text(of: unread)))
      }
    }
  }

  // MARK: - Results

  private func write(_ group: CheckReport.Group, _ results: inout JSONWriter) {
    results.object { result in
      result.member("ruleId", group.rule.rawValue)
      result.member("ruleIndex", group.rule.rank)
      result.member("level", level(group.severity))
      let remarks = group.isAccepted ? [] : group.remarks
      let text = (["\(group.place): \(group.rule.meaning)", group.extent] + remarks)
        .joined(separator: "; ")
      result.object("message") { $0.member("text", Self.plain(text)) }
      result.array("locations") { locations in
        locations.object { writeLocation(of: group, &$0) }
      }
      let examples = group.examples.prefix(Self.locationLimit).enumerated()
      result.array("relatedLocations", of: examples) { example, related in
        related.object { write(example.element, number: example.offset + 1, &$0) }
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
  }

  /// Writes the suppression of a result that is accepted or tolerated. Either all results of a run
  /// have this member, or none (3.27.23).
  private func writeSuppressions(of group: CheckReport.Group, _ result: inout JSONWriter) {
    guard report.baseline != nil || !report.tolerated.isEmpty else { return }
    result.array("suppressions") { suppressions in
      guard let justification = justification(of: group) else { return }
      suppressions.object { suppression in
        suppression.member("kind", "external")
        suppression.member("status", "accepted")
        suppression.member("justification", justification)
      }
    }
  }

  private func justification(of group: CheckReport.Group) -> String? {
    guard let standing = group.standing, standing.isAcceptance else { return group.tolerated?.text }
    return displayed("\(standing.entry.reason) (until \(standing.entry.expires.text))")
  }

  /// Returns a message without links and placeholders (SARIF 2.1.0, 3.11.5 and 3.11.6).
  private static func plain(_ text: String) -> String {
    text.replacing("](", with: "\\](").replacing("{", with: "{{").replacing("}", with: "}}")
  }

  private func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .information, .off: "note"
    }
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
    location.object("message") { $0.member("text", Self.plain(example.headline)) }
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
