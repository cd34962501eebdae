package import ContractModel

/// How the parts of a text for a person are set off on a terminal: by escape sequences around them
/// (ECMA-48, Select Graphic Rendition), or not at all.
///
/// Texts are put together of such parts, so without the sequences it is the same text, and what
/// came from outside, which is made safe to display, has none.
package struct TextColors: Sendable {
  package enum Part: String {
    case error = "1;31"
    case warning = "33"
    case information = "36"
    /// The carets below a line.
    case mark = "32"
    /// Where something is, and what stands above a group.
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
  /// A severity in its color, with a rule after it in brackets.
  package func severity(_ severity: ContractError.Severity, _ rule: RuleID) -> String {
    self(Part(severity), "\(severity.rawValue)[\(rule.rawValue)]")
  }

  package func severity(_ severity: ContractError.Severity) -> String {
    self(Part(severity), severity.rawValue)
  }
}

extension TextColors.Part {
  fileprivate init(_ severity: ContractError.Severity) {
    self = severity == .error ? .error : .warning
  }
}
