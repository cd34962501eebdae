import Generation

/// What a mapper is held to on a case: a law, on its payload; or the contract, after each response of
/// its history.
enum CaseCheck {
  case law(LawCheck)
  case history(HistoryCheck)

  /// Whether it says anything on a case.
  func isUseful(on item: MapperCase) -> Bool {
    switch self {
    case .law(let law): law.isUseful(on: item)
    case .history: true
    }
  }

  /// The ways in which the mapper fails it on a case.
  func breaches(on item: MapperCase) -> [Disagreement] {
    switch self {
    case .law(let law): law.breaches(on: item)
    case .history(let histories): histories.disagreements(over: item.history)
    }
  }
}
