package import ContractModel

/// The sides that have to stay compatible with each other, in the terms of schema registries.
package enum DiffMode: String, CaseIterable, Sendable {
  /// Old apps with new servers.
  case forward
  /// New apps with old servers.
  case backward
  /// Both.
  case full

  /// Returns the default severity of a class.
  package func severity(of kind: DiffClass) -> Severity {
    switch kind {
    case .breaksApps: self == .backward ? .warning : .error
    case .breaksServers: self == .forward ? .warning : .error
    case .changesMeaning: .warning
    case .compatible, .unspecified: .information
    case .openList: .warning
    case .missing, .optional, .null, .type, .list: .error
    }
  }
}

package struct DiffFinding: Sendable {
  package let kind: DiffClass
  package let place: DiffPlace
  /// The payload that shows the effect. For a compatible difference, it is a payload that the app
  /// accepts although its contract rejects it, or `nil`.
  package let witness: DiffWitness?
}
