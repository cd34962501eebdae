public import JSONParsing

/// The rules for one type of object.
public struct ContractMapping: Hashable, Sendable {
  /// The effect of an object without an identity in the payload.
  public enum MissingIdentityPolicy: String, CaseIterable, Sendable { case create, skip, fail }

  public var name: MemberName
  /// Which type of object it makes, if that is not its name.
  public var type: Located<MemberName>?
  /// The mapping whose rules it takes over.
  public var extends: Located<MemberName>?
  /// The properties that together tell one object of the type from another.
  public var identifiedBy: [Located<PropertyPath>]
  public var missingIdentity: MissingIdentityPolicy?
  /// The property that says how new an object is.
  public var modifiedBy: Located<PropertyPath>?
  public var rules: [PropertyRule]
  public var dispatch: CaseDispatch?
  public var connections: [Connection]
  public var settings: MappingSettings
  public var documentation: Documentation
  public var origin: Origin

  public init(name: MemberName, origin: Origin = .none) {
    self.name = name
    identifiedBy = []
    rules = []
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
  public enum CoercionProfile: String, CaseIterable, Sendable { case strict, lenient }
  public enum KeyStyle: String, CaseIterable, Sendable { case exact, anyCase, snakeCase }
  public enum UnknownKeyPolicy: String, CaseIterable, Sendable { case ignore, warn, error }

  public var coercion: CoercionProfile?
  public var keys: KeyStyle?
  public var unknownKeys: UnknownKeyPolicy?
  /// The words that a key in camel case writes in capitals, for `snakeCase`: `URL`, `ID`.
  public var acronyms: [String]?

  public init() {}
}

/// The members of a file or mapping for people and for other programs.
public struct Documentation: Hashable, Sendable {
  public var owner: String?
  public var deprecated: Deprecation?
  public var note: String?
  public var extensions: [ExtensionMember] = []

  public init() {}
}

/// That something should no longer be used, and why.
public enum Deprecation: Hashable, Sendable {
  case flag(Bool)
  case reason(String)
}

/// A relationship that is found by a foreign key: `"owner: User": { "ownerId": "remoteId" }`.
public struct Connection: Hashable, Sendable {
  public var property: PropertyPath
  public var value: ValueRule
  /// Pairs of a property of this object and one of the object it leads to; all have to be equal.
  public var keys: [Key]
  public var origin: Origin

  public struct Key: Hashable, Sendable {
    public var own: Located<PropertyPath>
    public var other: Located<PropertyPath>
  }
}

/// The cases of a mapping, of which the first that fits is used.
public struct CaseDispatch: Hashable, Sendable {
  /// The key path whose text names the case, if the cases are told by one.
  public var switchPath: Located<SourceKeyPath>?
  public var cases: [CaseRule]
  /// The use if no case fits.
  public var otherwise: CaseUse?
  /// Whether a representation that no case fits is left out on purpose.
  public var skipsOthers = false
}

/// One case of a mapping.
public struct CaseRule: Hashable, Sendable {
  /// All of them have to hold.
  public var conditions: [CaseCondition]
  /// Whether texts are compared without the white space at their ends.
  public var trims: Bool
  public var use: CaseUse
  public var extensions: [ExtensionMember] = []
  public var origin: Origin
}

/// A condition on a representation for a case to fit.
public enum CaseCondition: Hashable, Sendable {
  /// The value at the key path is the literal; kinds are told apart.
  case equals(SourceKeyPath, Literal)
  /// There is a value at the key path; null is one.
  case exists(SourceKeyPath)
  /// The value at the key path has the kind.
  case kind(SourceKeyPath, JSONKind)

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
  /// Adds rules to the mapping around the case.
  case rules([PropertyRule])
}
