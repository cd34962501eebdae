import ContractModel
package import Foundation
package import JSONParsing
import MappingEngine

/// Selects the response to a request: that of a stub, or else of a contract's endpoint.
package struct ResponseTable: Sendable {
  private(set) var stubs: [Stub] = []
  private var matcher = EndpointMatcher([HTTPSelector]())
  package var contract: ContractResponses?

  package init(contract: ContractResponses? = nil) { self.contract = contract }

  /// - Throws: `StubError` if an endpoint or a key path of a stub cannot be read.
  package init(_ stubs: [Stub]) throws(StubError) { try add(stubs) }

  /// - Throws: `StubError` if an endpoint or a key path of a stub cannot be read.
  package mutating func add(_ more: [Stub]) throws(StubError) {
    let selectors = try (stubs + more).map { stub throws(StubError) in try stub.selector() }
    stubs += more
    matcher = EndpointMatcher(selectors)
  }

  /// The path parameters of a request, and its answer.
  package typealias Match = (
    parameters: [MemberName: String], answer: @Sendable (SentRequest) throws -> StubbedResponse
  )

  /// Returns the stub that answers a request. Of the matching stubs, it is the one with the most
  /// specific path; of those, the one with the most conditions; of those, the last one added.
  ///
  /// - Throws: `StubError` with a list of the stubs if none matches.
  package func match(of request: SentRequest) throws(StubError) -> Match {
    let asked = request.matched
    let matches = matcher.matches(of: asked)
    let fitting = matches.filter { stubs[$0.candidate.number].fits(request) }
    // The stubs with the same precedence: their paths are as specific as the first one's.
    let equals = fitting.filter { $0.candidate.isAsSpecific(as: fitting[0].candidate) }
    let best = equals.max { one, other in
      let counts = [one, other].map { stubs[$0.candidate.number].conditionCount }
      return (counts[0], one.candidate.number) < (counts[1], other.candidate.number)
    }
    if let best { return (best.parameters, stubs[best.candidate.number].answer) }
    if let match = contract?.match(of: asked) { return match }
    throw noStub(request, matches.map { stubs[$0.candidate.number] }, asked)
  }

  /// Returns the methods that are answered at the path of a URL, without regard to other
  /// conditions.
  package func methods(at url: URL) -> [String] {
    let url = RequestURL(url.absoluteString)
    return HTTPSelector.methods.filter { method in
      var asked = EndpointMatcher.Request(method: method, url: url)
      asked.isOfAnyContent = true
      return !matcher.matches(of: asked).isEmpty || contract?.match(of: asked) != nil
    }
  }

  /// The maximal number of stubs or endpoints that an error lists.
  private static let listedCount = 12

  private func noStub(
    _ request: SentRequest, _ near: [Stub], _ asked: EndpointMatcher.Request
  ) -> StubError {
    let message = "nothing is stubbed for \(request)"
    if !near.isEmpty {
      return StubError(
        message,
        notes: near.prefix(Self.listedCount).map { "it does not fit the stub \($0)" })
    }
    let texts = stubs.map(\.description) + (contract?.endpointTexts ?? [])
    let more =
      texts.count > Self.listedCount ? ["… and \(texts.count - Self.listedCount) more"] : []
    let reason = contract?.reason(against: asked).map { [$0] } ?? []
    guard !texts.isEmpty else { return StubError(message, notes: ["there are no stubs"]) }
    return StubError(
      message,
      notes: reason + texts.prefix(Self.listedCount).map { "stubbed: \($0)" } + more)
  }
}
