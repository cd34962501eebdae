package import ContractModel

/// The colors of a text on a terminal: escape sequences around its parts (ECMA-48, Select Graphic
/// Rendition), or none.
///
/// Without the sequences, a text stays the same. Untrusted text has no sequences, since it is made
/// safe to display first.
package struct TextColors: Sendable {
  package enum Part: String {
    case error = "1;31"
    case warning = "33"
    case information = "36"
    case mark = "32"
    /// Places and headings.
    case strong = "1"
  }

  package static let none = TextColors(isOn: false)
  package static let ansi = TextColors(isOn: true)

  private let isOn: Bool

  package func callAsFunction(_ part: Part, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1b}[\(part.rawValue)m\(text)\u{1b}[0m" : text
  }
}

extension TextColors {
  /// Returns a severity in its color, followed by a rule in brackets.
  package func severity(_ severity: Severity, _ rule: RuleID? = nil) -> String {
    self(severity.part, severity.rawValue + (rule.map { "[\($0.rawValue)]" } ?? ""))
  }
}

extension Severity {
  fileprivate var part: TextColors.Part {
    switch self {
    case .error: .error
    case .warning: .warning
    case .information, .off: .information
    }
  }
}
