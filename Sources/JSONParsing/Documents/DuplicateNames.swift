/// Finds the duplicate names of objects.
///
/// Names are sorted by a fingerprint, and only names with the same fingerprint by their text. So no
/// names of a hostile server cost more than a sort, and no result depends on a hash seed. Names of
/// most objects are known to differ after one cheap look.
enum DuplicateNames {
  private struct Name {
    var fingerprint: UInt64
    var node: Int
  }

  /// A bit for each name of an object, by what it starts and ends with: of names that set a bit of
  /// their own, no two are equal.
  ///
  /// On the stack: an array for each document was 4 % of a check of webhooks.
  private typealias Filter = UnsafeMutableBufferPointer<UInt64>
  private static let filterWordCount = 64
  /// Objects of more members are sorted at once; too many of their names would share a bit.
  private static let largestFiltered = 200
  /// How many names that share a bit are compared with all before them.
  private static let mostCompared = 8

  /// Appends the duplicate names of all objects of a document, in no order.
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

  /// Whether the names of an object are seen to be different at a glance.
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

  /// Whether no name before one is equal to it.
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
  /// Whether the bytes of a token stand at another place, too.
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

  /// A number that equal names share.
  fileprivate func fingerprint(_ node: Int) -> UInt64 { StableHash(contentBytes(node)).value }
}
