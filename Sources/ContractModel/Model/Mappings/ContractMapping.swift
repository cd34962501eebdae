public import JSONParsing

/// The lines for one type of object.
public struct ContractMapping: Hashable, Sendable {
  /// The effect of an object without an identity in the payload.
  public enum MissingIdentityPolicy: String, CaseIterable, Sendable {
    /// The object is made, with an event.
    case create
    /// It is left out.
    case skip
    /// It is a violation.
    case fail
  }

  /// The name, by which lines and endpoints call it.
  public var name: MemberName
  /// Which type of object it makes, if that is not its name.
  public var type: Located<MemberName>?
  /// The mapping whose lines it takes over.
  public var extends: Located<MemberName>?
  /// The properties that together tell one object of the type from another.
  public var identifiedBy: [Located<PropertyPath>]
  /// The effect of an absent identity; `nil` is `create`.
  public var missingIdentity: MissingIdentityPolicy?
  /// The property that says how new an object is.
  public var modifiedBy: Located<PropertyPath>?
  /// Its lines, in the order of the file.
  public var lines: [PropertyLine]
  /// Its cases, if it has any.
  public var dispatch: CaseDispatch?
  /// Its relationships by foreign keys.
  public var connections: [Connection]
  /// Its own settings; those of the contract hold where it has none.
  public var settings: MappingSettings
  /// Notes for people.
  public var documentation: Documentation
  /// Its place in the contract.
  public var origin: Origin

  /// Makes a mapping without lines.
  public init(name: MemberName, origin: Origin = .none) {
    self.name = name
    identifiedBy = []
    lines = []
    connections = []
    settings = MappingSettings()
    documentation = Documentation()
    self.origin = origin
  }

  /// The type of object that the mapping makes.
  public var typeName: MemberName { type?.value ?? name }
}

/// How strictly a file or a mapping is read. `nil` means that it does not say; then the file, then
/// the first of the choices decides.
public struct MappingSettings: Hashable, Sendable {
  /// The profile of conversions.
  public enum CoercionProfile: String, CaseIterable, Sendable {
    /// Each type takes its own kind of JSON value.
    case strict
    /// Whole values are converted, without loss.
    case lenient
  }
  /// The spellings of a key that are read.
  public enum KeyStyle: String, CaseIterable, Sendable {
    /// The key as it is written.
    case exact
    /// Any case; the exact spelling goes first.
    case anyCase
    /// Snake and camel case; the exact spelling goes first.
    case snakeCase
  }
  /// The severity of members that no line reads.
  public enum UnknownKeyPolicy: String, CaseIterable, Sendable {
    /// They are let pass.
    case ignore
    /// Each is a warning.
    case warn
    /// Each is an error.
    case error
  }

  /// The profile of conversions.
  public var coercion: CoercionProfile?
  /// The spellings of a key that are read.
  public var keys: KeyStyle?
  /// The severity of members that no line reads.
  public var unknownKeys: UnknownKeyPolicy?
  /// The words that a key in camel case writes in capitals, for `snakeCase`: `URL`, `ID`.
  public var acronyms: [String]?

  /// Makes settings that say nothing.
  public init() {}
}

/// The members of a file or mapping for people and for other programs.
public struct Documentation: Hashable, Sendable {
  /// The people who answer for it.
  public var owner: String?
  /// Whether, or why, it should not be used any more.
  public var deprecated: Deprecation?
  /// A note for people.
  public var note: String?
  /// Members whose names start with `x-`.
  public var extensions: [ExtensionMember] = []

  /// Makes a documentation that says nothing.
  public init() {}
}

/// That something should no longer be used, and why.
public enum Deprecation: Hashable, Sendable {
  /// `true`, or `false`.
  case flag(Bool)
  /// The reason, or the version since when.
  case reason(String)
}

/// A relationship that is found by a foreign key: `"owner: User": { "ownerId": "remoteId" }`.
public struct Connection: Hashable, Sendable {
  /// The property that the objects are connected to.
  public var property: PropertyPath
  /// Its type: a mapping, or an array or set of one.
  public var value: ConstrainedType
  /// Pairs of a property of this object and one of the object it leads to; all have to be equal.
  public var keys: [Key]
  /// Its place in the contract.
  public var origin: Origin

  /// A pair of properties that have to be equal.
  public struct Key: Hashable, Sendable {
    /// The property of this object.
    public var own: Located<PropertyPath>
    /// The property of the object that is looked for.
    public var other: Located<PropertyPath>
  }
}

/// The cases of a mapping, of which the first that fits is used.
public struct CaseDispatch: Hashable, Sendable {
  /// The key path whose text names the case, if the cases are told by one.
  public var switchPath: Located<SourceKeyPath>?
  /// The cases, in the order in which they are tried.
  public var cases: [MappingCase]
  /// The use if no case fits.
  public var otherwise: CaseUse?
  /// Whether a representation that no case fits is left out on purpose.
  public var skipsOthers = false
}

/// One case of a mapping.
public struct MappingCase: Hashable, Sendable {
  /// All of them have to hold.
  public var conditions: [CaseCondition]
  /// Whether texts are compared without the white space at their ends.
  public var trims: Bool
  /// The lines that are used where the case fits.
  public var use: CaseUse
  /// Members whose names start with `x-`.
  public var extensions: [ExtensionMember] = []
  /// Its place in the contract.
  public var origin: Origin
}

/// A condition on a representation for a case to fit.
public enum CaseCondition: Hashable, Sendable {
  /// The value at the key path is the literal; kinds are distinguished.
  case equals(SourceKeyPath, Literal)
  /// There is a value at the key path; null is one.
  case exists(SourceKeyPath)
  /// The value at the key path has the kind.
  case kind(SourceKeyPath, JSONKind)

  /// The key path that is looked at.
  public var source: SourceKeyPath {
    switch self {
    case .equals(let source, _), .exists(let source), .kind(let source, _): source
    }
  }
}

/// The effect of a case.
public enum CaseUse: Hashable, Sendable {
  /// Maps by the mapping of that name; if there is none, by the mapping around the case, under that
  /// name.
  case name(Located<MemberName>)
  /// Adds lines to the mapping around the case.
  case lines([PropertyLine])
}
