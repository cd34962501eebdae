/// The value that a client returns where no response comes at all, and the payloads of which it makes
/// just that: they are refused, and their errors are hidden.
///
/// The test's task writes to it and the loop reads it, never both at once.
package final class Fallback {
  /// Whether the client is asked for the value, before each payload.
  package var isAskedFor = false
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
