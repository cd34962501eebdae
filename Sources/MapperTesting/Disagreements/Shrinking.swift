import Generation
package import JSONParsing

/// How a payload was shrunk, and what was learned on the way.
package struct Shrinking: Sendable {
  /// The number of times a simpler payload was found.
  package var stepCount: Int
  /// The payload that failed first.
  package var original: [UInt8]
  /// The nearest payload that passes.
  package var neighbour: Neighbour?
  /// The places where the payload fails with any value.
  package var anyValuePlaces: [InstancePath] = []

  /// A passing payload next to a failing one.
  package struct Neighbour: Sendable {
    package var payload: [UInt8]
    /// The place where the two payloads differ, if there is only one, and the passing payload's
    /// value there, as written; the value is `nil` if it is absent.
    package var difference: (path: InstancePath, value: String?)?
    /// The number of the response that differs, in a history; `nil` for a single payload.
    package var response: Int?

    package init(_ payload: PayloadTree, of failing: PayloadTree) {
      self.payload = payload.bytes
      difference = PayloadDifference(payload, failing).map { ($0.path, $0.value) }
    }
  }
}
