public import JSONParsing

/// A payload and the expected result of mapping it.
public struct ContractExample: Hashable, Sendable {
  /// The source of the payload.
  public enum Payload: Hashable, Sendable {
    /// A file in the nearest `Fixtures` folder above the contract.
    case fixture(Located<String>)
    /// JSON in the contract itself.
    case json(JSONFragment)
  }

  /// The type or endpoint of a payload.
  public enum Target: Hashable, Sendable {
    /// A type: that of the payload, or of the value at a key path of it.
    case type(root: SourceKeyPath, ConstrainedType)
    /// An endpoint of the contract.
    case endpoint(Located<Endpoint.Selector>)
  }

  /// A sentence that describes the example.
  public var name: String
  /// The payload that is mapped.
  public var payload: Payload
  /// The type or endpoint of the payload.
  public var target: Target
  /// The fixtures that are mapped first, into the same object store.
  public var given: [Given]
  /// The expectations of the result; everything else is unspecified.
  public var expectations: Expectations?
  /// All expected violations; `nil`, if any error makes the example fail.
  public var violations: [ExpectedViolation]?
  /// A note for people.
  public var note: String?
  /// Members whose names start with `x-`.
  public var extensions: [ExtensionMember]
  /// The place of the example in the contract.
  public var origin: Origin

  /// A payload that is mapped before the example's own.
  public struct Given: Hashable, Sendable {
    /// A file in the nearest `Fixtures` folder above the contract.
    public var fixture: Located<String>
    /// The target of the fixture; `nil`, if it is that of the example's own payload.
    public var target: Target?

    /// Makes a payload from a fixture.
    ///
    /// - Parameter target: The target of the payload, if it differs from the example's.
    public init(fixture: Located<String>, target: Target? = nil) {
      (self.fixture, self.target) = (fixture, target)
    }
  }

  /// The targets of the payloads that are mapped first, then that of the example's own payload.
  package var targets: [Target] { given.map { $0.target ?? target } + [target] }

  /// The expectations of the result of mapping; everything else is unspecified.
  public struct Expectations: Hashable, Sendable {
    /// The expected numbers of objects of a type: in the store, or created, changed, deleted or
    /// left unchanged by the payload.
    public var counts: [Count] = []
    /// The expected values at instance paths.
    public var values: [Value] = []
    /// The expected events.
    public var events: [ExpectedEvent] = []
    /// The groups of paths that lead to the same object, at least two paths in each group.
    public var same: [[InstancePath]] = []
    /// Members whose names start with `x-`.
    public var extensions: [ExtensionMember] = []
  }

  /// The objects that are counted.
  public enum Counted: String, CaseIterable, Sendable {
    /// All objects of a type in the store, or those that the payload created, changed, left
    /// unchanged, or deleted.
    case objects, created, updated, untouched, deleted
  }

  /// A number of objects of one type.
  public struct Count: Hashable, Sendable {
    /// The objects that are counted.
    public var counted: Counted
    /// The type of the objects.
    public var type: Located<MemberName>
    /// The expected number.
    public var count: Int
  }

  /// The expected value at an instance path.
  public struct Value: Hashable, Sendable {
    /// The property, from the payload's root: `[0].remoteId`.
    public var path: InstancePath
    /// The value, as JSON.
    public var value: JSONFragment
  }
}

/// An expected mapping event: `[0].id -> remoteId`, or `missing [0].city`.
public struct ExpectedEvent: Hashable, Sendable, CustomStringConvertible {
  /// The kind of event.
  public enum What: Hashable, Sendable {
    /// The property was set, or is unchanged.
    case mapped(to: PropertyPath)
    /// An event with this name.
    case event(MappingEventName)
  }

  /// The place in the payload.
  public var path: InstancePath
  /// The kind of the expected event.
  public var what: What

  public var description: String {
    switch what {
    case .mapped(let property): "\(path) -> \(property)"
    case .event(let name): path.steps.isEmpty ? name.rawValue : "\(name.rawValue) \(path)"
    }
  }
}

/// An expected violation: `null-value at [0].id`.
public struct ExpectedViolation: Hashable, Sendable, CustomStringConvertible {
  /// The violated rule.
  public var rule: RuleID
  /// The place in the payload.
  public var path: InstancePath

  /// Makes an expectation of a violation at a place.
  public init(rule: RuleID, path: InstancePath) { (self.rule, self.path) = (rule, path) }

  public var description: String {
    path.steps.isEmpty ? rule.rawValue : "\(rule.rawValue) at \(path)"
  }
}
