import ContractModel

/// Keeps everything that happens.
struct EventLog<Value>: MappingSink {
  static var wantsNotices: Bool { true }
  var isSated: Bool { false }

  struct Entry {
    var moment: MappingMoment
    var value: Value?
    var old: Value?
    /// Whether the object was taken back.
    var isVoid = false
  }

  private(set) var entries: [Entry] = []

  mutating func record(_ moment: MappingMoment, _ value: Value?, old: Value?) {
    entries.append(Entry(moment: moment, value: value, old: old))
  }

  func mark() -> Int { entries.count }

  mutating func retract(_ mark: Int) {
    // Before the object, its identity may have been said to be missing.
    let index = entries[mark...].firstIndex { $0.moment.name == .created }
    if let index { entries[index].isVoid = true }
  }
}

extension EventLog.Entry: Sendable where Value: Sendable {}
extension EventLog: Sendable where Value: Sendable {}
