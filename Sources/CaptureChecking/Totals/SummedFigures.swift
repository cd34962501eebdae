/// Totals with figures that are added up when totals are merged, and stand in parts.
protocol SummedFigures {
  /// All of them, in the order in which a part has them.
  static var figures: [SummedFigure<Self>] { get }
}

/// A figure of totals, and what parts call it.
struct SummedFigure<Totals>: Sendable {
  /// The unit of a figure.
  enum Unit {
    case records, bytes
  }

  let name: String
  let path: any WritableKeyPath<Totals, Int> & Sendable
  let unit: Unit

  init(
    _ name: String, _ path: any WritableKeyPath<Totals, Int> & Sendable, _ unit: Unit = .records
  ) {
    (self.name, self.path, self.unit) = (name, path, unit)
  }
}

extension SummedFigures {
  mutating func addFigures(of other: Self) {
    for figure in Self.figures { self[keyPath: figure.path] += other[keyPath: figure.path] }
  }
}
