package struct RuleTraits: Sendable {
  package enum Severity: String, Sendable {
    case error, warning
    case information = "info"
    case errorAtRoots = "warning, error at a root"
    case warningIfItMatters = "info, warning if it makes a difference"
    case asTheContractSays = "as unknownKeys says"
  }

  /// How much must be read to detect a violation.
  package enum Scope: Sendable {
    case value
    /// A response, before any of it is mapped.
    case body
    /// A request, before any of it is mapped.
    case request
    /// All payloads in which a line was compared.
    case line
    case capture
  }

  /// The way in which a value of a line breaks a rule.
  package enum ValueFault: Sendable {
    case missing, null
    /// A value before the end of the key path is null, a scalar or an array.
    case blocked
    /// Another kind of JSON value.
    case kind
    /// The right kind of value that cannot be read, or that breaks a constraint.
    case value
    /// A value that is in no list and selects no case.
    case unknown
  }

  package var meaning: String
  package var severity = Severity.error
  package var scope = Scope.value
  /// The events that report a violation, the most frequent first; none, if a violation is detected
  /// without mapping.
  ///
  /// A value that violates a constraint fails validation, whatever the rule. If an object is left
  /// unchanged or left out, `skippedUnmodified` and `declined` report violations of its lines, too.
  /// If the object of a property is absent, `noDestination` does.
  package var events: [MappingEventName] = []
  /// Whether a mapper must reject a payload that violates the rule, if the violation is an error.
  /// Mappers may accept values that violate ranges, counts, lengths and patterns, since the server
  /// is responsible for these. Many mappers make an empty object from one without a known key.
  package var bindsMappers = true
  /// Whether a violation is a value outside of a list, a range or a format.
  package var isAboutValue = false
  /// The fault of a line's value, for which a mapper's tolerance is stated and measured; `nil` for
  /// rules about other things.
  package var valueFault: ValueFault?
}

