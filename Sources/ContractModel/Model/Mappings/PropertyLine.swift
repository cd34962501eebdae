public import JSONParsing

/// One line of a mapping: which key path becomes which property, and how.
public struct PropertyLine: Hashable, Sendable {
  /// The effect of an absent member on a property without a default.
  public enum MissingPolicy: String, CaseIterable, Sendable {
    /// It keeps its value.
    case keep
    /// It becomes null.
    case null
    /// The line fails, though the key may be absent.
    case fail
  }
  /// The effect of a null.
  public enum NullPolicy: String, CaseIterable, Sendable {
    /// The property becomes null.
    case assign
    /// It keeps its value.
    case keep
    /// The line fails.
    case reject
    /// It becomes the default.
    case `default`
  }
  /// The effect of an element that does not fit.
  public enum ElementPolicy: String, CaseIterable, Sendable {
    /// The line fails.
    case fail
    /// The element is left out.
    case skip
    /// The element becomes null.
    case null
  }
  /// The meaning of an empty text where something else than a text is wanted.
  public enum EmptyStringPolicy: String, CaseIterable, Sendable {
    /// It is a text like others.
    case value
    /// It is null.
    case null
    /// The line fails.
    case fail
  }
  /// The meaning of `[]` where an object is wanted: what a server writes that does not tell lists from
  /// dictionaries, such as one in PHP.
  public enum EmptyArrayPolicy: String, CaseIterable, Sendable {
    /// It is null.
    case null
    /// It is `{}`.
    case empty
  }
  /// The way in which new objects join or replace those that a relationship had.
  public enum AssignmentPolicy: String, CaseIterable, Sendable {
    /// They are replaced.
    case set
    /// They stay, and new ones are added.
    case union
    /// They are replaced, and those that are gone are deleted, unless something else holds them.
    case replace
  }
  /// The way in which a nested object without an identity is mapped again: as a new object, or into
  /// the one that is there.
  public enum UpdatePolicy: String, CaseIterable, Sendable {
    /// A new object is made.
    case new
    /// The object that is there is updated.
    case inPlace
  }

  /// The key path that is read.
  public var source: SourceKeyPath
  /// Whether the key path may be absent.
  public var isOptional: Bool
  /// `nil`: checked, not mapped.
  public var property: PropertyPath?
  /// The type, with what it may not be.
  public var value: ConstrainedType
  /// The value where the key is absent.
  public var defaultValue: DefaultValue?
  /// The object that an endpoint deletes, if the line reads a part of its identity.
  public var deletes: Deletion?
  /// The policies and notes of the long form.
  public var options = Options()
  /// Its place in the contract.
  public var origin: Origin

  /// Makes a line.
  public init(
    source: SourceKeyPath, isOptional: Bool, property: PropertyPath?, value: ConstrainedType,
    defaultValue: DefaultValue? = nil, options: Options = Options(), origin: Origin = .none
  ) {
    self.source = source
    self.isOptional = isOptional
    self.property = property
    self.value = value
    self.defaultValue = defaultValue
    self.options = options
    self.origin = origin
  }

  /// The options that only the long form of a line has; `nil`, if the line does not have one.
  public struct Options: Hashable, Sendable {
    /// The effect of an absent key.
    public var missing: MissingPolicy?
    /// The effect of a null.
    public var null: NullPolicy?
    /// The effect of a bad element.
    public var elements: ElementPolicy?
    /// The meaning of an empty text.
    public var emptyString: EmptyStringPolicy?
    /// The meaning of `[]` for an object.
    public var emptyArray: EmptyArrayPolicy?
    /// The way in which new objects join or replace those that a relationship had.
    public var assign: AssignmentPolicy?
    /// Whether a nested object without identity is updated.
    public var update: UpdatePolicy?
    /// Whether white space at either end of a text is left out before it is read.
    public var trims: Bool?
    /// Whether the values stay out of every report.
    public var isSensitive: Bool?
    /// Whether all mentions of one object have to have one and the same value, over a capture too.
    public var isConstant: Bool?
    /// The share of the representations that has the key path, over a capture, at least.
    public var presence: Percentage?
    /// The share of the values that is null, over a capture, at most.
    public var nullRate: Percentage?
    /// A value that the key path may have.
    public var example: JSONFragment?
    /// A note for people.
    public var note: String?
    /// Members whose names start with `x-`.
    public var extensions: [ExtensionMember] = []

    /// Makes options that say nothing.
    public init() {}
  }
}

/// A share in percent, as written: `99.9%`.
public struct Percentage: Hashable, Sendable, CustomStringConvertible {
  /// From 0 to 100.
  public let number: JSONNumber

  /// - Returns: `nil` if the text is not a JSON number from 0 to 100 and a percent sign.
  public init?(_ text: String) {
    let bounds = NumberRange(lower: JSONNumber("0"), upper: JSONNumber("100"))
    guard text.hasSuffix("%"), let number = JSONNumber(String(text.dropLast())),
      bounds.contains(number)
    else { return nil }
    self.number = number
  }

  public var description: String { "\(number)%" }
}

/// A piece of JSON in a contract: an example, an expected value.
public struct JSONFragment: Hashable, Sendable {
  /// The JSON, as the contract has it.
  public let value: JSONValue

  /// Keeps a value of a contract.
  public init(_ value: JSONValue) { self.value = value }

  /// Scalars are distinguished by what they say, containers by the scalars and names right in them.
  public func hash(into hasher: inout Hasher) {
    Self.hash(value, into: &hasher)
    hasher.combine(value.elements.count + value.members.count)
    for element in value.elements.prefix(16) { Self.hash(element, into: &hasher) }
    for member in value.members.prefix(16) {
      hasher.combine(member.name)
      Self.hash(member.value, into: &hasher)
    }
  }

  private static func hash(_ value: JSONValue, into hasher: inout Hasher) {
    hasher.combine(value.kind)
    switch value.kind {
    case .string: hasher.combine(MemberName(value.string ?? ""))
    case .number, .bool: hasher.combine(value.rawText)
    case .array, .object, .null: break
    }
  }
}

/// A member `x-…`, which is kept for other programs.
public struct ExtensionMember: Hashable, Sendable {
  /// The name, which starts with `x-`.
  public let name: MemberName
  /// The value, which nothing reads.
  public let value: JSONFragment
}

extension PropertyLine {
  /// The effect of a null, whether the line states it or not.
  package var nullPolicy: NullPolicy { options.null ?? (value.allowsNull ? .assign : .reject) }

  /// Whether the line takes the representation itself, which then need not be an object.
  package var readsRepresentation: Bool {
    source == .representation
      && (value.type.mappings.isEmpty || value.type.acceptedKinds.contains(.array))
  }

  /// Whether the line takes elements of the representation, which then may be an array.
  package var readsElements: Bool {
    guard source.base == .representation else { return false }
    return source.steps.first == .fanOut || source.numberKinds[0] == .element
  }
}
