import ContractModel
package import Generation
import JSONParsing
import MappingEngine

/// Holds a store of the app against its contract over histories: responses that come one after the
/// other, of one endpoint or several.
///
/// The model is the engine's `ObjectStore`. After every response the app's store has to have the
/// model's objects, by identity, with their values and with the objects that they lead to. A history
/// ends at the first response of which the contract leaves open what becomes.
package struct HistoryCheck {
  /// By the number of the endpoint.
  package let checks: [MapperCheck]
  /// Whether a response that is refused has to leave the store as it was.
  private let holdsRefusals: Bool

  /// - Parameters:
  ///   - checks: Of one mapper and one engine, one for each endpoint; at least one.
  ///   - holdsRefusals: Whether a response that is refused has to leave the store as it was. If not,
  ///     a history ends there.
  package init(_ checks: [MapperCheck], holdsRefusals: Bool) {
    (self.checks, self.holdsRefusals) = (checks, holdsRefusals)
  }

  var mapper: MapperUnderTest { checks[0].mapper }

  /// The ways in which the store differs after the first response behind which it does; their
  /// payloads end with that response.
  package func disagreements(over responses: [DrawnResponse]) -> [Disagreement] {
    var session = mapper.makeSession()
    if let first = responses.first, let found = startsFull(session) {
      return [found.after([first], mapper.endpoints)]
    }
    var model = HistoryModel()
    let (count, verdict) = steps(responses, &session, &model)
    guard case .disagrees(let found) = verdict else { return [] }
    return found.map { $0.after(Array(responses[..<count]), mapper.endpoints) }
  }

  /// Loads responses until one does not agree.
  ///
  /// - Returns: How many were loaded, and the verdict on the last.
  func steps(
    _ responses: [DrawnResponse], _ session: inout any MapperSession, _ model: inout HistoryModel
  ) -> (count: Int, verdict: Verdict) {
    var count = 0
    while count < responses.count {
      let isPair = count + 1 < responses.count && responses[count + 1].overlaps
      let verdict =
        isPair
        ? step(responses[count], responses[count + 1], &session, &model)
        : step(responses[count], &session, &model)
      count += isPair ? 2 : 1
      guard case .agrees = verdict else { return (count, verdict) }
    }
    return (count, .agrees)
  }

  /// That a store is not made anew for each history, so that nobody knows what is in it.
  private func startsFull(_ session: any MapperSession) -> Disagreement? {
    guard let objects = session.stored, objects.byType.values.contains(where: { !$0.isEmpty }),
      let texts = texts(objects)
    else { return nil }
    return Disagreement(
      kind: .startsFull, path: InstancePath(), contract: "has nothing",
      mapper: "has \(texts.short)",
      hint: "a new and empty store has to be made each time; one that is shared cannot be tested",
      payloads: [])
  }

  // MARK: - One response

  enum Verdict {
    case agrees
    /// Whatever the store has now, nobody says what it should be.
    case isOpen
    case disagrees([Disagreement])
  }

  func step(
    _ response: DrawnResponse, _ session: inout any MapperSession, _ model: inout HistoryModel
  ) -> Verdict {
    let check = checks[response.endpoint]
    let payload = EndpointPayload(response.payload.bytes, endpoint: response.endpoint)
    let document = try? JSONDocument(parsing: payload.bytes)
    let result = document.map { model.result(of: $0, by: check.contract, check) }
    if result?.store.isDangling ?? false { return .isOpen }
    let isRefused = !(result?.isAdmitted ?? false)
    let mayRefuse = isRefused || result.map(check.deletesNothing) ?? false
    let before = mayRefuse && holdsRefusals ? texts(session.stored) : nil
    let answer = session.map(payload)
    if mayRefuse, case .refused(let refusal) = answer {
      guard let before, let after = texts(session.stored) else { return .isOpen }
      if before.complete == after.complete { return .agrees }
      return .disagrees([check.change(before, after, refusal, [])])
    }
    guard let document, let result else { return .isOpen }
    let earlier = model
    let (found, taking) = check.judgement(model.results + [result], answer, document) {
      earlier.results + [earlier.result(of: $1, by: $0, check)]
    }
    if !found.isEmpty { return .disagrees(found.map(check.named)) }
    guard case .stored = answer, taking != .open, OpenValues(document).isEmpty else {
      return .isOpen
    }
    let isLenient = isRefused || taking == .lenient
    let adopted =
      isLenient ? check.lenient.map { model.result(of: document, by: $0, check) } : result
    guard let adopted, adopted.isAdmitted,
      check.keepsOrder(earlier.results + [adopted], answer)
    else { return .isOpen }
    adopt(adopted, answer, &model)
    return .agrees
  }

  /// Takes a result for what the app's store has; of the orphans, those that the app has.
  func adopt(_ result: MappingResult, _ answer: MapperAnswer, _ model: inout HistoryModel) {
    model.adopt(result)
    guard !result.store.orphans.isEmpty, case .stored(let objects) = answer else { return }
    let comparison = StoreComparison(model.results, checks[0].types, checks[0].options)
    model.forget(mapper.read { comparison.deletedOrphans(objects) })
  }

  private func texts(_ objects: StoredObjects?) -> StoreTexts? {
    mapper.read { objects.map(self.checks[0].texts) }
  }
}

extension MapperCheck {
  /// Whether a payload deletes an object that is not there: an app may call that an error.
  fileprivate func deletesNothing(_ result: MappingResult) -> Bool {
    guard case .endpoint(let selector) = target,
      let endpoint = contract.contract.endpoints.first(where: { $0.selector == selector }),
      case .map(let lines) = endpoint.body, lines.contains(where: { $0.deletes != nil })
    else { return false }
    return !result.events.contains { $0.name == .deleted }
  }
}

/// The contract's store, and the responses that made it.
struct HistoryModel {
  private var store = ObjectStore()
  /// The results of the responses that were not refused.
  private(set) var results: [MappingResult] = []

  /// The result of a further response; the store stays as it is.
  func result(of document: JSONDocument, by mapper: Mapper, _ check: MapperCheck) -> MappingResult {
    var store = store
    return mapper.map(document, as: check.target, into: &store, exchange: check.exchange)
  }

  mutating func adopt(_ result: MappingResult) {
    store = result.store
    results.append(result)
  }

  mutating func forget(_ objects: Set<ObjectID>) { store.forget(objects) }
}

extension Disagreement {
  /// The same, with the responses behind which it shows.
  ///
  /// - Parameter endpoints: The names of all endpoints; none, where there is but one.
  fileprivate func after(_ responses: [DrawnResponse], _ endpoints: [String]) -> Disagreement {
    var disagreement = self
    disagreement.payloads = responses.map(\.payload.bytes)
    if !endpoints.isEmpty { disagreement.endpoints = responses.map { endpoints[$0.endpoint] } }
    disagreement.overlapping = responses.indices.filter { responses[$0].overlaps }
    return disagreement
  }
}
