/// The severity of a finding, by its name in options of the command.
package enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
  /// The finding is not reported.
  case off
  case information = "info"
  case warning, error

  package static func < (left: Severity, right: Severity) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
