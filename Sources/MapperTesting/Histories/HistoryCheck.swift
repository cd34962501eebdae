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
  let holdsRefusals: Bool

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
    if let first = responses.first, var found = startsFull(session) {
      found.note([first], of: mapper)
      return [found]
    }
    var model = HistoryModel()
    let (count, verdict) = steps(responses, &session, &model)
    guard case .disagrees(var found) = verdict else { return [] }
    for index in found.indices { found[index].note(Array(responses[..<count]), of: mapper) }
    return found
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
    if let served = mapper.served, mapper.asksForSeveral(response.endpoint) {
      return step(response, of: served, &session, &model)
    }
    if let failure = mapper.failure(of: response.endpoint) {
      return step(response, failing: failure, &session, &model)
    }
    // Nobody can ask for it.
    if !isAskable(response) {
      return .agrees
    }
    let check = checks[response.endpoint]
    let reading = reading(of: response, model)
    let result = reading?.result
    let mayRefuse = !(result?.isAdmitted ?? false) || result.map(check.deletesNothing) ?? false
    let before = mayRefuse && holdsRefusals ? texts(session.stored) : nil
    let answer = session.map(
      EndpointPayload(response.payload.bytes, endpoint: response.endpoint))
    let isOpen = result.map { $0.isAdmitted && $0.store.isOpen } ?? false
    if mayRefuse, !isOpen, case .refused = answer {
      guard let before, let after = texts(session.stored) else { return .isOpen }
      if before.complete == after.complete { return .agrees }
      return .disagrees([check.change(before, after, answer)])
    }
    let verdict = reading.map { judge(answer, response, $0, &model) } ?? .isOpen
    guard isOpen else { return verdict }
    if case .agrees = verdict, showsAllTypes(answer, model) { return .agrees }
    return .isOpen
  }

  /// Whether a store shows objects of each type that the model has, so that none went with others.
  private func showsAllTypes(_ answer: MapperAnswer, _ model: HistoryModel) -> Bool {
    guard case .stored(let objects) = answer, let store = model.results.last?.store else {
      return false
    }
    let unshown = checks[0].types.seen.unshown
    return store.typeNames.allSatisfy {
      unshown.contains($0) || objects.byType[$0]?.isEmpty == false
    }
  }

  /// A response as the contract reads it.
  typealias Reading = (document: JSONDocument, result: MappingResult)

  /// - Returns: `nil`, of what is no JSON.
  func reading(
    of response: DrawnResponse, at place: HistoryModel.Place? = nil, _ model: HistoryModel
  ) -> Reading? {
    guard let document = try? JSONDocument(parsing: response.payload.bytes) else { return nil }
    let (check, place) = (check(of: response), place ?? self.place(of: response))
    return (document, model.result(of: document, at: place, by: check.contract, check))
  }

  /// Holds what a store has after a response against the model, and takes it over.
  func judge(
    _ answer: MapperAnswer, _ response: DrawnResponse, _ reading: Reading,
    _ model: inout HistoryModel
  ) -> Verdict {
    let (check, place) = (check(of: response), place(of: response))
    let (document, result) = reading
    let earlier = model
    let (found, taking) = check.judgement(model.results + [result], answer, document) {
      earlier.results + [earlier.result(of: $1, at: place, by: $0, check)]
    }
    if !found.isEmpty { return .disagrees(found.map(check.named)) }
    guard case .stored = answer, taking != .open, OpenValues(document).isEmpty else {
      return .isOpen
    }
    let isLenient = !result.isAdmitted || taking == .lenient
    let adopted =
      isLenient
      ? check.lenient.map { model.result(of: document, at: place, by: $0, check) } : result
    guard let adopted, adopted.isAdmitted,
      check.keepsOrder(earlier.results + [adopted], answer)
    else { return .isOpen }
    adopt(adopted, answer, &model)
    model.copies[place] = [response]
    return .agrees
  }

  /// Takes a result for what the app's store has; of the orphans, those that the app has.
  func adopt(_ result: MappingResult, _ answer: MapperAnswer, _ model: inout HistoryModel) {
    model.adopt(result)
    guard !result.store.orphans.isEmpty, case .stored(let objects) = answer else { return }
    let comparison = StoreComparison(model.results, checks[0].types, checks[0].options)
    model.forget(mapper.read { comparison.deletedOrphans(objects) })
  }

  /// Whether a request can ask for a response, if it answers one.
  func isAskable(_ response: DrawnResponse) -> Bool {
    mapper.request(of: response.endpoint) == nil || place(of: response).parameters != nil
  }

  /// The place that a response is asked for at.
  func place(of response: DrawnResponse) -> HistoryModel.Place {
    let endpoint = mapper.endpoint(of: response.endpoint)
    return HistoryModel.Place(
      endpoint: endpoint,
      parameters: mapper.request(of: endpoint)?.parameters(for: response.payload.bytes))
  }

  func check(of response: DrawnResponse) -> MapperCheck {
    checks[mapper.endpoint(of: response.endpoint)]
  }

  func texts(_ objects: StoredObjects?) -> StoreTexts? {
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

  /// The last response at each place that the store took; of two at once, both.
  var copies: [Place: [DrawnResponse]] = [:]

  /// An endpoint, with the parameters of its path where it is asked for.
  struct Place: Hashable {
    var endpoint: Int
    var parameters: [MemberName: String]?
  }

  /// The result of a further response; the store stays as it is.
  func result(
    of document: JSONDocument, at place: Place, by mapper: Mapper, _ check: MapperCheck
  ) -> MappingResult {
    var store = store
    let asked = place.parameters.flatMap { parameters in
      parameters.isEmpty
        ? nil : MappingExchange(request: MappingRequest(pathParameters: parameters))
    }
    return mapper.map(document, as: check.target, into: &store, exchange: asked ?? check.exchange)
  }

  mutating func adopt(_ result: MappingResult) {
    store = result.store
    results.append(result)
  }

  mutating func forget(_ objects: Set<ObjectID>) { store.forget(objects) }
}
