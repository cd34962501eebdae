package import JSONParsing

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
