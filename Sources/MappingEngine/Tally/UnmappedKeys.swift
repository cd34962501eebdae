package import JSONParsing

/// The keys of payloads that no line of a mapping reads, and how often they occurred.
///
/// Keys are looked up by their bytes, without making a string. At most `capacity` different keys
/// are distinguished; members with other keys are only counted. The kept keys are those with the
/// smallest hashes, as in `SmallestKeys`, so the order of the payloads does not matter.
package struct UnmappedKeys: Sendable {
  static let standardCapacity = 20_000
  private let capacity: Int

  private var names = NameTable()
  /// How often each name occurred.
  private var counts: [Int] = []
  /// The name that followed each name the last time, which usually follows it again; −1 for none.
  private var followers: [Int32] = []
  private var last: Int?
  /// The largest hash that may be kept.
  private var lastHash = UInt64.max
  /// The number of all members that were noted.
  private var totalCount = 0

  init(capacity: Int = standardCapacity) { self.capacity = capacity }

  /// The number of members whose name is not distinguished.
  package var otherCount: Int { totalCount - kept.reduce(0) { $0 + counts[$1] } }

  /// A key at a place, and how often it occurred there.
  package struct Key: Hashable, Codable, Sendable {
    /// The key's place in a mapping, by its number in the plan.
    package var place: Int32
    package var name: MemberName
    package var count: Int

    /// Orders keys by frequency, the most frequent first, then by name.
    static func precedes(_ left: Key, _ right: Key) -> Bool {
      left.count != right.count
        ? left.count > right.count : (left.name, left.place) < (right.name, right.place)
    }
  }

  /// The keys, the most frequent first, then by name.
  package var keys: [Key] {
    kept.map { index in
      let entry = names.entries[index]
      return Key(
        place: Int32(entry.number),
        name: MemberName(String(decoding: names.bytes(of: entry), as: UTF8.self)),
        count: counts[index])
    }
    .sorted(by: Key.precedes)
  }

  /// The indices of the keys that are distinguished.
  private var kept: ArraySlice<Int> {
    let indices = Array(names.entries.indices)
    return indices.count > capacity
      ? indices.sorted(by: precedes).prefix(capacity) : indices[...]
  }

  /// Orders entries; two entries are equal only if they have the same key.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (one, other) = (names.entries[left], names.entries[right])
    if one.hash != other.hash { return one.hash < other.hash }
    if one.number != other.number { return one.number < other.number }
    return names.bytes(of: one).lexicographicallyPrecedes(names.bytes(of: other))
  }

  mutating func note(_ name: Int, at place: Int32, in document: JSONDocument) {
    let word = document.word(name)
    guard word.kind == .plainString else {
      return note(Array(document.contentBytes(name)), place, count: 1)
    }
    note(length: word.length - 2, place, count: 1) { document.nameWord($0, of: word) }
  }

  mutating func note(_ name: [UInt8], _ place: Int32, count: Int) {
    let words = NameTable.words(of: name)
    note(length: name.count, place, count: count) { words[$0] }
  }

  @inline(__always)
  private mutating func note(
    length: Int, _ place: Int32, count: Int, _ word: (Int) -> UInt64
  ) {
    totalCount += count
    let place = Int64(place)
    if let last, followers[last] >= 0 {
      let guess = Int(followers[last])
      if names.isName(guess, place, length, word) { return add(count, to: guess) }
    }
    let hash = NameTable.hash(place, length: length, word)
    guard hash <= lastHash else { return }
    if let index = names.index(of: hash, place, length: length, word) {
      return add(count, to: index)
    }
    names.append(hash, place, length: length, word)
    counts.append(0)
    followers.append(-1)
    add(count, to: counts.count - 1)
    if counts.count >= 2 * capacity { prune() }
  }

  @inline(__always)
  private mutating func add(_ count: Int, to index: Int) {
    counts[index] += count
    if let last { followers[last] = Int32(index) }
    last = index
  }

  /// Counts members whose names are not distinguished.
  mutating func noteOthers(_ count: Int) { totalCount += count }

  /// Removes all keys but those that are distinguished.
  private mutating func prune() {
    let (all, allCounts, kept) = (names, counts, kept)
    (names, counts, followers, last) = (NameTable(), [], [], nil)
    for index in kept {
      let entry = all.entries[index]
      let words = NameTable.words(of: all.bytes(of: entry))
      names.append(entry.hash, entry.number, length: entry.length) { words[$0] }
      counts.append(allCounts[index])
      followers.append(-1)
    }
    lastHash = names.entries.last?.hash ?? .max
  }

  mutating func merge(_ other: UnmappedKeys) {
    let rest = other.counts.reduce(other.totalCount, -)
    for (entry, count) in zip(other.names.entries, other.counts) {
      note(other.names.bytes(of: entry), Int32(entry.number), count: count)
    }
    totalCount += rest
    lastHash = min(lastHash, other.lastHash)
  }
}
