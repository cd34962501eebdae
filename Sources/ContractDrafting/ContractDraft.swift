package import JSONParsing

/// A contract that captures fulfil, short enough to be read and edited by hand.
///
/// It depends only on the summary, so it is the same for any order of the inputs.
package struct ContractDraft: Sendable {
  /// The part of a capture that the contract describes.
  package enum Subject: Sendable, Equatable {
    /// The requests to a host; empty for requests without a known host.
    case host(MemberName)
    /// Events, and bodies without a known endpoint.
    case payloads
  }

  package let subject: Subject
  package let text: String
  package let mappingCount: Int
  /// The number of bodies that the contract was drafted from.
  package let bodyCount: Int
  /// The types of bare bodies, with the patterns of their file names.
  package let bodyTypes: [(pattern: String, type: String)]
  let endpointRows: [EndpointRow]
  /// The lines of all mappings, without the indentation that they have in common.
  let mappingRows: [String]
  let mappingNames: [String]

  struct EndpointRow: Sendable {
    var selector: String
    var text: String
    var isCommentedOut: Bool
    /// The type of the values, for an event.
    var type: DraftedType?
  }

  struct Existing {
    /// The names of the contract's mappings.
    var names: Set<String> = []
    /// The endpoints whose responses are summarized as events, with the words that name their
    /// types.
    var answers: [MemberName: String] = [:]
    /// The mappings that are used where a drafted one would say the same.
    var mappings: ExistingMappings?
  }
}

extension ContractDraft {
  /// Returns the contracts of a capture: one for each host with JSON, the one with most bodies
  /// first, and one for events and bare bodies.
  package static func all(of summary: CaptureSummary) -> [ContractDraft] {
    let hosts = summary.hosts.keys.sorted().map { draft(of: $0, in: summary, Existing()) }
    let payloads =
      summary.events.isEmpty && summary.bodies.isEmpty
      ? [] : [draft(ofPayloads: summary, Existing())]
    return (hosts + payloads).filter { $0.bodyCount > 0 }.sorted { $0.bodyCount > $1.bodyCount }
  }

  static func draft(
    of host: MemberName, in summary: CaptureSummary, _ existing: Existing
  ) -> ContractDraft {
    DraftBuilder.draft(existing.mappings) { known in
      DraftBuilder(
        summary.hosts[host] ?? PathTree(), host: host, in: summary.table, existing, known)
    }
  }

  static func draft(ofPayloads summary: CaptureSummary, _ existing: Existing) -> ContractDraft {
    DraftBuilder.draft(existing.mappings) { DraftBuilder(payloadsOf: summary, existing, $0) }
  }
}
