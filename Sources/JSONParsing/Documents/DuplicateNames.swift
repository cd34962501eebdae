/// Finds the duplicate names of objects.
///
/// Names are sorted by a fingerprint; only names with the same fingerprint are compared as texts.
/// So names from a hostile server cost no more than a sort, and no result depends on a hash seed.
/// For most objects a cheap filter shows that all names differ.
enum DuplicateNames {
  private struct Name {
    var fingerprint: UInt64
    var node: Int
  }

  /// A bit set of an object's names. A name's bit is chosen by its first and last bytes, so names
  /// with different bits differ. The filter is on the stack: allocating an array for each document
  /// took 4 % of the time of a check of webhooks.
  private typealias Filter = UnsafeMutableBufferPointer<UInt64>
  private static let filterWordCount = 64
  /// The maximum number of members for the filter. The names of larger objects are sorted at once,
  /// because too many of them would share a bit.
  private static let largestFiltered = 200
  /// The maximum number of names with a shared bit that are compared with all names before them.
  private static let mostCompared = 8

  /// Appends the duplicate names of all objects in a document, in no particular order.
  static func append(in document: JSONDocument, to notices: inout [JSONNotice]) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: filterWordCount) { filter in
      var node = 0
      let end = document.next(0)
      while node < end {
        let word = document.word(node)
        if word.kind == .object, word.length > 1,
          word.length > largestFiltered || !areDifferent(node, document, filter)
        {
          appendSorted(node, document, &notices)
        }
        node += word.kind.isContainer ? 2 : 1
      }
    }
  }

  /// Returns whether the filter shows that all names of an object differ.
  @inline(__always)
  private static func areDifferent(
    _ object: Int, _ document: JSONDocument, _ filter: Filter
  ) -> Bool {
    filter.update(repeating: 0)
    var comparedCount = 0
    let first = document.firstChild(object)
    var node = first
    let end = document.next(object)
    while node < end {
      let word = document.word(node)
      guard word.kind == .plainString else { return false }
      let bit = bit(word, document)
      if filter[bit >> 6] >> UInt64(bit & 63) & 1 != 0 {
        comparedCount += 1
        guard comparedCount <= mostCompared, isFirst(word, at: node, from: first, document)
        else { return false }
      }
      filter[bit >> 6] |= 1 << UInt64(bit & 63)
      node = document.next(node + 1)
    }
    return true
  }

  /// Returns whether a name differs from all names before it.
  private static func isFirst(
    _ name: TapeWord, at end: Int, from start: Int, _ document: JSONDocument
  ) -> Bool {
    var node = start
    while node < end {
      let other = document.word(node)
      if other.length == name.length, document.hasBytes(of: other, at: name.start) { return false }
      node = document.next(node + 1)
    }
    return true
  }

  /// Returns a name's bit in the filter, from its first and last eight bytes and its length.
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

  private static func appendSorted(
    _ object: Int, _ document: JSONDocument, _ notices: inout [JSONNotice]
  ) {
    var names: [Name] = []
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
      if index - start > 1 { append(names[start..<index], in: document, to: &notices) }
      start = index
    }
  }

  /// Reports duplicates among names with the same fingerprint, which are in the order of the text.
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
  fileprivate func hasBytes(of token: TapeWord, at start: Int) -> Bool {
    var offset = 0
    while offset + 8 <= token.length {
      guard bytes8(at: start + offset) == bytes8(at: token.start + offset) else { return false }
      offset += 8
    }
    while offset < token.length {
      guard byte(at: start + offset) == byte(at: token.start + offset) else { return false }
      offset += 1
    }
    return true
  }

  /// Returns a number that is the same for equal names.
  fileprivate func fingerprint(_ node: Int) -> UInt64 { StableHash(contentBytes(node)).value }
}
