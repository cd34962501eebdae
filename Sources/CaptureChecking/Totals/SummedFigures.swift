/// Totals with figures that are added up when totals are merged, and stand in parts.
protocol SummedFigures {
  /// All of them, in the order in which a part has them.
  static var figures: [SummedFigure<Self>] { get }
}

/// A figure of totals, and what parts call it.
struct SummedFigure<Totals>: Sendable {
  let name: String
  let path: any WritableKeyPath<Totals, Int> & Sendable
  /// How much it may be, of all parts in sum.
  let limit: any WritableKeyPath<CountBudget, Int> & Sendable

  init(
    _ name: String, _ path: any WritableKeyPath<Totals, Int> & Sendable,
    _ limit: any WritableKeyPath<CountBudget, Int> & Sendable = \.records
  ) {
    (self.name, self.path, self.limit) = (name, path, limit)
  }
}

extension SummedFigures {
  mutating func addFigures(of other: Self) {
    for figure in Self.figures { self[keyPath: figure.path] += other[keyPath: figure.path] }
  }
}
