package import Generation
package import JSONParsing

/// Where a fault that a mapper fails on fails too, among the key paths of the same kind.
package struct FaultPlaces: Sendable {
  /// What the values are: `String`, `array`.
  package var kind: String
  package var failing: [InstancePath] = []
  package var passing: [InstancePath] = []

  package var count: Int { failing.count + passing.count }

  /// A key path that several cases have fails if it does in one of them.
  fileprivate mutating func add(_ path: InstancePath, fails: Bool) {
    guard !failing.contains(path) else { return }
    if fails {
      failing.append(path)
      passing.removeAll { $0 == path }
    } else if !passing.contains(path) {
      passing.append(path)
    }
  }
}

extension MapperCheck {
  /// How many key paths are tried for one failure at most.
  private static var placeLimit: Int { 100 }
  /// Of how many failures it is found out at most.
  private static var groupLimit: Int { 8 }

  /// The groups, each with where else its fault fails.
  ///
  /// - Parameter isOver: Whether the time is up.
  package func generalised(
    _ groups: [DisagreementGroup], in sweep: FaultSweep, until isOver: () -> Bool
  ) -> [DisagreementGroup] {
    groups.enumerated().map { number, group in
      var group = group
      if number < Self.groupLimit { group.places = places(of: group, in: sweep, until: isOver) }
      return group
    }
  }

  /// - Returns: `nil`, if the payload has no single fault, or there are no two key paths to compare.
  private func places(
    of group: DisagreementGroup, in sweep: FaultSweep, until isOver: () -> Bool
  ) -> FaultPlaces? {
    guard let cell = group.caseID.flatMap({ sweep.cell(id: $0) }), group.disagreement.isOfValue,
      let likeness = sweep.likeness(of: cell), likeness.cells.count <= Self.placeLimit
    else { return nil }
    var places = FaultPlaces(kind: likeness.kind)
    for (cell, lines) in likeness.cells where isComparable(cell, with: group.disagreement) {
      // Half of the places would say what is not so.
      if isOver() { return nil }
      let found = disagreements(on: CheckOccasion(cell, of: lines))
      places.add(cell.path, fails: found.contains { $0.kind == group.disagreement.kind })
    }
    return places.count > 1 ? places : nil
  }

  /// Whether the contract says of a fault what it says of that of the disagreement: null at a key
  /// path that allows it is another matter.
  private func isComparable(_ cell: FaultCell, with disagreement: Disagreement) -> Bool {
    !cell.isUnspecified
      && admits(cell.payload().bytes) == (disagreement.kind != .accepts)
  }
}

extension Disagreement {
  /// Whether it is about one value that a payload has, or does not have.
  fileprivate var isOfValue: Bool {
    switch kind {
    case .accepts, .refuses, .differs: true
    case .noProperty, .count, .unstable, .breaks: false
    }
  }
}
