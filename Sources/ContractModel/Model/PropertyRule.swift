public import JSONParsing

/// One line of a mapping: which key path becomes which property, and how.
public struct PropertyRule: Hashable, Sendable {
  /// The effect of an absent member on a property without a default.
  public enum MissingPolicy: String, CaseIterable, Sendable { case keep, null, fail }
  /// The effect of a null.
  public enum NullPolicy: String, CaseIterable, Sendable { case assign, keep, reject, `default` }
  /// The effect of an element that does not fit.
  public enum ElementPolicy: String, CaseIterable, Sendable { case fail, skip, null }
  /// The meaning of an empty text where something else than a text is wanted.
  public enum EmptyStringPolicy: String, CaseIterable, Sendable { case value, null, fail }
  /// The way in which new objects join or replace those that a relationship had.
  public enum AssignmentPolicy: String, CaseIterable, Sendable { case set, union, replace }
  /// The way in which a nested object without an identity is mapped again: as a new object, or into
  /// the one that is there.
  public enum UpdatePolicy: String, CaseIterable, Sendable { case new, inPlace }

  public var source: SourceKeyPath
  /// Whether the key path may be absent.
  public var isOptional: Bool
  /// `nil`: checked, not mapped.
  public var property: PropertyPath?
  public var value: ValueRule
  public var defaultValue: DefaultValue?
  public var options = Options()
  public var origin: Origin

  public init(
    source: SourceKeyPath, isOptional: Bool, property: PropertyPath?, value: ValueRule,
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
    public var missing: MissingPolicy?
    public var null: NullPolicy?
    public var elements: ElementPolicy?
    public var emptyString: EmptyStringPolicy?
    public var assign: AssignmentPolicy?
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
    public var note: String?
    public var extensions: [ExtensionMember] = []

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
  public let value: JSONValue

  public init(_ value: JSONValue) { self.value = value }

  /// Scalars are told apart by what they say, containers by the scalars and names right in them.
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
  public let name: MemberName
  public let value: JSONFragment
}

extension PropertyRule {
  /// The effect of a null, whether the line states it or not.
  package var nullPolicy: NullPolicy { options.null ?? (value.allowsNull ? .assign : .reject) }

  /// Whether the line takes the representation itself, which then need not be an object.
  package var readsRepresentation: Bool { source == .representation && value.type.mappings.isEmpty }

  /// Whether the line takes elements of the representation, which then may be an array.
  package var readsElements: Bool {
    guard source.base == .representation else { return false }
    switch source.steps.first {
    case .fanOut?: return true
    case .segment(let name)?: return SourceKeyPath.index(name) != nil
    case nil: return false
    }
  }
}
