package import ContractModel
import JSONParsing

package struct LintReport {
  package enum Style: String, CaseIterable, Sendable {
    /// With the line, a mark below the place, and the hint.
    case human
    /// One line each, in the form of compilers.
    case short
  }

  private let set: ContractSet
  private let style: Style
  private let colors: TextColors

  /// - Parameter colors: The colors of the human style.
  package init(_ set: ContractSet, style: Style, colors: TextColors = .none) {
    (self.set, self.style, self.colors) = (set, style, colors)
  }

  /// The mistakes, then the totals; ends with a line end.
  package var text: String {
    let errors = set.errors.map { style == .short ? short($0) : human($0) }
    return (errors + [summary]).joined(separator: "\n") + "\n"
  }

  private func short(_ error: ContractError) -> String {
    var error = error
    error.path = set.shownPath(error.path)
    return error.description
  }

  private func human(_ error: ContractError) -> String {
    let excerpt = set.text(of: error.path).map {
      SourceExcerpt(of: error.range, at: error.position, in: $0, colors: colors).description
    }
    let place = colors(.strong, "\(displayed(set.shownPath(error.path))):\(error.position)")
    return SourceExcerpt.text(
      "\(place): \(colors.severity(Severity(error.severity))): \(error.message)", excerpt,
      remarks: [error.hint.map { "hint: \($0)" }])
  }

  private var summary: String {
    let errorCount = set.errors.filter { $0.severity == .error }.count
    let warningCount = set.errors.count - errorCount
    let mappingCount = set.contracts.reduce(0) { $0 + $1.mappings.count }
    let counts = [(errorCount, "error"), (warningCount, "warning")].filter { $0.0 > 0 }
    let words = counts.map { counted($0, $1) }
    let found = words.isEmpty ? "no errors" : words.joined(separator: ", ")
    return "checked \(counted(set.contracts.count, "contract")) "
      + "with \(counted(mappingCount, "mapping")): \(found)"
  }
}
