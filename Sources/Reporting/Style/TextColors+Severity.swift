import CaptureChecking
import ContractModel
import ContractReporting

extension TextColors {
  /// A severity in its color, with a rule after it in brackets.
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
