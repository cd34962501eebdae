import ContractModel
import Foundation
package import JSONParsing
package import MappingEngine

/// An endpoint whose responses a check of the app's client chooses, with the requests of the
/// client.
package struct ServedEndpoint: Sendable {
  /// The maximal number of requests to one place in a load. A client sends more if it repeats a
  /// request endlessly, for an empty page or with a rejected token.
  package static let mostRequests = 20
  /// The maximal number of requests in a load.
  private static let mostOfAll = 1_000
  /// The maximal number of rejected requests in a load. A client that sends more does not give up.
  private static let mostRefused = 100
  /// The validators of a response that a client may keep. They never change, so any copy is
  /// current.
  private static let tag = "\"5d41402a\""
  private static let validators: [NamedTexts.Entry] = [
    .init(name: "ETag", text: tag),
    .init(name: "Last-Modified", text: "Sat, 01 Jan 2000 00:00:00 GMT"),
  ]

  let responses: ContractResponses
  var number: Int
  private(set) var response = StubbedResponse.status(204)
  private var notModified: StubbedResponse?
  /// The requests of the load, in the order of their first occurrence.
  private var sent: [(text: String, count: Int)] = []
  private var sentCount = 0
  /// The number of the load's requests for the endpoint.
  private(set) var requestCount = 0
  /// Further endpoints that are answered, the last one first: those of the load, or of another load
  /// that begins while it waits.
  var others: [(number: Int, response: StubbedResponse)] = []
  /// The answered requests, with the numbers of their endpoints in the load.
  package private(set) var answered: [(number: Int, parameters: [MemberName: String])] = []
  /// The number of answered conditional requests that got the response for an unchanged body.
  package private(set) var notModifiedCount = 0
  /// Whether the load has sent so many requests that it counts as endless.
  private(set) var isOver = false
  private var refusedCount = 0
  /// Whether the load continues although everything is rejected. Then nothing is answered any more.
  var isAbandoned: Bool { refusedCount > Self.mostRefused }
  /// The first endless load: its response, and a description of its requests.
  package private(set) var endless: (response: String, sent: String)?
  /// The first request of any load that broke the contract, and the response of that load.
  package private(set) var broken: (response: String, error: StubError)?
  /// The first request of any load that may break the contract.
  package private(set) var doubt: StubError?

  init(_ responses: ContractResponses, _ number: Int) {
    (self.responses, self.number) = (responses, number)
  }

  mutating func begin(_ response: StubbedResponse, notModified: StubbedResponse?) {
    (self.response, self.notModified) = (response, notModified)
    (sent, sentCount, requestCount, notModifiedCount) = ([], 0, 0, 0)
    (isOver, refusedCount, others, answered) = (false, 0, [], [])
  }

  mutating func note(_ broken: StubError) {
    if self.broken == nil { self.broken = (response.description, broken) }
  }

  mutating func note(doubted error: StubError) { doubt = doubt ?? error }

  /// - Returns: `nil` if the request is for another endpoint.
  /// - Throws: `StubError` if the client repeats requests endlessly.
  mutating func match(of request: SentRequest) throws(StubError) -> ResponseTable.Match? {
    let served = [(number: number, response: response)] + others
    let asked = request.matched
    let found = served.enumerated().reversed().compactMap { place, one in
      responses.match(of: asked, ofEndpoint: one.number).map { (place, one.response, $0) }
    }.first
    if found?.0 == 0 { requestCount += 1 }
    try note(request)
    guard let (place, response, parameters) = found else { return nil }
    answered.append((place, parameters))
    guard place == 0, let notModified, request.isConditional(onTag: Self.tag) else {
      return (parameters, { _ in response })
    }
    notModifiedCount += 1
    return (parameters, { _ in notModified })
  }

  private mutating func note(_ request: SentRequest) throws(StubError) {
    let text = request.description
    if !isOver {
      let place = sent.firstIndex { $0.text == text } ?? sent.count
      if place == sent.count { sent.append((text, 0)) }
      sent[place].count += 1
      sentCount += 1
      isOver =
        max(requestCount, sent[place].count) > Self.mostRequests || sentCount > Self.mostOfAll
    }
    guard isOver else { return }
    refusedCount += 1
    if endless == nil { endless = (response.description, sentText) }
    throw StubError("the client sent more requests than a load that ends: \(sentText)")
  }

  /// The most frequent requests of the load.
  private var sentText: String {
    let most = sent.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    return most.prefix(3).map { "\($0.element.text) (\($0.element.count) times)" }
      .joined(separator: ", ")
  }

  // MARK: - Responses

  package var statuses: [Int] { responses.statuses(ofEndpoint: number) }

  /// Returns the response with a payload, with an `ETag` and a date for a client that keeps it.
  package func keptResponse(_ payload: [UInt8]) -> StubbedResponse {
    var response = responses.response(ofEndpoint: number, payload)
    response.add(Self.validators)
    return response
  }

  /// The headers that the contract reads of the responses.
  package var headers: NamedTexts { responses.headers[number] ?? [:] }

  /// Returns the last of some requests that is for the endpoint, as lines of a contract read it.
  package func request(in sent: [SentRequest]) -> MappingRequest? {
    sent.reversed().lazy.compactMap { request in
      responses.match(of: request.matched, ofEndpoint: number)
        .map { request.mappingRequest($0, knowsHeaders: true) }
    }.first
  }

  /// Returns the response with a payload and one of the endpoint's statuses.
  package func response(_ payload: [UInt8], status: Int) -> StubbedResponse {
    responses.response(ofEndpoint: number, payload, status: status)
  }

  /// Returns the response of an endpoint with a payload, if it has a body; each payload has its own
  /// tag.
  func taggedResponse(_ payload: [UInt8], ofEndpoint number: Int) -> StubbedResponse {
    if responses.contract.endpoints[number].hasNoBody { return .status(statuses[0]) }
    var response = responses.response(ofEndpoint: number, payload)
    response.add([.init(name: "ETag", text: "\"\(StableHash(payload).text)\"")])
    return response
  }

  /// Returns the simplest response with the endpoint's path and another status, if the contract
  /// describes it.
  package func response(withStatus status: Int) -> StubbedResponse? {
    guard let number = responses.endpoint(withStatus: status, besides: number),
      var response = try? responses.response(ofEndpoint: number)
    else { return nil }
    response.status = status
    return response
  }

  /// The simplest response of success with the endpoint's path, with validators for a client that
  /// keeps it; `nil` if none has a body.
  package var keptSibling: StubbedResponse? {
    let sibling = responses.contract.endpoints.indices.first { other in
      let endpoint = responses.contract.endpoints[other]
      return responses.isOnePlace(other, number) && endpoint.answered?.isOfSuccess == true
        && endpoint.body != .absent
    }
    guard let sibling, var response = try? responses.response(ofEndpoint: sibling) else {
      return nil
    }
    response.add(Self.validators)
    return response
  }
}

extension StubbedResponse {
  /// Adds headers, in place of those with the same names.
  fileprivate mutating func add(_ entries: [NamedTexts.Entry]) {
    let names = Set(entries.map { $0.name.text.lowercased() })
    headers.entries.removeAll { names.contains($0.name.text.lowercased()) }
    headers.entries += entries
  }
}
