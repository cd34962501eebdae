package import Generation

/// How many payloads of each kind a mapper is tested on.
package struct MapperBudget: Sendable {
  /// Single faults, in the order in which cases have them.
  package var cells: Int
  package var pairs: Int
  /// Payloads with many faults that the contract admits; none, where each is tried alone.
  package var combined: Int
  package var rows: Int
  package var drawn: Int
  /// Of mappers that keep their objects.
  package var histories: Int
  /// Whether what is drawn may have faults.
  package var drawsFaults: Bool

  /// How many payloads are drawn by default.
  private static let drawnCount = 100
  /// How many histories there are by default, of one endpoint and of several.
  private static let historyCount = 50
  static let historyCountOfStores = 200

  /// - Parameter validCount: How many valid payloads and examples come before all others.
  package init(_ settings: MapperTestSettings, _ cases: GeneratedCases, validCount: Int) {
    let rest = max(0, (settings.cases ?? .max) - validCount)
    let isFaulty = settings.faults != .none
    let counts = [GeneratedCase.Phase.cell, .identityPair, .pairwise].map {
      isFaulty ? cases.count(of: $0) ?? 0 : 0
    }
    (cells, pairs, rows) = (counts[0], counts[1], counts[2])
    combined = 0
    let fixed = cells + pairs + rows
    drawn = settings.cases == nil ? Self.drawnCount : max(0, rest - fixed)
    drawsFaults = settings.faults == .any
    histories =
      settings.histories ?? min(Self.historyCount, (settings.cases ?? .max) / 20)
    if rest < fixed { share(rest, cases) }
  }

  /// Takes a part of each kind of payload: first of all those with many faults at once.
  private mutating func share(_ count: Int, _ cases: GeneratedCases) {
    combined = min(cases.count(of: .combined) ?? 0, count / 2)
    let rest = count - combined
    (pairs, rows) = (min(pairs, rest / 40), min(rows, rest / 40))
    cells = min(cells, rest - pairs - rows - rest / 40)
    drawn = rest - pairs - rows - cells
  }
}
