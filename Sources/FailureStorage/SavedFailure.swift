import Foundation
package import JSONParsing

/// A failure of a check, as it is kept in a file: what failed, and the payload that it fails on.
///
/// The payload is all that a replay needs.
package struct SavedFailure: Codable, Equatable, Sendable {
  /// The version of the format that is written. In version 1, each payload has its bytes in base64.
  package static let formatVersion = 2

  /// The contract that was not kept.
  package struct Source: Codable, Equatable, Sendable {
    /// The file without `.contract.json`.
    package var name: String
    /// The digest of what the contract says; another one, or none, says that it has changed since.
    package var hash: String?

    package init(name: String, digest: StableHash) { (self.name, hash) = (name, digest.text) }
  }

  package private(set) var format = formatVersion
  package var contract: Source
  /// The type of the payload: `[Avatar]`.
  package var target: String
  /// Which check it is a failure of, where there may be several of one contract and target: the
  /// test, and the mapper under test.
  package var check: String
  package var law: String
  /// The text that tells this failure from others of the law.
  package var identity: String
  /// The cause as people read it; `nil`, of failures of earlier versions.
  package var cause: String?
  /// The name of the payload: `null@[0].file_url`, `random:42:17`.
  package var caseID: String
  /// The smallest payload, last, and those that are mapped before it.
  package var payloads: [SavedPayload]
  /// The payload that failed first, last, and those that were mapped before it.
  package var original: [SavedPayload]

  package init(
    contract: Source, target: String, check: String, law: String, identity: String,
    cause: String? = nil, caseID: String, payloads: [SavedPayload], original: [[UInt8]]
  ) {
    (self.contract, self.target, self.check) = (contract, target, check)
    (self.law, self.identity, self.cause, self.caseID) = (law, identity, cause, caseID)
    self.payloads = payloads
    self.original = original.map { SavedPayload($0) }
  }
}
