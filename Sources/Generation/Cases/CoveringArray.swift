/// Rows in which every two levels of every two factors occur together: a covering array of strength
/// two, found greedily as by Cohen, Dalal, Fredman and Patton (“The AETG System”, 1997), but
/// deterministically: the same factors have the same rows.
///
/// A factor may be nested in another one; where a level of the outer factor removes it, it has no
/// level.
struct CoveringArray: Sendable {
  struct Factor: Sendable {
    /// Whether each level removes the factor's content. The first, plain level removes nothing.
    var removing: [Bool]
    /// The factors around this one, which come before it.
    var outer: [Int] = []
  }

  /// The number of times that factors choose levels for a row, over all candidates, at least.
  private static let effort = 150

  /// The level of each factor, −1 where there is none.
  private(set) var rows: [[Int]] = []
  private let factors: [Factor]
  /// The number of each factor's first level, counted over all factors.
  private let starts: [Int]
  private let levelCount: Int
  /// Whether two levels still have to occur together, for each pair.
  private var isOpen: [Bool]
  /// The number of open pairs of each level.
  private var openCounts: [Int]

  init(_ factors: [Factor]) {
    self.factors = factors
    var starts: [Int] = []
    var count = 0
    for factor in factors {
      starts.append(count)
      count += factor.removing.count
    }
    (self.starts, levelCount) = (starts, count)
    isOpen = Array(repeating: false, count: count * count)
    openCounts = Array(repeating: 0, count: count)
    guard factors.count > 1 else {
      rows = factors.first.map { $0.removing.indices.map { [$0] } } ?? []
      return
    }
    open()
    while let pair = nextPair() { addRow(pair) }
  }

  private struct Pair {
    var factor: Int
    var level: Int
    var otherFactor: Int
    var otherLevel: Int
  }

  private func index(_ factor: Int, _ level: Int, _ other: Int, _ otherLevel: Int) -> Int {
    (starts[factor] + level) * levelCount + starts[other] + otherLevel
  }

  private mutating func open() {
    for other in factors.indices {
      for factor in 0..<other {
        let isOuter = factors[other].outer.contains(factor)
        for level in factors[factor].removing.indices
        where !(isOuter && factors[factor].removing[level]) {
          for otherLevel in factors[other].removing.indices {
            isOpen[index(factor, level, other, otherLevel)] = true
            openCounts[starts[factor] + level] += 1
            openCounts[starts[other] + otherLevel] += 1
          }
        }
      }
    }
  }

  /// Returns an open pair of levels with the most open pairs.
  private func nextPair() -> Pair? {
    guard let one = fullest({ _ in true }),
      let two = fullest({ isOpen[min(one, $0) * levelCount + max(one, $0)] })
    else { return nil }
    let (first, second) = (place(min(one, two)), place(max(one, two)))
    return Pair(
      factor: first.factor, level: first.level, otherFactor: second.factor,
      otherLevel: second.level)
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
  private mutating func addRow(_ pair: Pair) {
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

  private func row(with pair: Pair, _ random: inout CaseRandom) -> [Int] {
    var row: [Int?] = Array(repeating: nil, count: factors.count)
    for outer in factors[pair.factor].outer + factors[pair.otherFactor].outer { row[outer] = 0 }
    row[pair.factor] = pair.level
    row[pair.otherFactor] = pair.otherLevel
    var chosen = row.indices.compactMap { factor in row[factor].map { starts[factor] + $0 } }
    var order = Array(factors.indices)
    for last in order.indices.reversed() { order.swapAt(last, random.below(last + 1)) }
    for factor in order {
      for next in factors[factor].outer + [factor] where row[next] == nil {
        let level = isRemoved(next, in: row) ? -1 : bestLevel(of: next, chosen)
        row[next] = level
        if level >= 0 { chosen.append(starts[next] + level) }
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
  private func bestLevel(of factor: Int, _ chosen: [Int]) -> Int {
    var best = (level: 0, count: -1, open: 0)
    let start = starts[factor]
    for level in 0..<factors[factor].removing.count {
      let own = start + level
      let count = chosen.count { other in
        isOpen[own < other ? own * levelCount + other : other * levelCount + own]
      }
      if (count, openCounts[own]) > (best.count, best.open) {
        best = (level, count, openCounts[own])
      }
    }
    return best.level
  }

  private func openCount(of row: [Int]) -> Int {
    let levels = levels(of: row)
    var count = 0
    for two in levels.indices {
      for one in 0..<two where isOpen[levels[one] * levelCount + levels[two]] { count += 1 }
    }
    return count
  }

  private mutating func close(_ row: [Int]) {
    let levels = levels(of: row)
    for two in levels.indices {
      for one in 0..<two where isOpen[levels[one] * levelCount + levels[two]] {
        isOpen[levels[one] * levelCount + levels[two]] = false
        openCounts[levels[one]] -= 1
        openCounts[levels[two]] -= 1
      }
    }
  }

  /// Returns the levels of a row, numbered over all factors, ascending.
  private func levels(of row: [Int]) -> [Int] {
    row.indices.filter { row[$0] >= 0 }.map { starts[$0] + row[$0] }
  }
}
