import CaptureSummary
import ContractModel
import DraftWriting
import JSONParsing

/// The endpoints that a contract does not have, and the mappings that they use, as they are drafted.
struct EndpointAdditions {
  private var endpoints: [ContractDraft.EndpointRow] = []
  private var mappings: [String] = []
  private(set) var remainders: [ContractUpdate.Remainder] = []
  private let lines: ContractLines

  init(_ lines: ContractLines, _ text: [UInt8], _ evidence: UpdateEvidence) {
    self.lines = lines
    let (contract, summary) = (evidence.contract, evidence.undescribed)
    var existing = ContractDraft.Existing(answers: evidence.answers.mapValues(\.hint))
    for mapping in contract.mappings + contract.includedMappings {
      existing.names.formUnion([mapping.name.text, mapping.typeName.text])
    }
    let hosts = summary.hosts.keys.filter { contract.host != nil || evidence.hosts.contains($0) }
    let others = summary.hosts.keys.count - hosts.count
    if others > 0 {
      remainders.append(
        ContractUpdate.Remainder(
          path: "", offset: 0,
          message: "requests to \(counted(others, "other host")) are passed over; "
            + "infer drafts a contract of each"))
    }
    add(ContractDraft.draft(ofPayloads: summary, existing), &existing)
    for host in hosts.sorted() {
      add(ContractDraft.draft(of: host, in: summary, existing), &existing)
    }
    for (name, answer) in evidence.answers { add(name, answer) }
    // What stands there as a comment was proposed before.
    endpoints.removeAll { text.firstRange(of: Array(DraftText.json($0.selector).utf8)) != nil }
    endpoints.sort { MemberName($0.selector) < MemberName($1.selector) }
  }

  private mutating func add(_ draft: ContractDraft, _ existing: inout ContractDraft.Existing) {
    endpoints += draft.endpointRows
    mappings += draft.mappingRows
    existing.names.formUnion(draft.mappingNames)
  }

  /// Adds an answer without a body, or comments one out that is empty at times.
  private mutating func add(_ name: MemberName, _ answer: UpdateEvidence.Answer) {
    guard let index = endpoints.firstIndex(where: { MemberName($0.selector) == name }) else {
      guard answer.bodilessCount > 0 else { return }
      let text = "    \(DraftText.json(name.text)): null,  // no body, \(answer.bodilessCount)×"
      endpoints.append(
        ContractDraft.EndpointRow(selector: name.text, text: text, isCommentedOut: false))
      return
    }
    guard answer.emptyCount > 0, !endpoints[index].isCommentedOut else { return }
    endpoints[index].text =
      "    // \(endpoints[index].text.dropFirst(4)); empty \(answer.emptyCount)×"
    endpoints[index].isCommentedOut = true
  }

  /// The lines that are added: of endpoints that are commented out, no mappings.
  func proposal(isCommentedOut: Bool) -> Proposal {
    guard !endpoints.isEmpty else { return Proposal(edits: []) }
    let rows = endpoints.map { row in
      let text = String(row.text.dropFirst(4))
      return isCommentedOut && !row.isCommentedOut ? "// " + text : text
    }
    let isUsed = !isCommentedOut && endpoints.contains { !$0.isCommentedOut }
    let definitions = isUsed ? mappings.map { String($0.dropFirst(4)) } : []
    var edits: [TextEdit] = []
    var missing: [String] = []
    for (name, rows) in [("endpoints", rows), ("mappings", definitions)] where !rows.isEmpty {
      if let object = lines.root[name] {
        edits += lines.appending(rows, to: object)
      } else {
        missing += ["\"\(name)\": {"] + rows.map { "  " + $0 } + ["},"]
      }
    }
    if !missing.isEmpty { edits += lines.appending(missing, to: lines.root) }
    return Proposal(edits: edits)
  }
}
