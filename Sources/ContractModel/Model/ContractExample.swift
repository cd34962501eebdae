public import JSONParsing

/// A payload and what has to come of it.
public struct ContractExample: Hashable, Sendable {
  public enum Payload: Hashable, Sendable {
    /// A file in the nearest `Fixtures` folder above the contract.
    case fixture(Located<String>)
    /// JSON in place.
    case json(JSONFragment)
  }

  public enum Target: Hashable, Sendable {
    /// A type, of the payload or of what stands at a key path of it.
    case type(root: SourceKeyPath, ValueRule)
    /// An endpoint of the contract.
    case endpoint(Located<Endpoint.Selector>)
  }

  public var name: String
  public var payload: Payload
  public var target: Target
  /// The fixtures that are mapped first, into the same object store.
  public var given: [Given]
  public var expectations: Expectations?
  /// The violations there are, and no others. `nil`: any error fails the example.
  public var violations: [ExpectedViolation]?
  public var note: String?
  public var extensions: [ExtensionMember]
  public var origin: Origin

  /// A payload that is mapped before the example's own.
  public struct Given: Hashable, Sendable {
    /// A file in the nearest `Fixtures` folder above the contract.
    public var fixture: Located<String>
    /// Its target; `nil`: that of the example's own payload.
    public var target: Target?

    public init(fixture: Located<String>, target: Target? = nil) {
      (self.fixture, self.target) = (fixture, target)
    }
  }

  /// The targets of the payloads that are mapped before, and then of the example's own.
  package var targets: [Target] { given.map { $0.target ?? target } + [target] }

  /// The conditions that have to hold after mapping; all else is free.
  public struct Expectations: Hashable, Sendable {
    /// How many objects of a type there are in the store, and how many the payload made or left
    /// alone.
    public var counts: [Count] = []
    public var values: [Value] = []
    public var events: [ExpectedEvent] = []
    /// The paths that lead to one object, two at least in each group.
    public var same: [[InstancePath]] = []
    public var extensions: [ExtensionMember] = []
  }

  /// The objects that are counted.
  public enum Counted: String, CaseIterable, Sendable {
    case objects, created, updated, untouched, deleted
  }

  public struct Count: Hashable, Sendable {
    public var counted: Counted
    public var type: Located<MemberName>
    public var count: Int
  }

  public struct Value: Hashable, Sendable {
    /// The property, from the payload's root: `[0].remoteId`.
    public var path: InstancePath
    public var value: JSONFragment
  }
}

/// A mapping event that has to be there: `[0].id -> remoteId`, or `missing [0].city`.
public struct ExpectedEvent: Hashable, Sendable, CustomStringConvertible {
  public enum What: Hashable, Sendable {
    /// The property was set, or is unchanged.
    case mapped(to: PropertyPath)
    case event(MappingEventName)
  }

  public var path: InstancePath
  public var what: What

  public var description: String {
    switch what {
    case .mapped(let property): "\(path) -> \(property)"
    case .event(let name): path.steps.isEmpty ? name.rawValue : "\(name.rawValue) \(path)"
    }
  }
}

/// A violation that has to be there: `null-value at [0].id`.
public struct ExpectedViolation: Hashable, Sendable, CustomStringConvertible {
  public var rule: RuleID
  public var path: InstancePath

  public init(rule: RuleID, path: InstancePath) { (self.rule, self.path) = (rule, path) }

  public var description: String {
    path.steps.isEmpty ? rule.rawValue : "\(rule.rawValue) at \(path)"
  }
}
