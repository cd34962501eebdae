package import JSONParsing

/// The keys of payloads that no line of a mapping reads, and how often they came.
///
/// Found by a name's bytes without making a text of it. At most `capacity` different keys are told
/// apart; a server that sends others without end is counted, and not remembered. Those are told
/// apart whose hashes are the smallest, as in `SmallestKeys`: so it does not matter in which order
/// they came.
package struct UnmappedKeys: Sendable {
  static let standardCapacity = 20_000
  private let capacity: Int

  private struct Entry: Sendable {
    var hash: UInt64
    var place: Int32
    var name: [UInt8]
    var count: Int

    /// Equal only for the entries of one key.
    static func precedes(_ left: Entry, _ right: Entry) -> Bool {
      if left.hash != right.hash { return left.hash < right.hash }
      if left.place != right.place { return left.place < right.place }
      return left.name.lexicographicallyPrecedes(right.name)
    }
  }

  private var entries: [Entry] = []
  /// Indices of `entries`; −1 is empty.
  private var table: [Int32] = Array(repeating: -1, count: 64)
  /// No hash above this one is kept.
  private var lastHash = UInt64.max
  /// How many members were noted in all.
  private var totalCount = 0

  init(capacity: Int = standardCapacity) { self.capacity = capacity }

  /// How many members had a name that is not told apart.
  package var otherCount: Int { totalCount - kept.reduce(0) { $0 + $1.count } }

  /// A key, and how often what stands at a place had it.
  package struct Key: Hashable, Sendable {
    /// The place of the mapping that has it, in the plan.
    package var place: Int32
    package var name: MemberName
    package var count: Int

    package init(place: Int32, name: MemberName, count: Int) {
      (self.place, self.name, self.count) = (place, name, count)
    }

    /// Those that came most often first, then by their names.
    static func precedes(_ left: Key, _ right: Key) -> Bool {
      left.count != right.count
        ? left.count > right.count : (left.name, left.place) < (right.name, right.place)
    }
  }

  /// The keys, those that came most often first, then by their names.
  package var keys: [Key] {
    kept.map { entry in
      Key(
        place: entry.place, name: MemberName(String(decoding: entry.name, as: UTF8.self)),
        count: entry.count)
    }
    .sorted(by: Key.precedes)
  }

  private var kept: ArraySlice<Entry> {
    entries.count > capacity
      ? entries.sorted(by: Entry.precedes).prefix(capacity) : entries[...]
  }

  mutating func note(_ name: Int, at place: Int32, in document: JSONDocument) {
    let word = document.word(name)
    guard word.kind == .plainString else {
      return note(Array(document.contentBytes(name)), place, count: 1)
    }
    let (start, length) = (word.start + 1, word.length - 2)
    var hash = UInt64(truncatingIfNeeded: length) &* 31 ^ UInt64(truncatingIfNeeded: place)
    var offset = 0
    while offset < length {
      let rest = length - offset
      let mask = rest >= 8 ? UInt64.max : (1 << UInt64(truncatingIfNeeded: rest * 8)) - 1
      hash = folded(hash ^ document.bytes8(at: start + offset) & mask)
      offset += 8
    }
    guard hash <= lastHash else {
      totalCount += 1
      return
    }
    var position = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[position] >= 0 {
      let index = Int(table[position])
      if entries[index].hash == hash, entries[index].place == place,
        isName(entries[index].name, start, length, document)
      {
        entries[index].count += 1
        totalCount += 1
        return
      }
      position = (position + 1) & (table.count - 1)
    }
    append(Array(document.bytes[start..<start + length]), place, hash, count: 1)
  }

  private func isName(
    _ name: [UInt8], _ start: Int, _ length: Int, _ document: JSONDocument
  ) -> Bool {
    guard name.count == length else { return false }
    for offset in 0..<length where name[offset] != document.byte(at: start + offset) {
      return false
    }
    return true
  }

  // MARK: - The table

  /// Notes members whose names are not told apart.
  mutating func noteOthers(_ count: Int) { totalCount += count }

  /// Notes a key that came a number of times.
  mutating func note(_ name: [UInt8], _ place: Int32, count: Int) {
    var hash = UInt64(truncatingIfNeeded: name.count) &* 31 ^ UInt64(truncatingIfNeeded: place)
    for start in stride(from: 0, to: name.count, by: 8) {
      let word = name[start..<min(start + 8, name.count)].reversed()
        .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      hash = folded(hash ^ word)
    }
    guard hash <= lastHash else {
      totalCount += count
      return
    }
    var position = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[position] >= 0 {
      let index = Int(table[position])
      if entries[index].place == place, entries[index].name == name {
        entries[index].count += count
        totalCount += count
        return
      }
      position = (position + 1) & (table.count - 1)
    }
    append(name, place, hash, count: count)
  }

  private mutating func append(_ name: [UInt8], _ place: Int32, _ hash: UInt64, count: Int) {
    totalCount += count
    entries.append(Entry(hash: hash, place: place, name: name, count: count))
    if entries.count >= 2 * capacity { return prune() }
    if entries.count * 2 > table.count {
      table = Array(repeating: -1, count: table.count * 2)
      for index in entries.indices { put(index) }
    } else {
      put(entries.count - 1)
    }
  }

  /// Lets go of all but as many keys as are told apart.
  private mutating func prune() {
    entries = Array(kept)
    lastHash = entries.last?.hash ?? .max
    table = Array(repeating: -1, count: table.count)
    for index in entries.indices { put(index) }
  }

  private mutating func put(_ index: Int) {
    var position = Int(truncatingIfNeeded: entries[index].hash) & (table.count - 1)
    while table[position] >= 0 { position = (position + 1) & (table.count - 1) }
    table[position] = Int32(index)
  }

  mutating func merge(_ other: UnmappedKeys) {
    let rest = other.entries.reduce(other.totalCount) { $0 - $1.count }
    for entry in other.entries { note(entry.name, entry.place, count: entry.count) }
    totalCount += rest
    lastHash = min(lastHash, other.lastHash)
  }
}
