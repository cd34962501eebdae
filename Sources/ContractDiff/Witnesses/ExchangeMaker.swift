import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Makes the exchange of a payload as far as lines read it: the query, headers and form of a
/// request, the headers of a response.
struct ExchangeMaker {
  private let target: DiffTarget
  private let sender: Side

  init(_ target: DiffTarget, _ sender: Side) { (self.target, self.sender) = (target, sender) }

  /// The exchanges: one with all values, one without each optional value, and one for each other
  /// text of a list. If no line reads an exchange, the only element is `nil`.
  var exchanges: [MappingExchange?] {
    let all = lines(.old) + lines(.new)
    guard target.isRequest || !all.isEmpty else { return [nil] }
    let (own, path) = (lines(sender), all.filter { $0.source.base == .path })
    let sent = own.filter { target.isRequest || $0.source.base == .header }
    // A response does not determine its request, so the lines of both sides count for the request.
    let asked = target.isRequest ? [] : all.filter { $0.source.base != .header }
    let values = (sent + asked + path).reduce(into: [(line: PropertyLine, texts: [[String]])]()) {
      known, line in
      if !known.contains(where: { $0.line.source == line.source }) {
        known.append((line, texts(of: line)))
      }
    }
    var made = [exchange(values.map { ($0.line, $0.texts.first ?? []) })]
    for position in values.indices {
      let (line, texts) = values[position]
      let others = texts.dropFirst() + (line.isOptional ? [[]] : [])
      for other in others {
        var changed = values.map { ($0.line, $0.texts.first ?? []) }
        changed[position].1 = other
        made.append(exchange(changed))
      }
    }
    return made
  }

  /// Returns the lines of one side that read values outside of the payload.
  private func lines(_ side: Side) -> [PropertyLine] {
    let half = target[side]
    let index = MappingIndex(half.contract)
    let inner = index.mappings(from: half.starts).flatMap { index.allLines(of: $0) }
    return ((half.endpoint?.body.lines ?? []) + inner).filter {
      $0.source.base.isOfTexts && $0.deletes == nil
    }
  }

  /// Returns the texts that a line accepts: the simplest one, and those of a list.
  private func texts(of line: PropertyLine) -> [[String]] {
    var payloads = CanonicalPayloads(target[sender].contract)
    let simplest = payloads.texts(of: line.value) ?? ["a"]
    let listed = line.value.type.literals.map { [$0.plainText] }
    return listed.contains(simplest)
      ? [simplest] + listed.filter { $0 != simplest } : [simplest] + listed
  }

  private func exchange(_ values: [(line: PropertyLine, texts: [String])]) -> MappingExchange {
    let entries = { (base: SourceKeyPath.Base) in
      NamedTexts(
        values.filter { $0.line.source.base == base }.flatMap { value in
          value.texts.compactMap { text in
            value.line.source.segmentNames.last.map { NamedTexts.Entry(name: $0, text: text) }
          }
        })
    }
    let parameters = Dictionary(
      entries(.path).entries.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    let request = MappingRequest(
      pathParameters: parameters, query: entries(.requestQuery), headers: entries(.requestHeader),
      form: entries(.requestForm), knowsHeaders: true)
    guard !target.isRequest else { return MappingExchange(request: request) }
    let isAsked = values.contains { $0.line.source.base != .header }
    // A response without any header would count as one whose headers are unknown.
    let type = NamedTexts.Entry(name: "Content-Type", text: Endpoint.standardMIMEType)
    return MappingExchange(
      request: isAsked ? request : nil,
      response: MappingResponse(headers: NamedTexts([type] + entries(.header).entries)))
  }
}

extension DiffTarget.Half {
  var starts: [MemberName] {
    switch target {
    case .type(_, let value): value.type.mappings.map(\.value)
    case .endpoint: endpoint?.mappings ?? []
    }
  }
}

extension Literal {
  fileprivate var plainText: String {
    if case .string(let text) = self { text.text } else { json }
  }
}
