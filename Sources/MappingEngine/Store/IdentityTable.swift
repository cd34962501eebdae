/// The objects of a store by their identities.
///
/// The table is a hash table with open addressing over the bytes of the identities. The hash
/// includes a secret of the process, so that a hostile server cannot choose identities that make it
/// slow; no output depends on its order.
struct IdentityTable: Sendable {
  struct Record: Sendable {
    var hash: UInt64
    /// The range of the identity's bytes, in `bytes`.
    var start: Int
    var length: Int32
    /// The namespace of the identity.
    var family: Int32
    var object: ObjectID
    /// The last run that mentioned the object, and the variant and node of its first mention.
    var run: UInt32 = 0
    var variant: Int32 = -1
    var node: Int32 = -1
    /// The start of the values that mentions in that run set, in `mentions`; −1, for one mention.
    var mentions: Int32 = -1

    /// Notes the first mention in a run.
    mutating func begin(_ run: UInt32, variant: Int32, node: Int) {
      (self.run, self.variant, mentions) = (run, variant, -1)
      self.node = Int32(truncatingIfNeeded: node)
    }
  }

  private(set) var records: [Record] = []
  private var bytes: [UInt8] = []
  /// Indices of `records`; −1 is empty.
  private var table: [Int32] = []
  private let secret = Self.processSecret

  private static let processSecret = UInt64.random(in: .min ... .max) | 1

  init() {}

  var count: Int { records.count }

  /// Removes all identities; keeps the memory, unless it is much more than they needed.
  mutating func removeAll() {
    if records.count * 16 < table.count, table.count > 1_024 {
      table = Array(repeating: -1, count: 16)
    } else {
      for record in records { clear(record) }
    }
    records.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Empties the slot of a record and the following slots up to an empty one; they hold other
  /// records that are removed, too.
  private mutating func clear(_ record: Record) {
    var position = Int(truncatingIfNeeded: record.hash) & (table.count - 1)
    while table[position] >= 0 {
      table[position] = -1
      position = (position + 1) & (table.count - 1)
    }
  }

  /// Removes the identities that were added last. A record that was placed after another one in the
  /// table was also added after it, so it is removed before it.
  mutating func removeLast(_ count: Int) {
    for _ in 0..<count {
      let index = records.count - 1
      var position = Int(truncatingIfNeeded: records[index].hash) & (table.count - 1)
      while Int(table[position]) != index { position = (position + 1) & (table.count - 1) }
      table[position] = -1
      bytes.removeLast(bytes.count - records[index].start)
      records.removeLast()
    }
  }

  subscript(record: Int) -> Record {
    get { records[record] }
    set { records[record] = newValue }
  }

  func identity(of record: Int) -> ArraySlice<UInt8> {
    let record = records[record]
    return bytes[record.start..<record.start + Int(record.length)]
  }

  /// - Complexity: O(*n*) for *n* bytes, expected.
  func find(_ identity: [UInt8], family: Int32) -> Int? {
    guard !table.isEmpty else { return nil }
    let hash = self.hash(identity, family)
    var position = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[position] >= 0 {
      let index = Int(table[position])
      if records[index].hash == hash, isRecord(index, identity, family) { return index }
      position = (position + 1) & (table.count - 1)
    }
    return nil
  }

  /// Adds an identity that is not in the table; returns its record.
  mutating func insert(_ identity: [UInt8], family: Int32, object: ObjectID) -> Int {
    if records.count * 2 >= table.count { grow() }
    let record = Record(
      hash: hash(identity, family), start: bytes.count, length: Int32(identity.count),
      family: family, object: object)
    bytes += identity
    records.append(record)
    place(records.count - 1)
    return records.count - 1
  }

  // MARK: - The table

  private func isRecord(_ index: Int, _ identity: [UInt8], _ family: Int32) -> Bool {
    let record = records[index]
    guard record.family == family, Int(record.length) == identity.count else { return false }
    var offset = 0
    while offset < identity.count {
      guard bytes[record.start + offset] == identity[offset] else { return false }
      offset += 1
    }
    return true
  }

  private mutating func grow() {
    table = Array(repeating: -1, count: max(16, table.count * 2))
    for index in records.indices { place(index) }
  }

  private mutating func place(_ index: Int) {
    var position = Int(truncatingIfNeeded: records[index].hash) & (table.count - 1)
    while table[position] >= 0 { position = (position + 1) & (table.count - 1) }
    table[position] = Int32(index)
  }

  private func hash(_ identity: [UInt8], _ family: Int32) -> UInt64 {
    identity.withUnsafeBytes {
      foldedHash($0, seed: secret ^ UInt64(truncatingIfNeeded: family), multiplier: secret)
    }
  }
}