extension RuleID {
  package var traits: RuleTraits {
    switch self {
    case .missingKey:
      RuleTraits(
        meaning: "a key path that has to be there is not",
        events: [.missing, .setDefault, .setNull], valueFault: .missing)
    case .nullValue:
      RuleTraits(
        meaning: "a null where none may be", events: [.nullRejected, .elementNull],
        valueFault: .null)
    case .wrongType:
      RuleTraits(
        meaning: "a kind of JSON value that the type does not take", events: [.coercionFailed],
        valueFault: .kind)
    case .cannotCoerce:
      RuleTraits(
        meaning: "a text that does not say a value of the type", events: [.coercionFailed],
        isAboutValue: true, valueFault: .value)
    case .lossyNumber:
      RuleTraits(
        meaning: "a number that the type holds only in part: a fraction, too wide, too precise",
        events: [.coercionFailed], isAboutValue: true, valueFault: .value)
    case .outOfRange:
      RuleTraits(
        meaning: "a number outside of the line's range, or a time too far away",
        events: [.validationFailed], bindsMappers: false, isAboutValue: true, valueFault: .value)
    case .badCount:
      RuleTraits(
        meaning: "fewer or more elements than the line allows", events: [.validationFailed],
        bindsMappers: false, valueFault: .value)
    case .badLength:
      RuleTraits(
        meaning: "a text shorter or longer than the line allows, in Unicode scalars",
        events: [.validationFailed], bindsMappers: false, isAboutValue: true, valueFault: .value)
    case .badFormat:
      RuleTraits(
        meaning: "a text that the line's pattern is not found in", events: [.validationFailed],
        bindsMappers: false, isAboutValue: true, valueFault: .value)
    case .notUnique:
      RuleTraits(
        meaning: "two equal elements where the line asks for different ones",
        events: [.validationFailed], bindsMappers: false, valueFault: .value)
    case .notACase:
      RuleTraits(
        meaning: "a value that is none of a closed list, or not equal to what it has to be",
        events: [.coercionFailed, .validationFailed], isAboutValue: true, valueFault: .unknown)
    case .newValue:
      RuleTraits(
        meaning: "a value that an open list does not name", severity: .warning,
        events: [.set, .unchanged], isAboutValue: true)
    case .blockedPath:
      RuleTraits(
        meaning: "a key path that leads into a scalar, a null, or an array without []",
        events: [.blocked], valueFault: .blocked)
    case .unknownKey:
      RuleTraits(
        meaning: "a key that no line reads, where the contract wants to know",
        severity: .asTheContractSays, events: [.unmappedKey], bindsMappers: false)
    case .keyCase:
      RuleTraits(
        meaning: "an optional key is absent, and one that differs in case is there",
        severity: .warning, events: [.missing, .setDefault, .setNull])
    case .nearKey:
      RuleTraits(
        meaning: "an optional key is absent, and one that looks like it is there",
        severity: .warning, events: [.missing, .setDefault, .setNull])
    case .noSwitchKey:
      RuleTraits(
        meaning: "the key that tells the cases of a mapping apart is absent", events: [.declined],
        valueFault: .unknown)
    case .noCase:
      RuleTraits(
        meaning: "no case of a mapping fits", events: [.declined], isAboutValue: true,
        valueFault: .unknown)
    case .nothingMapped:
      RuleTraits(
        meaning:
          "an object of which no line found anything; an error where nothing else was to be mapped",
        severity: .errorAtRoots, events: [.elementUnmappable], bindsMappers: false)
    case .identityMissing:
      RuleTraits(
        meaning: "an object without the values that tell it from others", severity: .warning,
        events: [.identityMissing], bindsMappers: false)
    case .identityConflict:
      RuleTraits(
        meaning: "two mentions of one object that differ in a value", severity: .warning,
        events: [.identityConflict], bindsMappers: false)
    case .ambiguousConnection:
      RuleTraits(
        meaning: "a foreign key that several objects have, where one is connected",
        severity: .warning, events: [.connected])
    case .badElement:
      RuleTraits(
        meaning: "an element that breaks the contract, and that the line leaves out or makes null",
        severity: .warning,
        events: [.elementDeclined, .elementNull, .coercionFailed, .validationFailed, .missing],
        bindsMappers: false)
    case .duplicateKey:
      RuleTraits(
        meaning: "a key that is there twice: mappers differ in which they take", severity: .warning,
        events: [.duplicateKey], bindsMappers: false)
    case .loneSurrogate:
      RuleTraits(
        meaning: "a text with half of a surrogate pair, which is no Unicode", severity: .warning,
        events: [.loneSurrogate], bindsMappers: false)
    case .notJSON: RuleTraits(meaning: "a body that is not JSON", scope: .body)
    case .notAForm:
      RuleTraits(
        meaning: "a body that is not a form, of a request that should send one", scope: .request)
    case .ambiguousPlus:
      RuleTraits(
        meaning: "a + in a query, which most servers read as a space and others as itself",
        severity: .warningIfItMatters, scope: .request)
    case .emptyBody:
      RuleTraits(meaning: "an empty body, of a response that should have one", scope: .body)
    case .unexpectedBody:
      RuleTraits(
        meaning: "a body, of a response that should have none", scope: .body,
        events: [.elementUnmappable])
    case .unexpectedStatus:
      RuleTraits(
        meaning: "a status that the endpoint does not describe", severity: .information,
        scope: .body)
    case .unmatchedEndpoint:
      RuleTraits(
        meaning: "a response that no endpoint describes", severity: .information, scope: .capture)
    case .bodyUndecodable:
      RuleTraits(
        meaning: "a body that the capture holds in an encoding that is broken", scope: .body)
    case .tooDeep:
      RuleTraits(
        meaning:
          "a body that nests deeper than --max-depth, or that lines lead more than 10,000 deep into",
        scope: .body, events: [.coercionFailed])
    case .tooBig:
      RuleTraits(
        meaning:
          "a body of 1 GiB or more, or a text too long for its pattern, of more than 50,000,000 steps",
        scope: .body, events: [.validationFailed])
    case .presenceBelow:
      RuleTraits(
        meaning: "a key that is there less often than the line's presence says", scope: .line)
    case .nullRateAbove:
      RuleTraits(
        meaning: "a key that is null more often than the line's nullRate says", scope: .line)
    case .unseenKey:
      RuleTraits(meaning: "a key that no payload had", severity: .information, scope: .capture)
    case .unseenCase:
      RuleTraits(meaning: "a case that no payload chose", severity: .information, scope: .capture)
    case .neverCaptured:
      RuleTraits(
        meaning: "an endpoint that no payload came for", severity: .information, scope: .capture)
    case .breaksRelease:
      RuleTraits(
        meaning: "a payload that a version of the app refuses which is in the field", scope: .body)
    case .grew:
      RuleTraits(
        meaning: "a group in more of the payloads than the baseline's entry accepts",
        scope: .capture)
    }
  }

  /// A sentence that describes a violation.
  public var meaning: String { traits.meaning }

  /// The default severity.
  public var severity: String { traits.severity.rawValue }

  /// Whether the rule is about a whole capture, not about single payloads.
  package var isOfCapture: Bool { traits.scope == .line || traits.scope == .capture }

  /// Whether a violation is reported only if its severity is raised above information.
  package var isNotedIfRaised: Bool { traits.severity == .information }
}
