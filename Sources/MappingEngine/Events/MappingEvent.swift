public import ContractModel
public import JSONParsing

/// An event that occurred while a payload was mapped; events are the evidence of the result.
///
/// Each line has exactly one *terminal* event for each object that it runs over. In addition, there
/// are events of elements, of objects and of the payload.
public struct MappingEvent: Sendable {
  /// The kind of event.
  public let name: MappingEventName
  /// The line of the contract; `nil` for an event of an object or of the payload.
  public let line: PropertyLine?
  /// The property that was written, or would have been.
  public let property: PropertyPath?
  /// The place in the payload; for a missing value, the place where it would have been.
  public let path: InstancePath
  /// The JSON that the event is about; for a missing value, the object that lacks it; `nil` for a
  /// value that is not in the payload, such as a path parameter.
  public let json: JSONValue?
  /// Whether the key path was not found.
  public let isMissing: Bool
  /// The property's new value.
  public let value: MappedValue?
  /// The property's former value; `nil`, if it was never set.
  public let oldValue: MappedValue?
  /// The object that was being mapped.
  public let object: ObjectID?
  /// The violation of the contract, if the event is one.
  public let violation: Violation?
  /// Whether the event is the outcome of its line.
  public let isTerminal: Bool
  /// Whether the event is about a null on the key path of a line that may be absent: most mappers
  /// treat that as an absent value, too (§ 7).
  package let isNullOnTheWay: Bool

  /// The key path of the line.
  public var source: SourceKeyPath? { line?.source }
  /// The bytes of the payload that the event is about.
  public var byteRange: Range<Int>? { json?.byteRange }
  /// The text of the value, if it is a string.
  public var string: String? { value?.string }
}

extension MappingEvent: CustomStringConvertible {
  /// The event as contracts write it: `[0].id -> remoteId`, `missing [0].city`.
  public var description: String {
    if let property, name == .set || name == .unchanged { return "\(path) -> \(property)" }
    return path.steps.isEmpty ? name.rawValue : "\(name.rawValue) \(path)"
  }
}

/// The events of one payload, in the order in which they happened.
public struct MappingEvents: RandomAccessCollection, Sendable {
  private let plan: MappingPlan
  private let document: JSONDocument
  private let log: EventLog<MappedValue>
  /// The indices of the events that remain, if some were taken back.
  private let standing: [Int]?
  private let discarded: Set<ObjectID>
  private let describer: ViolationDescriber

  init(
    _ log: EventLog<MappedValue>, causes: [RawEvent], discarded: Set<ObjectID>,
    _ plan: MappingPlan, _ document: JSONDocument
  ) {
    (self.log, self.plan, self.document, self.discarded) = (log, plan, document, discarded)
    let voids = Set(log.voids)
    standing = voids.isEmpty ? nil : log.events.indices.filter { !voids.contains($0) }
    describer = ViolationDescriber(log.events, causes: causes, plan, document)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { standing?.count ?? log.events.count }

  public subscript(index: Int) -> MappingEvent {
    let index = standing?[index] ?? index
    let event = log.events[index]
    let line = plan.line(event.line)
    return MappingEvent(
      name: event.name, line: line,
      property: line?.property ?? describer.connection(event)?.property,
      path: describer.path(of: event), json: json(of: event),
      isMissing: event.missingStep >= 0, value: log.values[index], oldValue: log.oldValues[index],
      object: event.object.flatMap { discarded.contains($0) ? nil : $0 },
      violation: describer.violation(of: event),
      isTerminal: event.line >= 0 && !event.isElement, isNullOnTheWay: event.isNullOnTheWay)
  }

  private func json(of event: RawEvent) -> JSONValue? {
    guard !event.isElsewhere else { return nil }
    return JSONValue(document: document, node: Int(event.node))
  }

  var violations: [Violation] {
    log.events.compactMap { $0.problem == nil ? nil : describer.violation(of: $0) }
  }

  /// Calls a function for each terminal event of a line with a property, over an object or over the
  /// payload itself. Other events are not visited.
  ///
  /// - Parameter body: Receives the property's number, which is unique in the contract.
  package func forEachLine(
    _ body: (_ property: Int32, _ object: ObjectID?, _ line: () -> PropertyLine) -> Void
  ) {
    for position in 0..<endIndex {
      let event = log.events[standing?[position] ?? position]
      guard event.line >= 0, !event.isElement else { continue }
      let property = plan.tables.lines[event.line].property
      guard property >= 0 else { continue }
      let object = event.object.flatMap { discarded.contains($0) ? nil : $0 }
      body(property, object) { plan.tables.sourceLines[event.line] }
    }
  }

  /// Calls a function with each former value of an object's property, in any order.
  package func forEachOldValue(_ body: (ObjectID, PropertyPath, MappedValue) -> Void) {
    for (index, value) in log.oldValues {
      let event = log.events[index]
      guard let object = event.object, let property = plan.line(event.line)?.property else {
        continue
      }
      body(object, property, value)
    }
  }

  /// The objects that the payload mentions more than once.
  package var repeatedObjects: Set<ObjectID> {
    var (once, more): (Set<ObjectID>, Set<ObjectID>) = ([], [])
    for position in 0..<endIndex {
      let event = log.events[standing?[position] ?? position]
      guard event.name == .created || event.name == .reused, let object = event.object,
        !once.insert(object).inserted
      else { continue }
      more.insert(object)
    }
    return more
  }

  /// Visits each value that a line gave a property of the objects, in the order of the events.
  package func forEachValue(
    of objects: Set<ObjectID>,
    _ body: (ObjectID, PropertyPath, _ source: InstancePath, MappedValue) -> Void
  ) {
    for position in 0..<endIndex {
      let index = standing?[position] ?? position
      let event = log.events[index]
      guard event.line >= 0, !event.isElement, let object = event.object, objects.contains(object),
        let property = plan.line(event.line)?.property, let value = log.values[index]
      else { continue }
      body(object, property, describer.path(of: event), value)
    }
  }

  /// The events without descriptions, including those that were taken back.
  var raw: [RawEvent] { log.events }
}
