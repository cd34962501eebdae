import ContractModel

/// Keeps everything that happens.
///
/// What every event has lies in one array, what few have beside it.
struct EventLog<Value: Sendable>: MappingSink, Sendable {
  static var wantsNotices: Bool { true }
  var isSated: Bool { false }

  private(set) var moments: [MappingMoment] = []
  private(set) var values: [Value?] = []
  /// What properties had before, by their events.
  private(set) var oldValues: [Int: Value] = [:]
  /// The objects that were taken back, ascending.
  private(set) var voids: [Int] = []

  /// - Parameter count: How many events there will be, roughly.
  init(reserving count: Int = 0) {
    moments.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  mutating func record(_ moment: MappingMoment, _ value: Value?, old: Value?) {
    if let old { oldValues[moments.count] = old }
    moments.append(moment)
    values.append(value)
  }

  func mark() -> Int { moments.count }

  mutating func retract(_ mark: Int) {
    // Before the object, its identity may have been said to be missing.
    guard let index = moments[mark...].firstIndex(where: { $0.name == .created }) else { return }
    voids.append(index)
  }
}
