package import ContractReporting

/// The settings of reports.
package struct ReportStyle: Sendable {
  /// Whether a person wants the groups and totals alone.
  package var isQuiet = false
  /// Whether a person wants every key listed.
  package var isVerbose = false
  /// Where programs look for the files that reports name.
  package var source = SourceFolder(working: "/")

  /// How parts of a report for a person are set off.
  package var colors = TextColors.none

  package init() {}
}

/// The version of the program that reports name.
package enum ToolVersion {
  package static let text = "0.1.0"
}
