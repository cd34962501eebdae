/// The value that a client returns where a load fails, and the payloads of which it makes just that:
/// they are refused, and their errors are hidden.
///
/// The test's task writes to it and the loop reads it, never both at once.
package final class Fallback {
  /// `nil`, if the client is not asked for it.
  package var value: Any?
  /// The payloads that the contract refuses, too.
  package private(set) var payloads: Set<[UInt8]> = []
  /// The first of them.
  package private(set) var first: [UInt8]?

  package init() {}

  func add(_ payload: [UInt8]) {
    payloads.insert(payload)
    first = first ?? payload
  }
}
