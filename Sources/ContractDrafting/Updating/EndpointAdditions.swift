import ContractModel
import DraftWriting
import JSONParsing

/// The drafted endpoints that a contract does not have, with the mappings that they use.
struct EndpointAdditions {
  private var endpoints: [ContractDraft.EndpointRow] = []
  private var mappings: [String] = []
  private(set) var remainders: [ContractUpdate.Remainder] = []

  /// - Parameter names: The names of mappings, to which those of new mappings are added.
  init(_ text: [UInt8], _ evidence: UpdateEvidence, _ names: inout Set<String>) {
    let (contract, summary) = (evidence.contract, evidence.undescribed)
    var existing = ContractDraft.Existing(names: names)
    existing.answers = evidence.answers.mapValues(\.hint)
    existing.mappings = ExistingMappings(evidence)
    defer { names = existing.names }
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
    // Endpoints that are in comments of the contract were proposed before.
    endpoints.removeAll { text.firstRange(of: Array(DraftText.json($0.selector).utf8)) != nil }
    endpoints.sort { MemberName($0.selector) < MemberName($1.selector) }
  }

  private mutating func add(_ draft: ContractDraft, _ existing: inout ContractDraft.Existing) {
    endpoints += draft.endpointRows
    mappings += draft.mappingRows
    existing.names.formUnion(draft.mappingNames)
  }

  /// Adds a response without a body, or comments out one that is sometimes empty.
  private mutating func add(_ name: MemberName, _ answer: UpdateEvidence.Answer) {
    guard let index = endpoints.firstIndex(where: { MemberName($0.selector) == name }) else {
      guard answer.bodilessCount > 0 else { return }
      let text = "\(DraftText.json(name.text)): null,  // no body, \(answer.bodilessCount)×"
      endpoints.append(
        ContractDraft.EndpointRow(selector: name.text, text: text, isCommentedOut: false))
      return
    }
    guard answer.emptyCount > 0, !endpoints[index].isCommentedOut else { return }
    endpoints[index].text = "// \(endpoints[index].text); empty \(answer.emptyCount)×"
    endpoints[index].isCommentedOut = true
  }

  func rows(isCommentedOut: Bool) -> [String] {
    endpoints.map { $0.isCommentedOut || !isCommentedOut ? $0.text : "// " + $0.text }
  }

  var mappingRows: [String] {
    endpoints.contains { !$0.isCommentedOut } ? mappings : []
  }
}
