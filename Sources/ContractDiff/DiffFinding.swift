/// What a difference does to those who read what the other side sends.
package enum DiffClass: String, CaseIterable, Sendable {
  /// A server that keeps the new contract may send what an app that keeps the old one refuses; or such
  /// an app may send what that server refuses.
  case breaksApps = "breaks-apps"
  /// Both take it, and who reads it gets another value, property or object.
  case changesMeaning = "changes-meaning"
  /// The same as `breaksApps` with the sides changed.
  case breaksServers = "breaks-servers"
  /// None of these: no payload shows it.
  case compatible
}

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
    case .compatible: .info
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
