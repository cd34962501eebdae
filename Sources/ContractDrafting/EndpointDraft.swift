import DraftWriting
import JSONParsing

struct EndpointDraft {
  var row: DraftedEndpoint
  /// The method and path; `nil` for an event.
  var request: DraftPath.Endpoint?
  /// The statuses; empty for all from 200 to 299.
  var statuses: [Int] = []
}

extension EndpointDraft {
  /// - Parameter isCommentedOut: Whether the captures themselves break the endpoint.
  init(
    _ request: DraftPath.Endpoint, _ statuses: [Int], _ value: DraftedUse, note: String,
    isCommentedOut: Bool = false
  ) {
    let texts = statuses.map(String.init).joined(separator: ",")
    let selector = request.selector + (texts.isEmpty ? "" : " -> " + texts)
    row = DraftedEndpoint(
      selector: selector, value: value, note: note, isCommentedOut: isCommentedOut)
    (self.request, self.statuses) = (request, statuses)
  }

  /// Whether the endpoint would match responses of another one if that one did not exist.
  func takes(_ other: EndpointDraft) -> Bool {
    guard let request, let others = other.request, request.method == others.method,
      request.action == "" || request.action == others.action,
      request.segments.count == others.segments.count
    else { return false }
    let fits = zip(request.segments, others.segments).allSatisfy { own, other in
      own.hasPrefix(":") || own.utf8.elementsEqual(other.utf8)
    }
    let statuses = other.statuses.isEmpty ? Array(200...299) : other.statuses
    return fits
      && statuses.contains { self.statuses.isEmpty ? $0 < 300 : self.statuses.contains($0) }
  }
}
