package import Generation
package import JSONParsing

/// How a payload came to be minimal, and what was learned on the way.
package struct Shrinking: Sendable {
  /// How often a simpler payload was found.
  package var stepCount: Int
  /// The payload that failed first.
  package var original: [UInt8]
  /// The nearest payload that passes.
  package var neighbour: Neighbour?
  /// Where the payload fails with any value.
  package var anyValuePlaces: [InstancePath] = []

  package init(
    stepCount: Int, original: [UInt8], neighbour: Neighbour?, anyValuePlaces: [InstancePath] = []
  ) {
    (self.stepCount, self.original) = (stepCount, original)
    (self.neighbour, self.anyValuePlaces) = (neighbour, anyValuePlaces)
  }

  /// A payload that passes, beside one that fails.
  package struct Neighbour: Sendable {
    package var payload: [UInt8]
    /// The place where the two differ, if it is one, and what the payload has there, as it is
    /// written; `nil`, if nothing.
    package var difference: (path: InstancePath, value: String?)?
    /// The number of the response that differs, of several; `nil`, of one payload.
    package var response: Int?

    package init(_ payload: PayloadTree, of failing: PayloadTree) {
      self.payload = payload.bytes
      difference = PayloadDifference(payload, failing).map { ($0.path, $0.value) }
    }
  }
}
