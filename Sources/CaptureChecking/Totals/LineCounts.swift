/// How many lines begin in the segments of files. With these counts, line numbers within a segment
/// become line numbers of the file.
package struct LineCounts: Codable, Equatable, Sendable {
  package private(set) var counts: [ItemPlace: Int] = [:]

  package init() {}

  package mutating func note(_ count: Int, in place: ItemPlace) { counts[place] = count }

  /// A segment is read once, so counts for the same segment are equal.
  package mutating func merge(_ other: LineCounts) {
    counts.merge(other.counts) { max($0, $1) }
  }

  /// The number of lines before each counted segment; right only if all earlier segments are
  /// counted.
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
