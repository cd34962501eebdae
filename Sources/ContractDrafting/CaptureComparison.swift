package import JSONParsing
import MappingEngine

/// The significant differences between two captures.
///
/// A difference is significant if two captures from one distribution would show it, or a larger
/// one, in fewer than one of a thousand comparisons: the threshold of each test is 0.001, divided
/// by the number of tests (Bonferroni). Values within a payload are not independent, so counts are
/// scaled down to at most the number of payloads.
package struct CaptureComparison: Sendable {
  /// A kind of difference, the worst first.
  package enum Change: String, CaseIterable, Sendable {
    case gone, kind, null, presence, value, format, new
  }

  package struct Difference: Sendable {
    /// `GET /users/:id -> 200`, `event paid`, `users/*.json`.
    package let section: String
    /// The key path; empty for the payload itself.
    package let keyPath: String
    package let change: Change
    /// The kind or format whose share has changed; empty for other changes.
    package let detail: String
    /// The value of a small set, for a change of values.
    package let value: MemberName?
    /// The count, and the total that it is a part of.
    package let old: (count: Int, total: Int)
    package let new: (count: Int, total: Int)
  }

  /// The differences by section, the worst first.
  package private(set) var differences: [Difference]
  package let testCount: Int
  package let payloadCounts: (old: Int, new: Int)
  /// The number of key paths that both captures have.
  package let commonCount: Int

  private static let level = 0.001
  /// The minimum change of a rate that is zero on neither side.
  private static let leastChange = 0.01

  /// - Parameter keyPath: The key path at which, and below which, values are compared.
  package init(_ new: CaptureSummary, against old: CaptureSummary, under keyPath: String = "") {
    let pair = CaptureStatistics.pair(old, new, under: keyPath)
    var tests = Tests(pair.old, pair.new)
    tests.compare()
    (testCount, commonCount) = (tests.all.count, tests.commonCount)
    payloadCounts = tests.payloadCounts
    let limit = Self.level / Double(max(1, tests.all.count))
    let found = tests.all.filter { test in
      let (difference, samples) = test
      let (before, now) = (Self.rate(difference.old), Self.rate(difference.new))
      return (before == 0 || now == 0 || abs(before - now) >= Self.leastChange)
        && samples.probability < limit
    }.map(\.difference)
    differences = Self.folded(found, tests.order)
  }

  /// Removes differences of all other kinds.
  package mutating func keep(_ changes: [Change]) {
    differences.removeAll { !changes.contains($0.change) }
  }

  private static func rate(_ share: (count: Int, total: Int)) -> Double {
    share.total == 0 ? 0 : Double(share.count) / Double(share.total)
  }

  /// Keeps at most one difference of kinds and one of formats at each place: the value whose share
  /// grew most. Differences of values at such a place are removed. The result has the order of the
  /// sections, the worst differences first.
  private static func folded(_ found: [Difference], _ order: [MemberName: Int]) -> [Difference] {
    let place = { (difference: Difference, change: Change) in
      [difference.section, difference.keyPath, change.rawValue].map { MemberName($0) }
    }
    var best: [[MemberName]: Int] = [:]
    var result: [Difference] = []
    for difference in found {
      guard [.kind, .format].contains(difference.change) else {
        result.append(difference)
        continue
      }
      let place = place(difference, difference.change)
      if let known = best[place] {
        let gain = { (one: Difference) in rate(one.new) - rate(one.old) }
        if gain(difference) > gain(result[known]) { result[known] = difference }
      } else {
        best[place] = result.count
        result.append(difference)
      }
    }
    result.removeAll { difference in
      difference.change == .value
        && [Change.kind, .format].contains { best[place(difference, $0)] != nil }
    }
    let ranks = Dictionary(uniqueKeysWithValues: Change.allCases.enumerated().map { ($1, $0) })
    let key = { (one: Difference) in
      (order[MemberName(one.section)] ?? 0, ranks[one.change] ?? 0)
    }
    return result.sorted { key($0) < key($1) }
  }
}

private struct Tests {
  typealias Difference = CaptureComparison.Difference
  typealias Row = CaptureStatistics.Row

  let old: CaptureStatistics
  let new: CaptureStatistics
  private(set) var all: [(difference: Difference, samples: TwoSamples)] = []
  private(set) var commonCount = 0
  /// The sections by name, with their order.
  private(set) var order: [MemberName: Int] = [:]

  init(_ old: CaptureStatistics, _ new: CaptureStatistics) { (self.old, self.new) = (old, new) }

  var payloadCounts: (old: Int, new: Int) {
    let count = { (side: CaptureStatistics) in side.sections.reduce(0) { $0 + $1.payloadCount } }
    return (count(old), count(new))
  }

