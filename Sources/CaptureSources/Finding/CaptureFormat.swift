import JSONParsing

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

  /// The member of an archive that has the entries: of HAR in its log, else in the root.
  var entriesName: String? {
    switch self {
    case .har: "entries"
    case .wiremock: "mappings"
    case .vcr: "http_interactions"
    default: nil
    }
  }
}

/// How much of an input is taken.
package struct CaptureLimits: Sendable, Equatable {
  /// The most bytes that a body, a line or an entry of an archive may have.
  package let maximumRecordByteCount: Int

  /// - Parameter maximumRecordByteCount: More than any document may have counts as that.
  package init(maximumRecordByteCount: Int = 64 << 20) {
    self.maximumRecordByteCount = min(
      max(0, maximumRecordByteCount), JSONParsingOptions.largestByteCount)
  }
}

extension CaptureLimits {
  /// Why something is not read, safe to display.
  func excess(of what: String) -> String {
    "\(what) has more than \(maximumRecordByteCount) bytes, which is the limit"
  }
}
