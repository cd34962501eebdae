import ContractModel
import JSONParsing

/// A value of a payload that is not in the contract's list, range or format.
package struct PayloadValue: Sendable {
  /// A number that is the same for equal values, in every process.
  package let fingerprint: UInt64
  private let document: JSONDocument
  private let node: Int

  init(_ node: Int, in document: JSONDocument) {
    (self.node, self.document) = (node, document)
    switch document.word(node).kind {
    case .plainString, .escapedString:
      fingerprint = MappingEngine.fingerprint(of: document.contentBytes(node))
    default:
      // A number's fingerprint differs from that of a text with the same characters.
      fingerprint = ~MappingEngine.fingerprint(of: document.bytes[document.byteRange(node)])
    }
  }

  /// The value as JSON, safe to display and shortened if it is long.
  package var text: String { document.text(node) }
}

extension PayloadProblems {
  /// Returns the value that caused a problem; `nil`, if there is none, or it is sensitive.
  package func value(at index: Int) -> PayloadValue? {
    let event = events[index]
    guard let rule = event.problem?.rule, rule.traits.isAboutValue, !event.isElsewhere else {
      return nil
    }
    if rule == .noCase { return caseValue(event) }
    guard event.line >= 0, !plan.tables.lines[event.line].isSensitive else { return nil }
    return PayloadValue(Int(event.node), in: document)
  }

  /// Returns the value that matches no case.
  private func caseValue(_ event: RawEvent) -> PayloadValue? {
    guard event.mapping >= 0,
      let source = plan.caseSource(of: plan.tables.mappings[event.mapping]),
      !plan.hasSensitiveLine(at: source, of: event.mapping),
      let value = JSONValue(document: document, node: Int(event.node)).value(at: source)
    else { return nil }
    return PayloadValue(value.node, in: document)
  }
}

extension MappingPlan {
  fileprivate func hasSensitiveLine(at source: SourceKeyPath, of mapping: Int32) -> Bool {
    guard tables.lines.contains(where: \.isSensitive) else { return false }
    return tables.lines(of: tables.mappings[mapping]).contains {
      tables.lines[$0].isSensitive && tables.sourceLines[$0].source == source
    }
  }
}
