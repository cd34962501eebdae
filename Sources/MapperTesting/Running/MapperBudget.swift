package import Generation

/// The numbers of payloads of each kind on which a mapper is tested.
package struct MapperBudget: Sendable {
  /// The number of single faults, in the order of the generated cases.
  package var cells: Int
  package var pairs: Int
  /// The number of payloads with many faults that the contract admits; 0 if each is tried alone.
  package var combined: Int
  package var rows: Int
  package var drawn: Int
  /// The number of histories, for mappers that keep their objects.
  package var histories: Int
  package var drawsFaults: Bool

  private static let drawnCount = 100
  /// The default numbers of histories, for one endpoint and for several.
  private static let historyCount = 50
  static let historyCountOfStores = 200

  /// - Parameter validCount: The number of valid payloads and examples, which come before all
  ///   others.
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

  /// Divides a number of payloads among the kinds; payloads with many faults come first.
  private mutating func share(_ count: Int, _ cases: GeneratedCases) {
    combined = min(cases.count(of: .combined) ?? 0, count / 2)
    let rest = count - combined
    (pairs, rows) = (min(pairs, rest / 40), min(rows, rest / 40))
    cells = min(cells, rest - pairs - rows - rest / 40)
    drawn = rest - pairs - rows - cells
  }
}
