/// How many lines begin in the segments of files, so that lines that were counted from a segment's
/// start are told by their place in the file.
package struct LineCounts: Codable, Equatable, Sendable {
  package private(set) var counts: [ItemPlace: Int] = [:]

  package init() {}

  package mutating func note(_ count: Int, in place: ItemPlace) { counts[place] = count }

  /// A segment is read once, so what both have is the same.
  package mutating func merge(_ other: LineCounts) {
    counts.merge(other.counts) { max($0, $1) }
  }

  /// How many lines stand before each segment that was counted, all before which were.
  package var linesBefore: [ItemPlace: Int] {
    var before: [ItemPlace: Int] = [:]
    var (last, sum) = (-1, 0)
    for (place, count) in counts.sorted(by: { $0.key < $1.key }) {
      if place.input != last { (last, sum) = (place.input, 0) }
      before[place] = sum
      sum += count
    }
    return before
  }
}
