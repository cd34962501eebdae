import Foundation
package import JSONParsing

/// A failure of a check, as it is saved in a file: what failed, and the payload on which it failed.
///
/// A replay needs only the payload.
package struct SavedFailure: Codable, Equatable, Sendable {
  /// The version of the format that is written. In version 1, each payload has its bytes in base64.
  package static let formatVersion = 2

  /// The contract that was not kept.
  package struct Source: Codable, Equatable, Sendable {
    /// The name of the contract's file without `.contract.json`.
    package var name: String
    /// The digest of the contract; if it differs or is missing, the contract has changed since.
    package var hash: String?

    package init(name: String, digest: StableHash) { (self.name, hash) = (name, digest.text) }
  }

  package private(set) var format = formatVersion
  package var contract: Source
  /// The type of the payload: `[Avatar]`.
  package var target: String
  /// The check that failed: the test, and the mapper under test. There may be several checks of one
  /// contract and target.
  package var check: String
  package var law: String
  /// The text that distinguishes this failure from others of the law.
  package var identity: String
  /// The text of the cause; `nil` for failures saved by earlier versions.
  package var cause: String?
  /// The name of the payload: `null@[0].file_url`, `random:42:17`.
  package var caseID: String
  /// The smallest payload, which comes last, after the payloads that are mapped before it.
  package var payloads: [SavedPayload]
  /// The payload that failed first, which comes last, after the payloads that were mapped before
  /// it.
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

extension SavedFailure {
  /// The hash of everything that distinguishes failures. The payload is not part of it, so a
  /// smaller payload replaces a larger one.
  package var hash: StableHash {
    StableHash(texts: [contract.name, target, check, law, identity])
  }

  /// The short id: `avatars-3f9a2c`.
  package var id: String { "\(Self.folderName(ofContract: contract.name))-\(hash.text.prefix(6))" }

  /// The id with all digits of the hash, for when another failure has the same `id`.
  var longID: String { "\(Self.folderName(ofContract: contract.name))-\(hash.text)" }

  /// Returns whether a text is the failure's id, or the id with more digits of the hash.
  package func isCalled(_ id: String) -> Bool {
    id.utf8.count >= self.id.utf8.count && longID.hasPrefix(id)
  }

  /// Returns whether a text looks like the id of a failure.
  ///
  /// - Parameter name: The name of the contract; `nil` for any contract.
  package static func couldBe(_ id: String, ofContract name: String? = nil) -> Bool {
    guard let hyphen = id.lastIndex(of: "-"), hyphen > id.startIndex else { return false }
    let (start, digits) = (String(id[..<hyphen]), id[id.index(after: hyphen)...])
    return start == folderName(ofContract: name ?? start) && (6...16).contains(digits.count)
      && digits.allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
  }

  /// Returns the name of a contract in a form that is a valid folder name on any file system.
  static func folderName(ofContract name: String) -> String {
    let text = String(
      name.unicodeScalars.prefix(60).map { isPlain($0) ? Character($0) : "_" })
    return text.isEmpty || text.hasPrefix(".") ? "_" + text : text
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
    default: false
    }
  }
}
