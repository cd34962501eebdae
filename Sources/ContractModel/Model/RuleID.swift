/// The rules that a payload can break, by the names that reports and contracts use.
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
}

/// The name of a mapping event, as contracts and reports use it.
public enum MappingEventName: String, CaseIterable, Sendable {
  // One of these a rule and instance
  /// A line is done: the property has another value, the one it had, null, its default, or nothing came
  /// of it since the key was absent, the path blocked, or a null kept or rejected.
  case set, unchanged, setNull, setDefault, missing, blocked, nullKept, nullRejected
  /// A line has failed: the value does not fit the type, breaks a constraint, has no object to go to, or
  /// no case of its mapping fits.
  case coercionFailed, validationFailed, noDestination, declined
  /// A relationship by a foreign key was made, left alone or taken away; or the object was not newer
  /// than the stored one.
  case connected, connectionSkipped, connectionCleared, skippedUnmodified
  // Of an element
  /// An element is null, fits no case or breaks the contract, has nothing that is mapped, or was there
  /// before; or a text is empty.
  case elementNull, elementDeclined, elementUnmappable, elementDuplicate, emptyString
  // Of an object
  /// An object was made, found again, has no identity, is told of in two ways, or is gone.
  case created, reused, identityMissing, identityConflict, deleted
  // Of the payload
  /// A member is there twice, a text has half of a surrogate pair, or no line reads a member.
  case duplicateKey, loneSurrogate, unmappedKey
}
