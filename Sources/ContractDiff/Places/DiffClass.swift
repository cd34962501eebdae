/// The effect of a difference on the side that reads the other side's payloads.
package enum DiffClass: String, CaseIterable, Sendable {
  /// A server that keeps the new contract may send payloads that an app with the old contract
  /// rejects; or such an app may send payloads that the server rejects.
  case breaksApps = "breaks-apps"
  /// Both sides accept the payload, but the reader gets another value, property or object.
  case changesMeaning = "changes-meaning"
  /// The reverse of `breaksApps`: the old and new side are swapped.
  case breaksServers = "breaks-servers"
  /// No payload shows any of these effects.
  case compatible
  /// The app requires a key that its specification does not have.
  case missing
  /// The app requires a key that may be absent according to its specification.
  case optional
  /// The app rejects a null that its specification allows.
  case null
  /// The app reads another type of value.
  case type
  /// The app accepts a list of values, or cases, and its specification has more.
  case list
  /// The app accepts a list of values, and its specification does not list them.
  case openList = "open-list"
  /// The specification does not have an endpoint, or does not have a key that the app can do
  /// without.
  case unspecified

  package static let changes: [DiffClass] = [
    .breaksApps, .changesMeaning, .breaksServers, .compatible,
  ]
  /// The classes of differences between an app's reading and its specification.
  package static let reads = allCases.filter { !changes.contains($0) }
}
