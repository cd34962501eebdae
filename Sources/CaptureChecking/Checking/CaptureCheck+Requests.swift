import CaptureSources
import ContractModel
import MappingEngine

/// The check of what was sent against the requests that contracts describe.
extension CaptureCheck {
  /// Whether readers have to hand over requests.
  package var readsRequests: Bool { requestMatcher != nil }

  /// Checks the request of an exchange; one that no contract describes is not told.
  ///
  /// A status of 4xx says that the server did not take what was sent, so it is not held against the
  /// contract. Of a body that the capture does not have, and of forms, nothing is said.
  mutating func checkRequest(
    _ record: CaptureRecord, _ body: Span<UInt8>, _ report: Report?
  ) -> CaptureReader.Answer {
    guard isWanted(record), record.status.map({ $0 / 100 }) != 4, let place = place(sent: record)
    else { return .goOn }
    // A request has no status.
    totals.noteStatus(0, of: place.key)
    totals.byteCount += body.count
    let endpoint = contracts[place.key.contract].endpoints[place.key.number]
    guard endpoint.readsBody else {
      checkWithoutBody(record, place, report)
      return .goOn
    }
    if let message = endpoint.problem(ofQuery: RequestURL.query(of: record.url ?? "")) {
      note(.unknownKey, place, record, body, message: message, report)
    }
    guard endpoint.hasNoBody || record.bodyState != .absent && !record.isForm else {
      return .goOn
    }
    return checkBody(record, place, body, report)
  }

  private func place(sent record: CaptureRecord) -> Place? {
    // Without a method, nobody knows what was asked.
    guard let method = record.method, let url = record.url else { return nil }
    let request = EndpointMatcher.Request(method: method, url: RequestURL(url))
    guard case .match(let candidate, let parameters)? = requestMatcher?.match(of: request) else {
      return nil
    }
    return Place(key: key(of: candidate), parameters: parameters)
  }
}

extension CaptureRecord {
  /// Whether the body's type says that it is a form, which is no JSON.
  fileprivate var isForm: Bool {
    let type = (mimeType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return type == "application/x-www-form-urlencoded" || type.hasPrefix("multipart/")
  }
}
