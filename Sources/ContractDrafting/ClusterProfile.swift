/// The keys of objects, with the share of objects that have each key, and the kinds of its values.
struct ClusterProfile {
  struct Key {
    let key: Int
    var count = 0
    var kinds: KindSet = []
    var share = 0.0
  }

  /// The keys, in ascending order.
  private(set) var keys: [Key] = []
  private(set) var count = 0

  init(_ shapes: [ObjectShape]) {
    let members = shapes.flatMap(\.members)
    add(
      members.map { Key(key: $0.key, count: $0.count, kinds: $0.kinds) },
      of: shapes.reduce(0) { $0 + $1.count })
  }

  mutating func add(_ other: ClusterProfile) { add(other.keys, of: other.count) }

  /// Adds the keys of some objects; a key may occur several times.
  private mutating func add(_ added: [Key], of objectCount: Int) {
    count += objectCount
    var found = Dictionary(keys.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    for key in added {
      found[key.key, default: Key(key: key.key)].count += key.count
      found[key.key]?.kinds.formUnion(key.kinds)
    }
    keys = found.values.sorted { $0.key < $1.key }
    for index in keys.indices { keys[index].share = Double(keys[index].count) / Double(count) }
  }

  subscript(key: Int) -> Key? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low].key == key ? keys[low] : nil
  }

  private func paired(_ other: ClusterProfile) -> [(own: Key?, other: Key?)] {
    var pairs: [(own: Key?, other: Key?)] = []
    var (index, otherIndex) = (0, 0)
    while index < keys.count || otherIndex < other.keys.count {
      let own = index < keys.count ? keys[index].key : .max
      let others = otherIndex < other.keys.count ? other.keys[otherIndex].key : .max
      pairs.append(
        (own <= others ? keys[index] : nil, others <= own ? other.keys[otherIndex] : nil))
      if own <= others { index += 1 }
      if others <= own { otherIndex += 1 }
    }
    return pairs
  }

  /// Returns the weighted share of common keys, 0 to 1: Σ w·min(p,q) / Σ w·max(p,q).
  func similarity(to other: ClusterProfile, _ weights: [Int: Double]) -> Double {
    var (common, all) = (0.0, 0.0)
    for (own, others) in paired(other) {
      let weight = weights[own?.key ?? others?.key ?? 0] ?? 0
      let (share, otherShare) = (own?.share ?? 0, others?.share ?? 0)
      if let own, let others, own.kinds.fits(others.kinds) {
        common += weight * min(share, otherShare)
      }
      all += weight * max(share, otherShare)
    }
    return all == 0 ? 0 : common / all
  }

  /// The sum of the shares: the average number of keys of an object.
  var size: Double { keys.reduce(0) { $0 + $1.share } }

  /// The minimum share of a part's keys that the whole must have.
  private static let partShare = 0.95
  /// The minimum share of common keys of related objects.
  private static let kinShare = 0.3

  func isPart(of other: ClusterProfile) -> Bool {
    guard keys.count >= 3, other.size >= size + 1 else { return false }
    let missing = keys.count { $0.share >= 0.05 && other[$0.key] == nil }
    let common = keys.reduce(0) { $0 + min($1.share, other[$1.key]?.share ?? 0) }
    return missing <= 2 && common >= Self.partShare * size
  }

  func isKin(of other: ClusterProfile) -> Bool {
    var (common, all) = (0.0, 0.0)
    for (own, others) in paired(other) {
      common += min(own?.share ?? 0, others?.share ?? 0)
      all += max(own?.share ?? 0, others?.share ?? 0)
    }
    let small = min(size, other.size)
    return all > 0 && common / all >= Self.kinShare || small >= 2 && common / small >= 0.9
  }

  /// Whether each common key has the same kind of values.
  func fits(_ other: ClusterProfile) -> Bool {
    paired(other).allSatisfy { own, others in
      guard let own, let others else { return true }
      return own.kinds.fits(others.kinds)
    }
  }
}

extension KindSet {
  /// Whether both sets may be of one kind of values. A set is empty if all values are null.
  fileprivate func fits(_ other: KindSet) -> Bool {
    isEmpty || other.isEmpty || !isDisjoint(with: other)
  }
}
