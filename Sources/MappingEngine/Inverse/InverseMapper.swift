public import ContractModel

/// Makes JSON of objects by the mapping that made them of JSON.
///
/// Mapped again, the JSON gives the same objects, but for what the losses name.
///
///     let result = mapper.map(document, as: target, into: &store)
///     let json = InverseMapper(mapper).json(of: result, as: target)
///     json.text       // {"user":{"id":2587,"firstname":"Johnnie"}}
///     json.losses     // none
public struct InverseMapper: Sendable {
  private let mapper: Mapper

  /// Makes the inverse of a mapper.
  public init(_ mapper: Mapper) { self.mapper = mapper }

  /// Makes the JSON that gives what a payload became.
  ///
  /// - Parameter target: What the payload was mapped to.
  public func json(of result: MappingResult, as target: MappingTarget) -> InverseResult {
    json(of: result.value ?? .null, in: result.store, as: target)
  }

  /// Makes the JSON that gives a value.
  ///
  /// - Parameters:
  ///   - value: What the target says: an object, a collection, or by name what an endpoint's lines
  ///     give.
  ///   - store: The objects that it refers to.
  public func json(
    of value: MappedValue, in store: ObjectStore, as target: MappingTarget
  ) -> InverseResult {
    // Objects are inside of each other as deep as there are objects.
    DeepStack.run(depth: store.objects.count) {
      var writer = InverseWriter(mapper, store)
      let node: PayloadNode?
      switch mapper.planTarget(target) {
      case .value(let line):
        node = writer.node(value, mapper.plan.tables.lines[line].value, line: line)
      case .lines(let mapping): node = writer.lines(value, mapping)
      case .nothing: node = nil
      }
      return InverseResult(text: (node ?? .null).text, losses: writer.finish())
    }
  }
}

/// JSON that a mapping gives objects of, and what of them it does not give.
public struct InverseResult: Hashable, Sendable {
  /// Compact JSON.
  public var text: String
  /// Each once, in the order in which they were met.
  public var losses: [InverseLoss]
}

/// Something that a line does not bring back.
public struct InverseLoss: Hashable, Sendable {
  /// A reason why JSON cannot be what it was.
  public enum Reason: String, Sendable {
    /// The line maps to no property, so there is nothing to write.
    case notMapped
    /// The line reads something that is not in the object's own JSON: its parent's, the request's, its
    /// position. Without a line: a connection leads to an object that is not in the JSON.
    case elsewhere
    /// Values found in many places cannot be put back into each.
    case collected
    /// The app's value transformer has no inverse, or none for the value.
    case noInverse
    /// The text that the line would read is not the value again: a date's pattern has no seconds.
    case notRestored
    /// The object is inside of itself; where it comes again, its identity alone is written.
    case circle
    /// No case of the mapping makes such an object.
    case noCase
    /// There is more than a payload may have.
    case tooLarge
  }

  /// The reason.
  public var reason: Reason
  /// The line; none for an object.
  public var line: PropertyLine?
}
