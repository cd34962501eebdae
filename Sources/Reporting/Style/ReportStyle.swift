package import ContractReporting

/// The settings of reports.
package struct ReportStyle: Sendable {
  /// Whether reports for people have only the groups and totals.
  package var isQuiet = false
  /// Whether reports for people list every key.
  package var isVerbose = false
  /// The folder in which programs look for the files that reports name.
  package var source = SourceFolder(working: "/")

  /// The colors of reports for people.
  package var colors = TextColors.none

  package init() {}
}

/// The program's version in reports.
package enum ToolVersion {
  package static let text = "0.1.0"
}
