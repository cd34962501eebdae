import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// Finds the endpoint of a record.
extension CaptureCheck {
  /// The endpoint or type that a record belongs to, with the values that its request has.
  struct Place {
    var key: EndpointKey
    var parameters: [MemberName: String] = [:]
    /// The query with the chosen reading of `+`; `nil`: the query of the URL.
    var query: NamedTexts?
    /// The fields of the form that a request sends.
    var form: NamedTexts?
  }

  func isWanted(_ record: CaptureRecord) -> Bool {
    guard case .exchange = record.kind else { return true }
    if !options.methods.isEmpty, !options.methods.contains(record.method?.uppercased() ?? "") {
      return false
    }
    if !options.paths.isEmpty {
      let path = RequestURL(record.url ?? "").segments.joined(separator: "/")
      guard options.paths.contains(where: { $0.matches(path) }) else { return false }
    }
    // The status filter does not silently drop an unreadable record.
    return options.statuses.isEmpty || record.fault != nil
      || options.wants(record.status ?? CaptureRecord.assumedStatus)
  }

  mutating func place(of record: CaptureRecord) -> Place? {
    if case .body = record.kind {
      if let bareKey { return place(bareKey, record) }
      let rule = options.inputRules.firstIndex { $0.pattern.matchesCapture(at: record.input) }
      if let rule {
        if let key = ruleKeys[rule] { return place(key, record) }
        if case .event(let name) = options.inputRules[rule].meaning {
          return place(EndpointMatcher.Request(event: name), record)
        }
      }
    }
    if let fault = record.fault {
      totals.unmatched.note(
        record, at: RecordOrder(record, in: item), nearest: nearest(to: request(of: record)),
        reason: fault)
      return nil
    }
    if record.kind == .exchange, record.status == nil { totals.withoutStatusCount += 1 }
    return place(request(of: record), record)
  }

  /// Returns the request of a record, as the endpoints of responses and events match it.
  func request(of record: CaptureRecord) -> EndpointMatcher.Request {
    EndpointMatcher.Request(
      method: record.method, url: record.url.map(RequestURL.init),
      status: record.fault == nil ? record.status ?? CaptureRecord.assumedStatus : nil,
      event: record.event, content: matcher.hasConditions ? sent.request(of: record) : nil)
  }

  func exchange(of record: CaptureRecord, _ place: Place) -> MappingExchange {
    var exchange = record.exchange(place)
    if !record.isRequest, readsSentBodies {
      exchange.request = sent.request(of: record, place.parameters)
    }
    return exchange
  }

  /// Returns the place of a body whose target the user has named: a type for any status; for an
  /// endpoint, the one that describes the record's status, if the status is known.
  private mutating func place(_ key: EndpointKey, _ record: CaptureRecord) -> Place? {
    guard let status = record.status, case .endpoint(let selector) = self[key].target else {
      return Place(key: key)
    }
    switch matcher.outcome(of: status, at: selector, ofContract: key.contract) {
    case .match(let candidate, _)?:
      if candidate.selector == selector { return Place(key: key) }
      let found = self.key(of: candidate)
      totals.noteStatus(status, of: found)
      return Place(key: found)
    case .unexpectedStatus?:
      noteUnexpectedStatus(key, record)
      return nil
    default: return Place(key: key)
    }
  }

  private func nearest(to request: EndpointMatcher.Request) -> EndpointKey? {
    switch matcher.outcome(of: request) {
    case .match(let candidate, _), .unexpectedStatus(let candidate): key(of: candidate)
    case .none(let nearest, _): nearest.map { key(of: $0) }
    }
  }

  func key(of candidate: EndpointMatcher.Candidate) -> EndpointKey {
    EndpointKey(contract: candidate.contract, number: candidate.number)
  }

  private mutating func place(
    _ request: EndpointMatcher.Request, _ record: CaptureRecord
  ) -> Place? {
    switch matcher.outcome(of: request) {
    case .match(let candidate, let parameters):
      let key = key(of: candidate)
      totals.noteStatus(candidate.isEvent ? 0 : request.status ?? 200, of: key)
      return Place(key: key, parameters: parameters)
    case .unexpectedStatus(let candidate):
      noteUnexpectedStatus(key(of: candidate), record)
      return nil
    case .none(let nearest, let reason):
      totals.unmatched.note(
        record, at: RecordOrder(record, in: item), nearest: nearest.map { key(of: $0) },
        reason: reason)
      return nil
    }
  }

  /// Notes a record whose endpoint does not describe its status.
  private mutating func noteUnexpectedStatus(_ key: EndpointKey, _ record: CaptureRecord) {
    let (status, order) = (record.status ?? 0, RecordOrder(record, in: item))
    totals.unmatched.note(
      record, at: order, nearest: key, reason: "the status \(status) is not described")
    let severity = options.severity(.unexpectedStatus, .information)
    guard severity > .information else { return }
    _ = totals.note(FindingKey(key, .unexpectedStatus), severity, at: order, 0)
  }
}
