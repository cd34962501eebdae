/// The check of a mapper on a case: a law, on the case's payload; or the contract, after each
/// response of the case's history.
enum CaseCheck {
  case law(LawCheck)
  case history(HistoryCheck)

  func breaches(on item: MapperCase) -> [Disagreement] {
    switch self {
    case .law(let law): law.breaches(on: item)
    case .history(let histories): histories.disagreements(over: item.history)
    }
  }
}
