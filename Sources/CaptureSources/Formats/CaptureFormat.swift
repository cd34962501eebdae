/// How an input holds what was captured.
package enum CaptureFormat: String, Sendable, CaseIterable {
  /// Told from what the input holds, then from its name.
  case auto
  /// One body, the whole input.
  case json
  /// A body a line.
  case ndjson
  /// An exchange or event a line.
  case exchanges
  /// An HTTP archive, HAR 1.2.
  case har
  /// A response with its head, as `curl -i` prints it.
  case curl
  /// Stub mappings of WireMock: one, or a list.
  case wiremock
  /// A cassette of VCR or Betamax, in JSON.
  case vcr
  /// A cassette of DVR, Swift's VCR.
  case dvr
  /// A Postman collection with saved examples of responses.
  case postman

  /// The member of an archive that has the entries: of HAR in its log, else in the root.
  var entriesName: String? {
    switch self {
    case .har: "entries"
    case .wiremock: "mappings"
    case .vcr: "http_interactions"
    case .dvr: "interactions"
    default: nil
    }
  }
}
