import ContractModel
import Generation

extension LawCheck {
  /// Returns whether the law is checked on a case. Laws that compare two payloads show most on a
  /// valid one, and are checked on drawn ones.
  func isUseful(on item: MapperCase) -> Bool {
    switch law {
    case .agreesWithTheContract, .agreesWithAnotherMapper, .refusedPayloadsChangeNothing: true
    default: item.isDrawnValid
    }
  }

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
      var breach = breach
      // With two faults, it is unknown which one is rejected.
      if breach.kind == .refuses, breach.line == nil, item.isMinimal { breach.line = item.line }
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
