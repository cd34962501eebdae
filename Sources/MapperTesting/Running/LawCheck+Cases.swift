import ContractModel
import Generation

extension LawCheck {
  /// Whether the law says anything on a case: those that compare two payloads say most on a valid
  /// one, and are held on drawn ones.
  func isUseful(on item: MapperCase) -> Bool { isOfFaults || item.isDrawnValid }

  /// The ways in which the mapper breaks the law on a case.
  func breaches(on item: MapperCase) -> [Disagreement] {
    if let histories, !item.history.isEmpty { return histories.disagreements(over: item.history) }
    let isOpen = item.isUnspecified || item.spellings.contains(where: check.isOpen)
    let breaches = breaches(on: item.payload, after: item.earlier, isUnspecified: isOpen)
    let isAgreement = law == .agreesWithTheContract
    return (isAgreement ? check.attributed(breaches, to: item) : breaches).map { breach in
      // Of two faults, it is not known which one is refused.
      var breach = item.isMinimal ? breach.about(item.line) : breach
      breach.place = item.place
      if breach.kind == .refuses { breach.source = breach.source ?? item.place }
      return check.named(breach)
    }
  }
}

extension Disagreement {
  /// The same; a refusal of which no line is known is about the given one.
  func about(_ line: PropertyLine?) -> Disagreement {
    guard self.line == nil, kind == .refuses else { return self }
    var disagreement = self
    disagreement.line = line
    return disagreement
  }
}
