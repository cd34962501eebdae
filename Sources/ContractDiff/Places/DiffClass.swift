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
  /// The app needs a key that its specification does not have.
  case missing
  /// The app needs a key that may be absent, by its specification.
  case optional
  /// The app refuses a null that may be there.
  case null
  /// The app reads another type of value.
  case type
  /// The app takes a list of values, or cases, and its specification has more.
  case list
  /// The app takes a list of values, and its specification does not say which there are.
  case openList = "open-list"
  /// The specification does not have an endpoint, or a key that the app does without.
  case unspecified

  /// The classes of changes.
  package static let changes: [DiffClass] = [
    .breaksApps, .changesMeaning, .breaksServers, .compatible,
  ]
  /// The classes of what an app reads otherwise than its specification says.
  package static let reads = allCases.filter { !changes.contains($0) }
}
