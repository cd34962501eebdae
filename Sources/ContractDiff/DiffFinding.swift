/// How much a class of differences matters.
package enum DiffSeverity: String, CaseIterable, Comparable, Sendable {
  /// It is not told.
  case off
  case info, warning, error

  package static func < (left: DiffSeverity, right: DiffSeverity) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

/// Which sides have to go on with each other, in the words of schema registries.
package enum DiffMode: String, CaseIterable, Sendable {
  /// Old apps with new servers.
  case forward
  /// New apps with old servers.
  case backward
  /// Both.
  case full

  /// How much a class matters where nothing else is said.
  package func severity(of kind: DiffClass) -> DiffSeverity {
    switch kind {
    case .breaksApps: self == .backward ? .warning : .error
    case .breaksServers: self == .forward ? .warning : .error
    case .changesMeaning: .warning
    case .compatible, .unspecified: .info
    case .openList: .warning
    case .missing, .optional, .null, .type, .list: .error
    }
  }
}

/// A difference of two contracts, and what it does.
package struct DiffFinding: Sendable {
  package let kind: DiffClass
  package let place: DiffPlace
  /// The payload that shows it; of what is compatible, one that the app takes though its contract
  /// refuses it, or `nil`.
  package let witness: DiffWitness?
}
