package import ContractModel
import JSONParsing

/// The problems of one payload. Their descriptions are made only on request.
package struct PayloadProblems: Sendable {
  let events: [RawEvent]
  /// The events that would have rejected the elements that were left out.
  private let causes: [RawEvent]
  let plan: MappingPlan
  let document: JSONDocument
  /// The mapped objects and their mappings, if the payload has a duplicate member.
  private let representations: [(node: Int32, mapping: Int32)]

  init(
    _ events: [RawEvent], causes: [RawEvent], _ plan: MappingPlan, _ document: JSONDocument,
    _ representations: [(node: Int32, mapping: Int32)]
  ) {
    (self.events, self.causes, self.plan, self.document) = (events, causes, plan, document)
    self.representations = representations
  }

  package var isEmpty: Bool { events.isEmpty }
  package var count: Int { events.count }

  /// Returns the keys of the problems' groups, in the order of the problems.
  package func keys(
    at endpoint: EndpointKey = EndpointKey(contract: 0, number: 0)
  ) -> [FindingKey] {
    var paths: MemberPaths?
    return events.map { event in
      let rule = event.problem?.rule ?? .nothingMapped
      var key = FindingKey(endpoint, rule, line: event.line, mapping: event.mapping)
      let place = event.problem?.place ?? -1
      switch rule {
      case .unknownKey,
        .duplicateKey where place >= 0:
        key.key = keyPath(of: event, at: place)
      case .duplicateKey:
        if paths == nil { paths = MemberPaths(plan, document, representations) }
        if let path = paths?.path(to: Int(event.node)) {
          (key.mapping, key.key) = (path.mapping, path.keyPath)
        } else {
          // Outside of all mappings no key path names a member.
          key.key = MemberName(KeyName.placeholder)
        }
      default: break
      }
      return key
    }
  }

  /// Returns the key path of a member at a place; the name of an unread member that is data is
  /// replaced by a placeholder.
  private func keyPath(of event: RawEvent, at place: Int32) -> MemberName {
    let name = MemberName(document.string(Int(event.node)))
    let isShown = !KeyName.isData(name.text) || plan.place(behind: .segment(name), of: place) >= 0
    return plan.keyPath(of: isShown ? name : MemberName(KeyName.placeholder), at: place)
  }

  /// Returns the byte offset in the payload of a value that must not change.
  package func offset(of constant: ConstantMention) -> Int {
    document.byteRange(Int(constant.node)).lowerBound
  }

  package func severity(at index: Int) -> ContractError.Severity {
    events[index].problem?.severity ?? .error
  }

  package func violations(at indices: [Int]) -> [Violation] {
    guard !indices.isEmpty else { return [] }
    let chosen = indices.map { events[$0] }
    let describer = ViolationDescriber(chosen, causes: causes, plan, document)
    return chosen.compactMap { describer.violation(of: $0) }
  }
}
