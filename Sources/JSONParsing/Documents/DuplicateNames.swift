/// Finds the duplicate names of objects, reusing its memory from one object to the next.
///
/// Names are sorted by a fingerprint, and only those with one fingerprint by what they say. So no
/// choice of names by a hostile server costs more than a sort, and no result depends on a hash
/// seed.
struct DuplicateNames {
  private struct Name {
    var fingerprint: UInt64
    var node: Int
  }

  private var names: [Name] = []
  /// A bit for each name of an object, by what it starts and ends with: while every name sets a bit
  /// of its own, no two are equal.
  private var filter: [UInt64] = []
  private static let filterWordCount = 64
  /// Objects of more members are sorted at once; too many of their names would share a bit.
  private static let largestFiltered = 200

  mutating func append(
    of object: Int, in document: JSONDocument, to notices: inout [JSONNotice]
  ) {
    if document.word(object).length <= Self.largestFiltered, areDifferent(object, document) {
      return
    }
    appendSorted(object, document, &notices)
  }

  /// Whether the names of an object are seen to be different at a glance.
  private mutating func areDifferent(_ object: Int, _ document: JSONDocument) -> Bool {
    if filter.isEmpty { filter = Array(repeating: 0, count: Self.filterWordCount) }
    for index in filter.indices { filter[index] = 0 }
    var node = document.firstChild(object)
    let end = document.next(object)
    while node < end {
      let word = document.word(node)
      guard word.kind == .plainString else { return false }
      let bit = Self.bit(word, document)
      guard filter[bit >> 6] >> UInt64(bit & 63) & 1 == 0 else { return false }
      filter[bit >> 6] |= 1 << UInt64(bit & 63)
      node = document.next(node + 1)
    }
    return true
  }

  /// One of the filter's bits, from the first and last eight bytes of a name and its length.
  private static func bit(_ word: TapeWord, _ document: JSONDocument) -> Int {
    let (start, length) = (word.start + 1, word.length - 2)
    let head = document.bytes8(at: start)
    let mask = length >= 8 ? UInt64.max : (1 << UInt64(truncatingIfNeeded: length * 8)) - 1
    let tail = length > 8 ? document.bytes8(at: start + length - 8) : 0
    let mixed =
      (head & mask ^ tail &* 0xbf58_476d_1ce4_e5b9 ^ UInt64(truncatingIfNeeded: length))
      &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 52)
  }

  private mutating func appendSorted(
    _ object: Int, _ document: JSONDocument, _ notices: inout [JSONNotice]
  ) {
    names.removeAll(keepingCapacity: true)
    var node = document.firstChild(object)
    let end = document.next(object)
    while node < end {
      names.append(Name(fingerprint: document.fingerprint(node), node: node))
      node = document.next(node + 1)
    }
    names.sort { ($0.fingerprint, $0.node) < ($1.fingerprint, $1.node) }
    var start = 0
    for index in 1...names.count
    where index == names.count || names[index].fingerprint != names[start].fingerprint {
      if index - start > 1 { Self.append(names[start..<index], in: document, to: &notices) }
      start = index
    }
  }

  /// Reports the equal names among those with one fingerprint, which come in the order of the text.
  private static func append(
    _ names: ArraySlice<Name>, in document: JSONDocument, to notices: inout [JSONNotice]
  ) {
    let sorted = names.map { (bytes: document.contentBytes($0.node), node: $0.node) }
      .sorted { left, right in
        left.bytes.lexicographicallyPrecedes(right.bytes)
          || left.bytes == right.bytes && left.node < right.node
      }
    var first = sorted[0]
    for name in sorted.dropFirst() {
      if name.bytes == first.bytes {
        let firstOffset = document.word(first.node).start
        notices.append(
          JSONNotice(
            kind: .duplicateMember(first: firstOffset), offset: document.word(name.node).start))
      } else {
        first = name
      }
    }
  }
}

extension JSONDocument {
  /// A number that equal names share.
  fileprivate func fingerprint(_ node: Int) -> UInt64 { StableHash(contentBytes(node)).value }
}
