package import JSONParsing

/// A contract that captures fulfil, short enough to be read and struck out by hand.
///
/// It is a function of the summary alone: the same for any order of the inputs.
package struct ContractDraft: Sendable {
  /// The part of a capture that the contract describes.
  package enum Subject: Sendable, Equatable {
    /// The requests to a host; the empty text: to hosts that captures do not say.
    case host(MemberName)
    /// Events, and bodies of which nothing says what they are.
    case payloads
  }

  package let subject: Subject
  /// The text of the contract file.
  package let text: String
  /// How many mappings there are.
  package let mappingCount: Int
  /// How many bodies it was drafted of.
  package let bodyCount: Int
  /// The types of bare bodies, by the patterns of their files' names.
  package let bodyTypes: [(pattern: String, type: String)]
  /// The endpoints as the text has them.
  let endpointRows: [EndpointRow]
  /// The lines of all mappings.
  let mappingRows: [String]
  let mappingNames: [String]

  struct EndpointRow: Sendable {
    var selector: String
    var text: String
    var isCommentedOut: Bool
    /// The type of the values, of an event.
    var type: DraftedType?
  }

  /// The contract that a draft is added to.
  struct Existing {
    /// The names of its mappings.
    var names: Set<String> = []
    /// The endpoints' answers that are summarized as events, with the words that name them.
    var answers: [MemberName: String] = [:]
  }
}

extension ContractDraft {
  /// The contracts of a capture: one for each host that has JSON, the one with most bodies first,
  /// and one for events and bare bodies.
  package static func all(of summary: CaptureSummary) -> [ContractDraft] {
    let hosts = summary.hosts.keys.sorted().map { draft(of: $0, in: summary, Existing()) }
    let payloads =
      summary.events.isEmpty && summary.bodies.isEmpty
      ? [] : [draft(ofPayloads: summary, Existing())]
    return (hosts + payloads).filter { $0.bodyCount > 0 }
      .enumerated().sorted { ($1.element.bodyCount, $0.offset) < ($0.element.bodyCount, $1.offset) }
      .map(\.element)
  }

  /// The contract of a host.
  static func draft(
    of host: MemberName, in summary: CaptureSummary, _ existing: Existing
  ) -> ContractDraft {
    DraftBuilder.draft { known in
      DraftBuilder(
        summary.hosts[host] ?? PathTree(), host: host, in: summary.table, existing, known)
    }
  }

  /// The contract of events and bare bodies.
  static func draft(ofPayloads summary: CaptureSummary, _ existing: Existing) -> ContractDraft {
    DraftBuilder.draft { DraftBuilder(payloadsOf: summary, existing, $0) }
  }
}
