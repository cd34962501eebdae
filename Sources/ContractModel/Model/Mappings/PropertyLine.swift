public import JSONParsing

/// A line of a mapping: a key path, the property that it sets, and how.
public struct PropertyLine: Hashable, Sendable {
  /// The effect of an absent member on a property without a default.
  public enum MissingPolicy: String, CaseIterable, Sendable {
    /// The property keeps its value.
    case keep
    /// The property becomes null.
    case null
    /// The line fails, even though the key is optional.
    case fail
  }
  /// The effect of a null.
  public enum NullPolicy: String, CaseIterable, Sendable {
    /// The property becomes null.
    case assign
    /// The property keeps its value.
    case keep
    /// The line fails.
    case reject
    /// The property gets the default value.
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
  /// The meaning of an empty text if the type is not a text.
  public enum EmptyStringPolicy: String, CaseIterable, Sendable {
    /// It is an ordinary text.
    case value
    /// It is null.
    case null
    /// The line fails.
    case fail
  }
  /// The meaning of `[]` if the type is an object: some servers, such as those in PHP, do not
  /// distinguish lists from dictionaries.
  public enum EmptyArrayPolicy: String, CaseIterable, Sendable {
    /// It is null.
    case null
    /// It is `{}`.
    case empty
  }
  /// How new objects are combined with those that a relationship had.
  public enum AssignmentPolicy: String, CaseIterable, Sendable {
    /// The old objects are replaced.
    case set
    /// The old objects stay, and new ones are added.
    case union
    /// The old objects are replaced; those that are missing from the new list are deleted, unless
    /// something else refers to them.
    case replace
  }
  /// How a nested object without an identity is mapped again: as a new object, or into the existing
  /// one.
  public enum UpdatePolicy: String, CaseIterable, Sendable {
    /// A new object is made.
    case new
    /// The existing object is updated.
    case inPlace
  }

  /// The key path.
  public var source: SourceKeyPath
  /// Whether the key path may be absent.
  public var isOptional: Bool
  /// The property; `nil` for a line that is checked but not mapped.
  public var property: PropertyPath?
  /// The type, with its constraints.
  public var value: ConstrainedType
  /// The default value of an absent key.
  public var defaultValue: DefaultValue?
  /// The object that an endpoint deletes, if the line reads a part of its identity.
  public var deletes: Deletion?
  /// The policies and notes of the long form.
  public var options = Options()
  /// The place of the line in the contract.
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

  /// The options of a line in its long form; `nil`, if the line does not have the option.
  public struct Options: Hashable, Sendable {
    /// The effect of an absent key.
    public var missing: MissingPolicy?
    /// The effect of a null.
    public var null: NullPolicy?
    /// The effect of a bad element.
    public var elements: ElementPolicy?
    /// The meaning of an empty text.
    public var emptyString: EmptyStringPolicy?
    /// The meaning of `[]` in place of an object.
    public var emptyArray: EmptyArrayPolicy?
    /// How new objects are combined with those that a relationship had.
    public var assign: AssignmentPolicy?
    /// Whether a nested object without an identity is updated.
    public var update: UpdatePolicy?
    /// Whether white space at both ends of a text is removed before it is read.
    public var trims: Bool?
    /// Whether the values must not appear in any report.
    public var isSensitive: Bool?
    /// Whether all mentions of an object must have the same value, even over a whole capture.
    public var isConstant: Bool?
    /// The minimum share of representations with the key path, over a capture.
    public var presence: Percentage?
    /// The maximum share of null values, over a capture.
    public var nullRate: Percentage?
    /// A value that the key path may have.
    public var example: JSONFragment?
    /// A note for people.
    public var note: String?
    /// Members whose names start with `x-`.
    public var extensions: [ExtensionMember] = []

    /// Makes options without any setting.
    public init() {}
  }
}

/// A percentage as written: `99.9%`.
public struct Percentage: Hashable, Sendable, CustomStringConvertible {
  /// The number, from 0 to 100.
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
  /// The JSON, as in the contract.
  public let value: JSONValue

  /// Makes a fragment of a value.
  public init(_ value: JSONValue) { self.value = value }

  /// Hashes a scalar by its value, and a container by its direct scalars and names.
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

/// A member `x-…`, which is reserved for other programs.
public struct ExtensionMember: Hashable, Sendable {
  /// The name, which starts with `x-`.
  public let name: MemberName
  /// The value, which is not read.
  public let value: JSONFragment
}

extension PropertyLine {
  /// The effect of a null, whether or not the line states it.
  package var nullPolicy: NullPolicy { options.null ?? (value.allowsNull ? .assign : .reject) }

  /// Whether the line reads the representation itself, which then need not be an object.
  package var readsRepresentation: Bool {
    source == .representation
      && (value.type.mappings.isEmpty || value.type.acceptedKinds.contains(.array))
  }

  /// Whether the line reads elements of the representation, which then may be an array.
  package var readsElements: Bool {
    guard source.base == .representation else { return false }
    return source.steps.first == .fanOut || source.numberKinds[0] == .element
  }
}
