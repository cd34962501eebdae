import ContractModel
import Generation

extension LawCheck {
  /// Returns whether the law is checked on a case. Laws that compare two payloads show most on a
  /// valid one, and are checked on drawn ones.
  func isUseful(on item: MapperCase) -> Bool { isOfFaults || item.isDrawnValid }

  func breaches(on item: MapperCase) -> [Disagreement] {
    let isAgreement = law == .agreesWithTheContract
    let isOne = item.isMinimal || !isAgreement
    let isOpen = item.isUnspecified || isOne && item.spellings.contains(where: check.isOpen)
    // Making a case's bytes is faster than making its payload as a tree.
    let breaches =
      isAgreement
      ? check.disagreements(over: item.earlier + [item.bytes], isUnspecified: isOpen)
      : breaches(on: item.payload, after: item.earlier, isUnspecified: isOpen)
    // Among many changes, a spelling that the mapper does not accept does not affect the others.
    if isAgreement, !breaches.isEmpty, !isOne, item.spellings.contains(where: check.mayRead) {
      return []
    }
    return (isAgreement ? check.attributed(breaches, to: item) : breaches).map { breach in
      // With two faults, it is unknown which one is rejected.
      var breach = item.isMinimal ? breach.about(item.line) : breach
      if breach.kind == .refuses, breach.line == nil, let path = breach.source {
        breach.line = check.line(around: path, of: item.payload.bytes)
        breach.isAroundIt = breach.line != nil
      }
      breach.place = item.place
      if breach.kind == .refuses { breach.source = breach.source ?? item.place }
      return check.named(breach)
    }
  }
}

extension Disagreement {
  /// Returns the disagreement; a rejection without a known line is attributed to the given line.
  func about(_ line: PropertyLine?) -> Disagreement {
    guard self.line == nil, kind == .refuses else { return self }
    var disagreement = self
    disagreement.line = line
    return disagreement
  }
}
