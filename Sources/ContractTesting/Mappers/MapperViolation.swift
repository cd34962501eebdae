package import ContractModel
import JSONParsing
package import MapperTesting
package import Testing

/// A way in which a mapper does not keep its contract.
package struct MapperViolation: Sendable, CustomStringConvertible {
  /// The text for people, on several lines.
  package let description: String
  /// The smallest payload that shows the violation.
  package let payload: [UInt8]
  /// The payload that first showed it, if it was shrunk.
  package let original: [UInt8]?
  /// The names of the payloads that show the violation, the smallest first: `[0].file_url missing`.
  package let caseNames: [String]

  package init(
    description: String, payload: [UInt8], original: [UInt8]? = nil, caseNames: [String] = []
  ) {
    (self.description, self.payload, self.original) = (description, payload, original)
    self.caseNames = caseNames
  }

  package init(
    _ cause: Cause, and others: [Cause] = [], of contract: Contract,
    replay: ReplayCommand = .swiftTest(filter: nil)
  ) {
    let text = CauseText(cause, and: others, with: contract, replay: replay)
    self.init(
      description: text.description,
      payload: cause.disagreement.payloads.last ?? [], original: cause.shrinking?.original,
      caseNames: cause.caseNames)
  }

  /// Creates the violation that a replay no longer fails. It is an error, since the caller of a
  /// replay expects a failure.
  init(notReproducing id: String, _ payload: [UInt8]) {
    self.init(
      description: "the replay of \(quoted(id)) did not reproduce: the mapper does not fail",
      payload: payload)
  }
}

extension MapperViolation {
  /// Creates the violation that two mappers reject all payloads; the first mapper's payload is
  /// shown.
  init(
    refusing own: (payload: [UInt8], reason: String), _ other: (payload: [UInt8], reason: String)
  ) {
    let payload = displayed(String(decoding: own.payload.prefix(1600), as: UTF8.self))
    self.init(
      description: """
        nothing was compared: both mappers refuse every payload
          payload   \(truncated(payload, after: 400))
          other     rejects it: \(other.reason)
          mapper    rejects it: \(own.reason)
        """, payload: own.payload)
  }
}

extension [MapperViolation] {
  /// Records an issue for each violation, with its payloads.
  package func record(at sourceLocation: SourceLocation) {
    for (number, violation) in enumerated() {
      TestIssue.record(violation.description, at: sourceLocation)
      let name = "payload-\(number + 1)"
      // A violation that is about no payload has none.
      if !violation.payload.isEmpty {
        TestIssue.attach(violation.payload, named: "\(name).json", at: sourceLocation)
      }
      if let original = violation.original {
        TestIssue.attach(original, named: "\(name)-original.json", at: sourceLocation)
      }
    }
  }
}
