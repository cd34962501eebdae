extension RuleID {
  /// What breaks the rule, in a sentence.
  public var meaning: String {
    switch self {
    case .missingKey: "a key path that has to be there is not"
    case .nullValue: "a null where none may be"
    case .wrongType: "a kind of JSON value that the type does not take"
    case .cannotCoerce: "a text that does not say a value of the type"
    case .lossyNumber:
      "a number that the type holds only in part: a fraction, too wide, too precise"
    case .outOfRange: "a number outside of the line's range, or a time too far away"
    case .badCount: "fewer or more elements than the line allows"
    case .badLength: "a text shorter or longer than the line allows, in Unicode scalars"
    case .badFormat: "a text that the line's pattern is not found in"
    case .notUnique: "two equal elements where the line asks for different ones"
    case .notACase: "a value that is none of a closed list, or not equal to what it has to be"
    case .newValue: "a value that an open list does not name"
    case .blockedPath: "a key path that leads into a scalar, a null, or an array without []"
    case .unknownKey: "a key that no line reads, where the contract wants to know"
    case .keyCase: "an optional key is absent, and one that differs in case is there"
    case .nearKey: "an optional key is absent, and one that looks like it is there"
    case .noSwitchKey: "the key that tells the cases of a mapping apart is absent"
    case .noCase: "no case of a mapping fits"
    case .nothingMapped:
      "an object of which no line found anything; an error where nothing else was to be mapped"
    case .identityMissing: "an object without the values that tell it from others"
    case .identityConflict: "two mentions of one object that differ in a value"
    case .ambiguousConnection: "a foreign key that several objects have, where one is connected"
    case .duplicateKey: "a key that is there twice: mappers differ in which they take"
    case .loneSurrogate: "a text with half of a surrogate pair, which is no Unicode"
    case .notJSON: "a body that is not JSON"
    case .emptyBody: "an empty body, of a response that should have one"
    case .unexpectedStatus: "a status that the endpoint does not describe"
    case .unmatchedEndpoint: "a response that no endpoint describes"
    case .bodyUndecodable: "a body that the capture holds in an encoding that is broken"
    case .tooDeep: "a body that nests deeper than --max-depth"
    case .tooBig: "a body larger than --max-record"
    case .presenceBelow: "a key that is there less often than the line's presence says"
    case .nullRateAbove: "a key that is null more often than the line's nullRate says"
    case .unseenKey: "a key that no payload had"
    case .unseenCase: "a case that no payload chose"
    case .neverCaptured: "an endpoint that no payload came for"
    case .grew: "a group in more of the payloads than the baseline's entry accepts"
    }
  }

  /// How it counts where nothing else is said.
  public var severity: String {
    switch self {
    case .newValue, .keyCase, .nearKey, .identityMissing, .identityConflict, .ambiguousConnection,
      .duplicateKey, .loneSurrogate:
      "warning"
    case .nothingMapped: "warning, error at a root"
    case .unknownKey: "as unknownKeys says"
    case .unexpectedStatus, .unmatchedEndpoint, .unseenKey, .unseenCase, .neverCaptured: "info"
    default: "error"
    }
  }
}
