import ContractModel
package import Generation
import JSONParsing
import MappingEngine

/// Checks a store of the app against its contract over histories: responses that are loaded one
/// after the other, from one endpoint or several.
///
/// The model is the engine's `ObjectStore`. After every response, the app's store has to have the
/// model's objects, by identity, with their values and with the objects that they refer to. A
/// history ends at the first response whose result the contract leaves open.
package struct HistoryCheck {
  /// The checks, by the number of the endpoint.
  package let checks: [MapperCheck]
  /// Whether a rejected response has to leave the store unchanged. If not, a history ends there.
  let holdsRefusals: Bool

  /// - Parameter checks: One for each endpoint, with the same mapper and engine; at least one.
  package init(_ checks: [MapperCheck], _ laws: [Law]) {
    (self.checks, holdsRefusals) = (checks, laws.contains(.refusedPayloadsChangeNothing))
  }

  var mapper: MapperUnderTest { checks[0].mapper }

  /// Returns the differences of the store after the first response where it differs; their payloads
  /// end with that response.
  package func disagreements(over responses: [DrawnResponse]) -> [Disagreement] {
    var session = mapper.makeSession()
    if let first = responses.first, var found = startsFull(session) {
      found.note([first], of: mapper)
      return [found]
    }
    var model = HistoryModel()
    let (loaded, verdict) = steps(responses, &session, &model)
    guard case .disagrees(var found) = verdict else { return [] }
    for index in found.indices { found[index].note(loaded, of: mapper) }
    return found
  }

  /// Loads responses until the store disagrees after one of them; returns the loaded responses, and
  /// the verdict on the last one.
  func steps(
    _ responses: [DrawnResponse], _ session: inout any MapperSession, _ model: inout HistoryModel
  ) -> (loaded: [DrawnResponse], verdict: Verdict) {
    var loaded: [DrawnResponse] = []
    while loaded.count < responses.count {
      let response = responses[loaded.count]
      if let next = responses.dropFirst(loaded.count + 1).first, next.overlaps,
        let verdict = step(response, next, &session, &model)
      {
        loaded += [response, next]
        guard case .agrees = verdict else { return (loaded, verdict) }
        continue
      }
      loaded.append(response)
      // Where two responses cannot be loaded at the same time, they are loaded one by one.
      loaded[loaded.count - 1].overlaps = false
      let verdict = step(response, &session, &model)
      guard case .agrees = verdict else { return (loaded, verdict) }
    }
    return (loaded, .agrees)
  }

  /// Returns the disagreement that a store is not empty at the start of a history, so that its
  /// contents are unknown.
  private func startsFull(_ session: any MapperSession) -> Disagreement? {
    guard let objects = session.stored, objects.byType.values.contains(where: { !$0.isEmpty }),
      let texts = texts(objects)
    else { return nil }
    return Disagreement(
      kind: .startsFull, contract: "has nothing", mapper: "has \(texts.short)",
      hint: "a new and empty store has to be made each time; one that is shared cannot be tested")
  }

  // MARK: - One response

  enum Verdict {
    case agrees
    /// The contract leaves open what the store should have.
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
    // The response cannot be requested.
    if !isAskable(response) { return .agrees }
    let check = checks[response.endpoint]
    let reading = reading(of: response, model)
    let result = reading?.result
    let mayRefuse =
      !(result?.isAdmitted ?? false)
      || result.map { check.deletesNothing($0) || check.isOnlyOptional($0) } ?? false
    let before = mayRefuse && holdsRefusals ? texts(session.stored) : nil
    let answer = session.map(EndpointPayload(response))
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

  /// Returns whether a store shows objects of each type in the model, so that none was deleted
  /// together with others.
  private func showsAllTypes(_ answer: MapperAnswer, _ model: HistoryModel) -> Bool {
    guard case .stored(let objects) = answer, let store = model.results.last?.store else {
      return false
    }
    let unshown = checks[0].types.seen.unshown
    return store.typeNames.allSatisfy {
      unshown.contains($0) || objects.byType[$0]?.isEmpty == false
    }
  }

  typealias Reading = (document: JSONDocument, result: MappingResult)

  /// - Returns: `nil` if the response is not JSON.
  func reading(
    of response: DrawnResponse, at place: HistoryModel.Place? = nil, _ model: HistoryModel
  ) -> Reading? {
    guard let document = try? JSONDocument(parsing: response.payload.bytes) else { return nil }
    let (check, place) = (check(of: response), place ?? self.place(of: response))
    return (document, model.result(of: document, at: place, by: check.contract, check))
  }

  /// Compares the store with the model after a response, and updates the model.
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
    let lenient =
      if case .lenient(let number) = taking { check.lenients[number] } else { check.lenients.first }
    let adopted =
      result.isAdmitted && taking == .stated
      ? result : lenient.map { model.result(of: document, at: place, by: $0, check) }
    guard let adopted, adopted.isAdmitted,
      check.keepsOrder(earlier.results + [adopted], answer)
    else { return .isOpen }
    adopt(adopted, answer, &model)
    model.copies[place] = [response]
    return .agrees
  }

  /// Makes a result the state of the model; of the orphans, the model keeps those that the app has.
  func adopt(_ result: MappingResult, _ answer: MapperAnswer, _ model: inout HistoryModel) {
    model.adopt(result)
    guard !result.store.orphans.isEmpty, case .stored(let objects) = answer else { return }
    let comparison = StoreComparison(model.results, checks[0].types, checks[0].options)
    model.forget(mapper.read { comparison.deletedOrphans(objects) })
  }

  /// Returns whether a request can ask for the response, if the response answers a request.
  func isAskable(_ response: DrawnResponse) -> Bool {
    mapper.request(of: response.endpoint) == nil || place(of: response).parameters != nil
  }

  /// Returns whether the contract admits a response; `true` for the responses of several endpoints.
  func admits(_ response: DrawnResponse) -> Bool {
    if mapper.asksForSeveral(response.endpoint) { return true }
    let check = check(of: response)
    return (try? JSONDocument(parsing: response.payload.bytes)).map {
      check.contract.admits($0, as: check.target, exchange: check.exchange)
    } ?? false
  }

  func place(of response: DrawnResponse) -> HistoryModel.Place {
    let endpoint = mapper.endpoint(of: response.endpoint)
    return HistoryModel.Place(
      endpoint: endpoint,
      parameters: mapper.request(of: endpoint)?.parameters(for: response.payload.bytes))
  }

  func check(of response: DrawnResponse) -> MapperCheck {
    checks[mapper.endpoint(of: response.endpoint)]
  }

  func texts(_ objects: StoredObjects?) -> StoreTexts? { checks[0].texts(objects) }
}

