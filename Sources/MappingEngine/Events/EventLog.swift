import ContractModel

/// A sink that keeps all events, in order.
///
/// The parts that all events have are in one array; rare parts are kept beside it.
struct EventLog<Value: Sendable>: MappingSink, Sendable {
  static var wantsNotices: Bool { true }
  var isSated: Bool { false }

  private(set) var events: [RawEvent] = []
  private(set) var values: [Value?] = []
  /// The former values of properties, by the index of their events.
  private(set) var oldValues: [Int: Value] = [:]
  /// The indices of the objects that were taken back, ascending.
  private(set) var voids: [Int] = []

  init(reserving count: Int = 0) {
    events.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  mutating func record(_ event: RawEvent, _ value: Value?, old: Value?) {
    if let old { oldValues[events.count] = old }
    events.append(event)
    values.append(value)
  }

  func mark() -> Int { events.count }

  mutating func retract(_ mark: Int) {
    // An event about a missing identity may precede the event that creates the object.
    guard let index = events[mark...].firstIndex(where: { $0.name == .created }) else { return }
    voids.append(index)
  }

  mutating func beginTrial() -> Int { events.count }

  mutating func endTrial(_ mark: Int, takesBack: Bool) {
    guard takesBack else { return }
    for index in mark..<events.count { oldValues[index] = nil }
    events.removeLast(events.count - mark)
    values.removeLast(values.count - mark)
    while let last = voids.last, last >= mark { voids.removeLast() }
  }
}
