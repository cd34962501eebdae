package import JSONParsing

/// The rules that a payload can violate, with the names in reports and contracts.
public enum RuleID: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  case missingKey = "missing-key"
  case nullValue = "null-value"
  case wrongType = "wrong-type"
  case cannotCoerce = "cannot-coerce"
  case lossyNumber = "lossy-number"
  case outOfRange = "out-of-range"
  case badCount = "bad-count"
  case badLength = "bad-length"
  case badFormat = "bad-format"
  case notUnique = "not-unique"
  case notACase = "not-a-case"
  case newValue = "new-value"
  case blockedPath = "blocked-path"
  case unknownKey = "unknown-key"
  case keyCase = "key-case"
  case nearKey = "near-key"
  case noSwitchKey = "no-switch-key"
  case noCase = "no-case"
  case nothingMapped = "nothing-mapped"
  case identityMissing = "identity-missing"
  case identityConflict = "identity-conflict"
  case ambiguousConnection = "ambiguous-connection"
  case badElement = "bad-element"
  case duplicateKey = "duplicate-key"
  case loneSurrogate = "lone-surrogate"
  case notJSON = "not-json"
  case notAForm = "not-a-form"
  case emptyBody = "empty-body"
  case unexpectedBody = "unexpected-body"
  case ambiguousPlus = "ambiguous-plus"
  case unexpectedStatus = "unexpected-status"
  case unmatchedEndpoint = "unmatched-endpoint"
  case bodyUndecodable = "body-undecodable"
  case tooDeep = "too-deep"
  case tooBig = "too-big"
  case presenceBelow = "presence-below"
  case nullRateAbove = "null-rate-above"
  case unseenKey = "unseen-key"
  case unseenCase = "unseen-case"
  case neverCaptured = "never-captured"
  case breaksRelease = "breaks-release"
  case grew

  /// Creates the rule that a body violates if it cannot be parsed.
  package init(_ error: JSONParseError) {
    switch error.reason {
    case .emptyText: self = .emptyBody
    case .tooDeep: self = .tooDeep
    case .tooLarge: self = .tooBig
    default: self = .notJSON
    }
  }
}

/// The name of a mapping event, as contracts and reports use it.
public enum MappingEventName: String, CaseIterable, Sendable {
  // Exactly one per line and object
  /// The line is done. The property has a new value, its former one, null, or its default; or it
  /// was not set because the key was absent, the path was blocked, or a null was kept or rejected.
  case set, unchanged, setNull, setDefault, missing, blocked, nullKept, nullRejected
  /// The line failed: the value does not fit the type, violates a constraint, or has no object to
  /// be set in, or matches no case of its mapping.
  case coercionFailed, validationFailed, noDestination, declined
  /// A relationship by a foreign key was set, left unchanged or removed; or the object was not
  /// newer than the stored one.
  case connected, connectionSkipped, connectionCleared, skippedUnmodified
  // Events of an element
  /// An element is null, matches no case or violates the contract, has nothing that is mapped, or
  /// is a duplicate; or a text is empty.
  case elementNull, elementDeclined, elementUnmappable, elementDuplicate, emptyString
  // Events of an object
  /// An object was created, found again, has no identity, has contradictory mentions, or was
  /// deleted.
  case created, reused, identityMissing, identityConflict, deleted
  // Events of the payload
  /// A member is a duplicate, a text has an unpaired surrogate, or a member is not read.
  case duplicateKey, loneSurrogate, unmappedKey
}