extension MapperCheck {
  /// Returns whether a payload deletes only missing objects: an app may treat that as an error.
  fileprivate func deletesNothing(_ result: MappingResult) -> Bool {
    guard case .endpoint(let selector) = target,
      let endpoint = contract.contract.endpoints.first(where: { $0.selector == selector }),
      case .map(let lines) = endpoint.body, lines.contains(where: { $0.deletes != nil })
    else { return false }
    return !result.events.contains { $0.name == .deleted }
  }
}

/// The contract's store, and the responses from which it was made.
struct HistoryModel {
  private var store = ObjectStore()
  /// The results of the responses that were not rejected.
  private(set) var results: [MappingResult] = []

  /// The last response at each place that the store accepted; of two at the same time, both.
  var copies: [Place: [DrawnResponse]] = [:]

  /// An endpoint, with the parameters of its path if it is requested.
  struct Place: Hashable {
    var endpoint: Int
    var parameters: [MemberName: String]?
  }

  /// Returns the result of a further response, without changing the store.
  func result(
    of document: JSONDocument, at place: Place, by mapper: Mapper, _ check: MapperCheck
  ) -> MappingResult {
    var changed = store
    let asked = place.parameters.flatMap { parameters in
      parameters.isEmpty
        ? nil : MappingExchange(request: MappingRequest(pathParameters: parameters))
    }
    var result = mapper.map(
      document, as: check.target, into: &changed, exchange: asked ?? check.exchange)
    result.leaveOpen(check.optionalObjects(in: result, after: store))
    return result
  }

  mutating func adopt(_ result: MappingResult) {
    store = result.store
    results.append(result)
  }

  mutating func forget(_ objects: Set<ObjectID>) { store.forget(objects) }
}
