import ContractModel

/// Everything that happened, in order.
///
/// The parts that every event has lie in one array, those that few have beside it.
struct EventLog<Value: Sendable>: MappingSink, Sendable {
  static var wantsNotices: Bool { true }
  var isSated: Bool { false }

  private(set) var events: [RawEvent] = []
  private(set) var values: [Value?] = []
  /// The values that properties had before, by their events.
  private(set) var oldValues: [Int: Value] = [:]
  /// The objects that were taken back, ascending.
  private(set) var voids: [Int] = []

  /// - Parameter count: How many events there will be, roughly.
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
    // Before the object, its identity may have been said to be missing.
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
