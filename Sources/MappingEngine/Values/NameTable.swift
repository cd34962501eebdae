import JSONParsing

/// A table of names, distinguished by their bytes and a number such as that of their place. A
/// lookup makes no string of the name.
///
/// The table is a hash table with open addressing. The names are stored one after the other in
/// words of eight bytes, the last one padded with zeros, so that a lookup changes no reference
/// counts.
struct NameTable: Sendable {
  struct Entry: Sendable {
    let hash: UInt64
    let number: Int64
    let length: Int
    /// The index of its first word.
    fileprivate let start: Int
  }

  private(set) var entries: [Entry] = []
  private var words: [UInt64] = []
  /// Indices of `entries`; −1 is empty.
  private var table: [Int32] = Array(repeating: -1, count: 64)

  /// Returns a name's hash, the same in every process; `word` returns its word at an index.
  @inline(__always)
  static func hash(_ number: Int64, length: Int, _ word: (Int) -> UInt64) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: length) &* 31 ^ UInt64(truncatingIfNeeded: number)
    for index in 0..<wordCount(length) { hash = folded(hash ^ word(index)) }
    return hash
  }

  /// Returns the index of a name among the entries; `nil`, if it is not in the table.
  @inline(__always)
  func index(
    of hash: UInt64, _ number: Int64, length: Int, _ word: (Int) -> UInt64
  ) -> Int? {
    var position = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[position] >= 0 {
      let index = Int(table[position])
      if entries[index].hash == hash, isName(index, number, length, word) { return index }
      position = (position + 1) & (table.count - 1)
    }
    return nil
  }

  @inline(__always)
  func isName(
    _ index: Int, _ number: Int64, _ length: Int, _ word: (Int) -> UInt64
  ) -> Bool {
    let entry = entries[index]
    guard entry.number == number, entry.length == length else { return false }
    for index in 0..<Self.wordCount(length) where words[entry.start + index] != word(index) {
      return false
    }
    return true
  }

  /// Adds a name that is not in the table.
  mutating func append(
    _ hash: UInt64, _ number: Int64, length: Int, _ word: (Int) -> UInt64
  ) {
    entries.append(Entry(hash: hash, number: number, length: length, start: words.count))
    for index in 0..<Self.wordCount(length) { words.append(word(index)) }
    guard entries.count * 2 > table.count else { return put(entries.count - 1) }
    table = Array(repeating: -1, count: table.count * 2)
    for index in entries.indices { put(index) }
  }

  private mutating func put(_ index: Int) {
    var position = Int(truncatingIfNeeded: entries[index].hash) & (table.count - 1)
    while table[position] >= 0 { position = (position + 1) & (table.count - 1) }
    table[position] = Int32(index)
  }

  func bytes(of entry: Entry) -> [UInt8] {
    (0..<entry.length).map { offset in
      UInt8(truncatingIfNeeded: words[entry.start + offset / 8] >> UInt64(offset % 8 * 8))
    }
  }

  // MARK: - Words

  static func wordCount(_ length: Int) -> Int { (length + 7) / 8 }

  static func words(of name: [UInt8]) -> [UInt64] {
    (0..<wordCount(name.count)).map { index in
      name[index * 8..<min(index * 8 + 8, name.count)].reversed()
        .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
  }
}

extension JSONDocument {
  /// Returns a word of a string or member name without escapes.
  @inline(__always)
  func nameWord(_ index: Int, of string: TapeWord) -> UInt64 {
    let rest = string.length - 2 - index * 8
    let mask = rest >= 8 ? UInt64.max : (1 << UInt64(truncatingIfNeeded: rest * 8)) - 1
    return bytes8(at: string.start + 1 + index * 8) & mask
  }
}
