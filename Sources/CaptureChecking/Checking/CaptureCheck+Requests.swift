import CaptureSources
import ContractModel
import MappingEngine

/// Checks requests against those that contracts describe.
extension CaptureCheck {
  /// Whether readers must hand over requests.
  package var readsRequests: Bool {
    requestMatcher != nil || readsSentBodies || released.contains(where: \.readsRequests)
  }

  /// Checks the request of an exchange. A request that no contract describes is not reported.
  ///
  /// A request with a 4xx status is not checked, since the server rejected it. A body that the
  /// capture lacks is not checked either.
  mutating func checkRequest(
    _ record: CaptureRecord, _ body: Span<UInt8>, _ report: Report?
  ) -> CaptureReader.Answer {
    guard isWanted(record), record.status.map({ $0 / 100 }) != 4,
      var place = place(sent: record)
    else { return .goOn }
    // A request has no status.
    totals.noteStatus(0, of: place.key)
    totals.byteCount += body.count
    let endpoint = contracts[place.key.contract].endpoints[place.key.number]
    guard !endpoint.hasNoBody else {
      if let message = endpoint.problem(ofQuery: RequestURL.query(of: record.url ?? "")) {
        note(.unknownKey, place, record, body, message: message, report)
      }
      return checkBody(record, place, body, report)
    }
    let readsAny = endpoint.readsBody || endpoint.readsForm
    if readsAny, record.bodyState == .absent { return .goOn }
    notePlus(&place, record, report)
    guard readsAny else {
      checkWithoutBody(record, place, report)
      return .goOn
    }
    switch record.bodyState {
    case .undecodable, .cutOff: return checkBody(record, place, body, report)
    case .present, .absent: break
    }
    let content = body.withUnsafeBufferPointer { RequestContent(type: record.mimeType, $0) }
    do {
      place.form = try endpoint.form(in: content)
    } catch {
      totals.notePayload(place.key)
      // The body is not shown: it may hold credentials that no line marks as sensitive.
      let nothing = ContiguousArray<UInt8>()
      note(
        error.rule, place, record, nothing.span, message: error.message, hint: error.hint, report)
      return .goOn
    }
    if place.form == nil { return checkBody(record, place, body, report) }
    checkWithoutBody(record, place, report)
    return .goOn
  }

  /// Notes a `+` in a query, if its interpretation changes the result or the options ask for the
  /// note. The request is judged by the interpretation with the fewest violations.
  private mutating func notePlus(_ place: inout Place, _ record: CaptureRecord, _ report: Report?) {
    guard let url = record.url, url.utf8.contains(UInt8(ascii: "+")),
      let request = record.exchange(place).request,
      let plus = mappers[place.key.contract].plusReading(
        of: url, request, as: self[place.key].target)
    else { return }
    place.query = plus.query
    let severity = options.severity(.ambiguousPlus, plus.matters ? .warning : .information)
    guard severity > .information else { return }
    let nothing = ContiguousArray<UInt8>()
    note(
      .ambiguousPlus, as: severity, place, record, nothing.span, message: PlusReading.message,
      hint: plus.hint, report)
  }

  private func place(sent record: CaptureRecord) -> Place? {
    // Without a method, the request cannot be matched.
    guard let method = record.method, let url = record.url else { return nil }
    let request = EndpointMatcher.Request(
      method: method, url: RequestURL(url),
      content: requestMatcher?.hasConditions == true ? sent.request(of: record) : nil)
    guard case .match(let candidate, let parameters)? = requestMatcher?.match(of: request) else {
      return nil
    }
    return Place(key: key(of: candidate), parameters: parameters)
  }
}
