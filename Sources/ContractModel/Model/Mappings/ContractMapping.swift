public import JSONParsing

/// The lines for one type of object.
public struct ContractMapping: Hashable, Sendable {
  /// The effect of an object without an identity.
  public enum MissingIdentityPolicy: String, CaseIterable, Sendable {
    /// The object is created, with an event.
    case create
    /// The object is left out.
    case skip
    /// The object is a violation.
    case fail
  }

  /// The name of the mapping, used by lines and endpoints.
  public var name: MemberName
  /// The type of the objects, if it is not the mapping's name.
  public var type: Located<MemberName>?
  /// The mapping whose lines it inherits.
  public var extends: Located<MemberName>?
  /// The properties that together identify an object of the type.
  public var identifiedBy: [Located<PropertyPath>] = []
  /// The effect of an absent identity; `nil` is `create`.
  public var missingIdentity: MissingIdentityPolicy?
  /// The property that shows how new an object is.
  public var modifiedBy: Located<PropertyPath>?
  /// Its lines, in the order of the file.
  public var lines: [PropertyLine] = []
  /// Its cases, if it has any.
  public var dispatch: CaseDispatch?
  /// Its relationships by foreign keys.
  public var connections: [Connection] = []
  /// The mapping's own settings; the contract's settings apply where these are `nil`.
  public var settings = MappingSettings()
  /// Notes for people.
  public var documentation = Documentation()
  /// The place of the mapping in the contract.
  public var origin: Origin

  /// Makes a mapping without lines.
  public init(name: MemberName, origin: Origin = .none) {
    (self.name, self.origin) = (name, origin)
  }

  /// The type of object that the mapping makes.
  public var typeName: MemberName { type?.value ?? name }
}

/// The strictness of a file or a mapping. `nil` means unspecified; then the file's setting applies,
/// or else the first of the choices.
public struct MappingSettings: Hashable, Sendable {
  /// The profile of conversions.
  public enum CoercionProfile: String, CaseIterable, Sendable {
    /// Each type accepts its own kind of JSON value only.
    case strict
    /// Other kinds are converted, if nothing is lost.
    case lenient
  }
  /// The accepted spellings of a key.
  public enum KeyStyle: String, CaseIterable, Sendable {
    /// The key as it is written.
    case exact
    /// Any case; the exact spelling takes precedence.
    case anyCase
    /// Snake and camel case; the exact spelling takes precedence.
    case snakeCase
  }
  /// The severity of unread members.
  public enum UnknownKeyPolicy: String, CaseIterable, Sendable {
    /// Unread members are ignored.
    case ignore
    /// Each unread member is a warning.
    case warn
    /// Each unread member is an error.
    case error
  }

  /// The profile of conversions.
  public var coercion: CoercionProfile?
  /// The accepted spellings of a key.
  public var keys: KeyStyle?
  /// The severity of unread members.
  public var unknownKeys: UnknownKeyPolicy?
  /// The words that keys in camel case write in capitals, for `snakeCase`: `URL`, `ID`.
  public var acronyms: [String]?

  /// Makes settings in which everything is unspecified.
  public init() {}
}

/// The members of a file or mapping for people and for other programs.
public struct Documentation: Hashable, Sendable {
  /// The people who are responsible for the file or mapping.
  public var owner: String?
  /// Whether it is deprecated, or why.
  public var deprecated: Deprecation?
  /// A note for people.
  public var note: String?
  /// Members whose names start with `x-`.
  public var extensions: [ExtensionMember] = []

  /// Makes empty documentation.
  public init() {}
}

/// A statement that something should no longer be used.
public enum Deprecation: Hashable, Sendable {
  /// `true`, or `false`.
  case flag(Bool)
  /// The reason, or the version in which it was deprecated.
  case reason(String)
}

/// A relationship that is found by a foreign key: `"owner: User": { "ownerId": "remoteId" }`.
public struct Connection: Hashable, Sendable {
  /// The property for the connected objects.
  public var property: PropertyPath
  /// Its type: a mapping, or an array or set of one.
  public var value: ConstrainedType
  /// The pairs of a property of this object and a property of the connected object; all pairs must
  /// be equal.
  public var keys: [Key]
  /// Its place in the contract.
  public var origin: Origin

  /// A pair of properties that must be equal.
  public struct Key: Hashable, Sendable {
    /// The property of this object.
    public var own: Located<PropertyPath>
    /// The property of the connected object.
    public var other: Located<PropertyPath>
  }
}

/// The cases of a mapping; the first matching case is used.
public struct CaseDispatch: Hashable, Sendable {
  /// The key path whose text selects the case, if the mapping has one.
  public var switchPath: Located<SourceKeyPath>?
  /// The cases, in the order in which they are tried.
  public var cases: [MappingCase]
  /// The use if no case matches.
  public var otherwise: CaseUse?
  /// Whether a representation that matches no case is left out on purpose.
  public var skipsOthers = false

  /// The key paths that distinguish the cases.
  package var sources: [SourceKeyPath] {
    [switchPath?.value].compactMap(\.self) + cases.flatMap { $0.conditions.map(\.source) }
  }
}

/// One case of a mapping.
public struct MappingCase: Hashable, Sendable {
  /// The conditions; all of them must be met.
  public var conditions: [CaseCondition]
  /// Whether texts are compared without the white space at their ends.
  public var trims: Bool
  /// The use of the case if it matches.
  public var use: CaseUse
  /// Members whose names start with `x-`.
  public var extensions: [ExtensionMember] = []
  /// Its place in the contract.
  public var origin: Origin
}

/// A condition of a case on a representation.
public enum CaseCondition: Hashable, Sendable {
  /// The value at the key path equals the literal; kinds are distinguished.
  case equals(SourceKeyPath, Literal)
  /// There is a value at the key path; null counts as a value.
  case exists(SourceKeyPath)
  /// The value at the key path has the kind.
  case kind(SourceKeyPath, JSONKind)

  /// The key path of the value that the condition reads.
  public var source: SourceKeyPath {
    switch self {
    case .equals(let source, _), .exists(let source), .kind(let source, _): source
    }
  }
}

/// The effect of a case.
public enum CaseUse: Hashable, Sendable {
  /// Maps by the mapping with the name; if there is none, by the enclosing mapping, into objects of
  /// a type with the name.
  case name(Located<MemberName>)
  /// Adds lines to the enclosing mapping.
  case lines([PropertyLine])
}
