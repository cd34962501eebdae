package import ContractModel
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

  /// - Parameter rows: The rows below the headline, each a name and a text.
  package init(
    _ headline: String, _ rows: [(String, String)] = [], payload: [UInt8] = []
  ) {
    (description, self.payload) = (report(headline, rows), payload)
    (original, caseNames) = (nil, [])
  }

  package init(
    _ cause: Cause, and others: [Cause] = [], of contract: Contract,
    replay: ReplayCommand = .swiftTest(filter: nil)
  ) {
    description = CauseText(cause, and: others, with: contract, replay: replay).description
    payload = cause.disagreement.payloads.last ?? []
    (original, caseNames) = (cause.shrinking?.original, cause.caseNames)
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
