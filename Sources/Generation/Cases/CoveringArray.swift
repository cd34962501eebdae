/// Rows in which every two levels of every two factors occur together: a covering array of strength
/// two, found greedily as by Cohen, Dalal, Fredman and Patton (“The AETG System”, 1997), but
/// deterministically: the same factors have the same rows.
///
/// A factor may be nested in another one. It has no level in a row in which a level of the outer
/// factor removes it.
struct CoveringArray: Sendable {
  struct Factor: Sendable {
    /// Whether each level removes the factor's content. The first, plain level removes nothing.
    var removing: [Bool]
    /// The factors around this one, which come before it.
    var outer: [Int] = []
  }

  /// The number of levels that are chosen for a row, over all its candidates, approximately.
  private static let effort = 150

  /// The level of each factor, −1 where there is none.
  private(set) var rows: [[Int]] = []
  private let factors: [Factor]
  /// The number of each factor's first level, counted over all factors.
  private let starts: [Int]
  /// For each level, the levels with which it still has to occur.
  private var open: [LevelSet]
  private var openCounts: [Int]

  init(_ factors: [Factor]) {
    self.factors = factors
    var starts: [Int] = []
    var count = 0
    for factor in factors {
      starts.append(count)
      count += factor.removing.count
    }
    self.starts = starts
    open = Array(repeating: LevelSet(), count: count)
    openCounts = Array(repeating: 0, count: count)
    guard factors.count > 1 else {
      rows = factors.first.map { $0.removing.indices.map { [$0] } } ?? []
      return
    }
    openPairs()
    while let pair = nextPair() { addRow(pair) }
  }

  private mutating func openPairs() {
    for other in factors.indices {
      for factor in 0..<other {
        let isOuter = factors[other].outer.contains(factor)
        for (level, isRemoving) in factors[factor].removing.enumerated()
        where !(isOuter && isRemoving) {
          for otherLevel in factors[other].removing.indices {
            let (one, two) = (starts[factor] + level, starts[other] + otherLevel)
            open[one].insert(two)
            open[two].insert(one)
          }
        }
      }
    }
    openCounts = open.map { $0.count(in: $0) }
  }

  /// Returns an open pair of levels with the most open pairs.
  private func nextPair() -> [Int]? {
    guard let one = fullest({ _ in true }), let two = fullest({ open[one].contains($0) }) else {
      return nil
    }
    return [min(one, two), max(one, two)]
  }

  /// Returns the first of the fitting levels with the most open pairs.
  private func fullest(_ fits: (Int) -> Bool) -> Int? {
    var best: Int?
    for level in openCounts.indices where openCounts[level] > best.map({ openCounts[$0] }) ?? 0 {
      if fits(level) { best = level }
    }
    return best
  }

  private func place(_ level: Int) -> (factor: Int, level: Int) {
    let factor = (starts.firstIndex { $0 > level } ?? starts.count) - 1
    return (factor, level - starts[factor])
  }

  // MARK: - Rows

  /// Adds the best of several rows with the pair; they differ in the order in which the other
  /// factors choose their levels.
  private mutating func addRow(_ pair: [Int]) {
    var random = CaseRandom(state: UInt64(rows.count))
    var best: (row: [Int], count: Int) = ([], 0)
    for _ in 0..<max(1, Self.effort / factors.count) {
      let row = self.row(with: pair, &random)
      let count = openCount(of: row)
      if count > best.count { best = (row, count) }
    }
    close(best.row)
    rows.append(best.row)
  }

  private func row(with pair: [Int], _ random: inout CaseRandom) -> [Int] {
    var row: [Int?] = Array(repeating: nil, count: factors.count)
    let places = pair.map(place)
    for outer in places.flatMap({ factors[$0.factor].outer }) { row[outer] = 0 }
    for (factor, level) in places { row[factor] = level }
    var chosen = LevelSet()
    for case (let factor, let level?) in row.enumerated() { chosen.insert(starts[factor] + level) }
    var order = Array(factors.indices)
    random.shuffle(&order)
    for factor in order {
      for next in factors[factor].outer + [factor] where row[next] == nil {
        let level = isRemoved(next, in: row) ? -1 : bestLevel(of: next, chosen)
        row[next] = level
        if level >= 0 { chosen.insert(starts[next] + level) }
      }
    }
    return row.map { $0 ?? 0 }
  }

  private func isRemoved(_ factor: Int, in row: [Int?]) -> Bool {
    factors[factor].outer.contains { outer in
      row[outer].map { $0 < 0 || factors[outer].removing[$0] } ?? false
    }
  }

  /// Returns the level that closes the most open pairs with the chosen levels, which are numbered
  /// over all factors; of several, the one with the most open pairs left.
  private func bestLevel(of factor: Int, _ chosen: LevelSet) -> Int {
    var best = (level: 0, count: -1, open: 0)
    let start = starts[factor]
    for level in 0..<factors[factor].removing.count {
      let own = start + level
      let count = open[own].count(in: chosen)
      if (count, openCounts[own]) > (best.count, best.open) {
        best = (level, count, openCounts[own])
      }
    }
    return best.level
  }

  private func openCount(of row: [Int]) -> Int {
    let (levels, set) = levels(of: row)
    return levels.reduce(0) { $0 + open[$1].count(in: set) } / 2
  }

  private mutating func close(_ row: [Int]) {
    let (levels, set) = levels(of: row)
    for level in levels {
      openCounts[level] -= open[level].count(in: set)
      open[level].subtract(set)
    }
  }

  /// Returns the levels of a row, numbered over all factors.
  private func levels(of row: [Int]) -> ([Int], LevelSet) {
    let levels = row.indices.filter { row[$0] >= 0 }.map { starts[$0] + row[$0] }
    var set = LevelSet()
    for level in levels { set.insert(level) }
    return (levels, set)
  }

  /// Levels by their numbers, as bits.
  private struct LevelSet: Sendable {
    private var words: [UInt64] = []

    func contains(_ level: Int) -> Bool {
      level / 64 < words.count && words[level / 64] >> (level % 64) & 1 == 1
    }

    mutating func insert(_ level: Int) {
      while words.count <= level / 64 { words.append(0) }
      words[level / 64] |= 1 << (level % 64)
    }

    mutating func subtract(_ other: LevelSet) {
      for word in 0..<min(words.count, other.words.count) { words[word] &= ~other.words[word] }
    }

    /// Returns the number of levels that are in another set, too.
    func count(in other: LevelSet) -> Int {
      var count = 0
      for word in 0..<min(words.count, other.words.count) {
        count += (words[word] & other.words[word]).nonzeroBitCount
      }
      return count
    }
  }
}
