import Generation

extension MapperRun {
  /// How many key paths are tried for one failure at most.
  private static let placeLimit = 100
  /// Of how many failures it is found out at most.
  private static let groupLimit = 8

  /// The groups, each with the other places where its fault fails.
  ///
  /// - Parameter isOver: Whether the time is up.
  func generalised(
    _ groups: [DisagreementGroup], until isOver: () -> Bool
  ) -> [DisagreementGroup] {
    guard let sweep = cases?.sweep else { return groups }
    return groups.enumerated().map { number, group in
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
    let law = LawCheck(.agreesWithTheContract, check)
    var places = FaultPlaces(kind: likeness.kind)
    for (cell, lines) in likeness.cells where isComparable(cell, with: group.disagreement) {
      // Half of the places would say what is not so.
      if isOver() { return nil }
      let found = law.breaches(on: MapperCase(cell, of: lines))
      places.add(cell.path, fails: found.contains { $0.kind == group.disagreement.kind })
    }
    return places.count > 1 ? places : nil
  }

  /// Whether the contract says of a fault what it says of that of the disagreement: null at a key
  /// path that allows it is another matter.
  private func isComparable(_ cell: FaultCell, with disagreement: Disagreement) -> Bool {
    !cell.isUnspecified
      && check.admits(cell.payload().bytes) == (disagreement.kind != .accepts)
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