  mutating func compare() {
    let before = Dictionary(old.sections.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let now = Dictionary(new.sections.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let totals = payloadCounts
    for name in new.sections.map(\.id) + old.sections.map(\.id) where order[name] == nil {
      order[name] = order.count
    }
    var onlyOld = old.sections.filter { now[$0.id] == nil }
    var onlyNew = new.sections.filter { before[$0.id] == nil }
    // If each side has files of a single type, they are compared even if their names differ.
    let files = [old, new].map { $0.sections.filter(\.isOfFiles) }
    if files.allSatisfy({ $0.count == 1 }), before[files[1][0].id] == nil {
      compare(files[0][0], files[1][0])
      onlyOld.removeAll(where: \.isOfFiles)
      onlyNew.removeAll(where: \.isOfFiles)
    }
    for section in new.sections {
      if let other = before[section.id] { compare(other, section) }
    }
    for section in onlyOld {
      add(section.name, "", .gone, (section.payloadCount, totals.old), (0, totals.new))
    }
    for section in onlyNew {
      add(section.name, "", .new, (0, totals.old), (section.payloadCount, totals.new))
    }
  }

  private mutating func compare(
    _ old: CaptureStatistics.Section, _ new: CaptureStatistics.Section
  ) {
    let before = Dictionary(old.rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let now = Dictionary(new.rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let payloads = (old.payloadCount, new.payloadCount)
    for row in new.rows + old.rows.filter({ now[$0.id] == nil }) {
      let (own, other) = (now[row.id], before[row.id])
      if let parent = row.parent {
        // If keys are data on one side, no single key counts as gone.
        let any = MemberName((parent.isEmpty ? "" : parent + ".") + KeyName.placeholder)
        if before[any] == nil, now[any] == nil {
          let totals = [(other, before), (own, now)].map { row, rows in
            row?.objectCount ?? rows[MemberName(parent)]?.facts.kinds[.object] ?? 0
          }
          let change: CaptureComparison.Change =
            own == nil ? .gone : other == nil ? .new : .presence
          add(
            new.name, row.keyPath, change, (other?.count ?? 0, totals[0]),
            (own?.count ?? 0, totals[1]), payloads)
        }
      }
      guard let own, let other else { continue }
      commonCount += 1
      compare(other, own, new.name, payloads)
    }
  }

  private mutating func compare(
    _ old: Row, _ new: Row, _ section: String, _ payloads: (Int, Int)
  ) {
    let path = new.keyPath
    let (before, now) = (old.facts, new.facts)
    add(section, path, .null, (old.nullCount, old.count), (new.nullCount, new.count), payloads)
    let totals = (old.count - old.nullCount, new.count - new.nullCount)
    for kind in ValueKind.allCases where kind != .null {
      let counts = (before.kinds[kind], now.kinds[kind])
      guard counts.0 + counts.1 > 0 else { continue }
      add(
        section, path, .kind, (counts.0, totals.0), (counts.1, totals.1), payloads, kind.shownName)
    }
    let texts = (before.kinds[.text], now.kinds[.text])
    for format in TextFormat.allCases {
      let counts = (before.formats[format], now.formats[format])
      guard counts.0 + counts.1 > 0 else { continue }
      add(
        section, path, .format, (counts.0, texts.0), (counts.1, texts.1), payloads,
        format.shownName)
    }
    guard let before = before.samples?.counts, let now = now.samples?.counts else { return }
    let sums = (before.values.reduce(0, +), now.values.reduce(0, +))
    for word in now.keys.sorted() where before[word] == nil {
      add(section, path, .value, (0, sums.0), (now[word] ?? 0, sums.1), payloads, value: word)
    }
  }

  /// - Parameter payloads: The numbers of payloads on both sides, to which the counts are scaled
  ///   down.
  private mutating func add(
    _ section: String, _ keyPath: String, _ change: CaptureComparison.Change,
    _ old: (count: Int, total: Int), _ new: (count: Int, total: Int),
    _ payloads: (Int, Int) = (.max, .max), _ detail: String = "", value: MemberName? = nil
  ) {
    let difference = Difference(
      section: section, keyPath: keyPath, change: change, detail: detail, value: value, old: old,
      new: new)
    let samples = TwoSamples(
      old: Self.scaled(old, to: payloads.0), new: Self.scaled(new, to: payloads.1))
    all.append((difference, samples))
  }

  private static func scaled(
    _ share: (count: Int, total: Int), to most: Int
  ) -> (count: Int, total: Int) {
    guard share.total > most else { return share }
    let count = Double(share.count) * Double(most) / Double(share.total)
    return (Int(count.rounded()), most)
  }
}

extension CaptureStatistics.Section {
  fileprivate var id: MemberName { MemberName(name) }
}

extension CaptureStatistics.Row {
  fileprivate var id: MemberName { MemberName(keyPath) }
}
