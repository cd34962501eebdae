package import Generation

/// How many payloads of each kind a mapper is tested on.
package struct MapperBudget: Sendable {
  /// Single faults, in the shuffled order.
  package var cells: Int
  package var pairs: Int
  package var rows: Int
  package var drawn: Int
  /// Whether what is drawn may have faults.
  package var drawsFaults: Bool

  /// How many payloads are drawn by default.
  private static let drawnCount = 100

  /// - Parameter validCount: How many valid payloads and examples come before all others.
  package init(_ settings: MapperTestSettings, _ cases: GeneratedCases, validCount: Int) {
    var rest = max(0, (settings.cases ?? .max) - validCount)
    func take(_ count: Int) -> Int {
      let taken = settings.faults == .none ? 0 : min(count, rest)
      rest -= taken
      return taken
    }
    cells = take(cases.count(of: .cell) ?? 0)
    pairs = take(cases.count(of: .identityPair) ?? 0)
    rows = take(cases.count(of: .pairwise) ?? 0)
    drawn = settings.cases == nil ? Self.drawnCount : rest
    drawsFaults = settings.faults == .any
  }
}
