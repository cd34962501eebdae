package enum CaptureFormat: String, Sendable, CaseIterable {
  /// Detected from the contents of the input, then from its name.
  case auto
  /// One body, which is the whole input.
  case json
  /// One body per line.
  case ndjson
  /// One exchange or event per line.
  case exchanges
  /// An HTTP archive, HAR 1.2.
  case har
  /// A response with its head, as printed by `curl -i`.
  case curl
  /// Stub mappings of WireMock: a single one, or a list.
  case wiremock
  /// A cassette of VCR or Betamax, in JSON.
  case vcr
  /// A cassette of DVR, a VCR for Swift.
  case dvr
  /// A Postman collection with saved examples of responses.
  case postman

  /// The member that contains the entries of an archive: in HAR's log, otherwise in the root.
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
