public import JSONParsing

/// A payload and what has to come of it.
public struct ContractExample: Hashable, Sendable {
  /// The source of the payload.
  public enum Payload: Hashable, Sendable {
    /// A file in the nearest `Fixtures` folder above the contract.
    case fixture(Located<String>)
    /// JSON in place.
    case json(JSONFragment)
  }

  /// The type or endpoint of a payload.
  public enum Target: Hashable, Sendable {
    /// A type, of the payload or of what stands at a key path of it.
    case type(root: SourceKeyPath, ConstrainedType)
    /// An endpoint of the contract.
    case endpoint(Located<Endpoint.Selector>)
  }

  /// A sentence that says what the example shows.
  public var name: String
  /// The payload that is mapped.
  public var payload: Payload
  /// The type or endpoint of the payload.
  public var target: Target
  /// The fixtures that are mapped first, into the same object store.
  public var given: [Given]
  /// The expectations on what was mapped; all else is free.
  public var expectations: Expectations?
  /// The violations there are, and no others. `nil`: any error fails the example.
  public var violations: [ExpectedViolation]?
  /// A note for people.
  public var note: String?
  /// Members whose names start with `x-`.
  public var extensions: [ExtensionMember]
  /// Its place in the contract.
  public var origin: Origin

  /// A payload that is mapped before the example's own.
  public struct Given: Hashable, Sendable {
    /// A file in the nearest `Fixtures` folder above the contract.
    public var fixture: Located<String>
    /// Its target; `nil`: that of the example's own payload.
    public var target: Target?

    /// Makes a payload of a fixture.
    ///
    /// - Parameter target: Its type, if it is not that of the example.
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
    /// The values that instance paths have to have.
    public var values: [Value] = []
    /// The events that have to happen.
    public var events: [ExpectedEvent] = []
    /// The paths that lead to one object, two at least in each group.
    public var same: [[InstancePath]] = []
    /// Members whose names start with `x-`.
    public var extensions: [ExtensionMember] = []
  }

  /// The objects that are counted.
  public enum Counted: String, CaseIterable, Sendable {
    /// A number of objects of a type: all that there are, or those that the payload has made, changed,
    /// left as they were, or taken out of a list.
    case objects, created, updated, untouched, deleted
  }

  /// A number of objects of one type.
  public struct Count: Hashable, Sendable {
    /// The objects that are counted.
    public var counted: Counted
    /// Their type.
    public var type: Located<MemberName>
    /// The number that has to be there.
    public var count: Int
  }

  /// A value that an instance path has to have.
  public struct Value: Hashable, Sendable {
    /// The property, from the payload's root: `[0].remoteId`.
    public var path: InstancePath
    /// The value, as JSON.
    public var value: JSONFragment
  }
}

/// A mapping event that has to be there: `[0].id -> remoteId`, or `missing [0].city`.
public struct ExpectedEvent: Hashable, Sendable, CustomStringConvertible {
  /// The kind of event.
  public enum What: Hashable, Sendable {
    /// The property was set, or is unchanged.
    case mapped(to: PropertyPath)
    /// An event by its name.
    case event(MappingEventName)
  }

  /// The place in the payload.
  public var path: InstancePath
  /// The event that has to happen there.
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
  /// The rule that has to be broken.
  public var rule: RuleID
  /// The place in the payload.
  public var path: InstancePath

  /// Makes an expectation of a violation at a place.
  public init(rule: RuleID, path: InstancePath) { (self.rule, self.path) = (rule, path) }

  public var description: String {
    path.steps.isEmpty ? rule.rawValue : "\(rule.rawValue) at \(path)"
  }
}
