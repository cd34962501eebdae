import Generation

/// The payloads that `generate` prints, by number.
struct GeneratedList {
  enum Faults: String, CaseIterable { case none, each, pairwise, random }

  private static let drawnCount = 100
  private let cases: GeneratedCases
  private let faults: Faults?
  /// The number of payloads; `nil` if there is no limit.
  let count: Int?

  init(_ cases: GeneratedCases, _ faults: Faults?) {
    (self.cases, self.faults) = (cases, faults)
    switch faults {
    case .each: count = cases.count(of: .cell)
    case .pairwise: count = cases.count(of: .pairwise)
    case .some(.none), .random, nil: count = nil
    }
  }

  /// Returns the numbers of a part of the list.
  func range(from start: Int, count wanted: Int?) -> Range<Int> {
    let first = min(start, count ?? .max)
    let rest = (count ?? .max) - first
    return first..<first + min(rest, wanted ?? count ?? Self.drawnCount)
  }

  subscript(index: Int) -> GeneratedCase {
    switch faults {
    case nil: return cases[index]
    case .each: return cases[.cell, index]
    case .pairwise: return cases[.pairwise, index]
    case .random: return cases[.random, index]
    case .some(.none):
      let canonical = cases.count(of: .canonical) ?? 0
      return index < canonical ? cases[.canonical, index] : cases[.valid, index - canonical]
    }
  }
}
