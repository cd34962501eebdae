import CaptureChecking

/// An endpoint that payloads came for, in words that are safe to display.
struct ReportedEndpoint {
  let name: String
  /// The type of its payloads; empty, if it is named by that.
  let type: String
  let payloadCount: Int
  /// Those that have an error.
  let refusedCount: Int
}

extension CheckReport {
  /// The endpoints that payloads came for, in the order of the contracts.
  var reportedEndpoints: [ReportedEndpoint] {
    check.totals.endpointKeys.compactMap { key in
      check.totals.endpoints[key].map { totals in
        ReportedEndpoint(
          name: name(of: key), type: type(of: key) ?? "", payloadCount: totals.payloadCount,
          refusedCount: totals.refusedCount)
      }
    }
  }

  /// The share of all payloads that has an error.
  var refused: RowShare {
    check.totals.endpoints.values.reduce(.none) {
      $0 + RowShare(part: $1.refusedCount, whole: $1.payloadCount)
    }
  }
}
