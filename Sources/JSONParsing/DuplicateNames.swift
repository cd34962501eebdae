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

  mutating func append(
    of object: Int, in document: JSONDocument, to notices: inout [JSONNotice]
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
  /// A number that equal names share: FNV-1a over what the name says.
  fileprivate func fingerprint(_ node: Int) -> UInt64 {
    contentBytes(node).reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
