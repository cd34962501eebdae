/// The value that a client returns when a load fails, and the payloads for which it returns the
/// same value: the client rejects them and hides their errors.
///
/// The test's task writes the value and the loop reads it, never both at the same time.
package final class Fallback {
  /// The value; `nil` if the client is not asked for it.
  package var value: Any?
  /// The payloads with a hidden error, which the contract rejects, too.
  package private(set) var payloads: Set<[UInt8]> = []
  package private(set) var first: [UInt8]?

  package init() {}

  func add(_ payload: [UInt8]) {
    payloads.insert(payload)
    first = first ?? payload
  }
}
