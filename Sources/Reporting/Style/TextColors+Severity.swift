import CaptureChecking
import ContractModel
import ContractReporting

extension TextColors {
  /// Returns a severity in its color, followed by a rule in brackets.
  func severity(_ severity: CheckOptions.Severity, _ rule: RuleID) -> String {
    self(severity.part, "\(severity.rawValue)[\(rule.rawValue)]")
  }
}

extension CheckOptions.Severity {
  fileprivate var part: TextColors.Part {
    switch self {
    case .error: .error
    case .warning: .warning
    case .information, .off: .information
    }
  }
}
