package import ContractModel
import JSONParsing
package import MappingEngine

extension Contract {
  /// The headers that lines read of the endpoints' responses, with the simplest value of each, by
  /// the numbers of the endpoints that have any.
  package var canonicalHeaders: [Int: NamedTexts] {
    guard ownedLines.contains(where: { $0.line.source.base == .header }) else { return [:] }
    let index = MappingIndex(self)
    // Most contracts read headers in lines of endpoints alone.
    let isInMappings = index.mappingsInOrder.contains { mapping in
      (mapping.lines + mapping.addedLines).contains { $0.source.base == .header }
    }
    lazy var payloads = CanonicalPayloads(self)
    var headers: [Int: NamedTexts] = [:]
    for (number, endpoint) in endpoints.enumerated() where !endpoint.selector.isRequest {
      let reached = isInMappings ? index.mappings(from: endpoint.mappings) : []
      let inner = reached.flatMap { index.allLines(of: $0) }
      var seen: Set<String> = []
      for line in endpoint.body.lines + inner where line.source.base == .header {
        guard let name = line.source.segmentNames.last, seen.insert(name.text.lowercased()).inserted
        else { continue }
        let texts = payloads.texts(of: line.value)
        headers[number, default: [:]].entries +=
          (texts ?? []).map { NamedTexts.Entry(name: name, text: $0) }
      }
    }
    return headers
  }
}

extension CanonicalPayloads {
  /// Returns the simplest value of a header or parameter, which has several texts if it is repeated;
  /// `nil` if there is none.
  package mutating func texts(of value: ConstrainedType) -> [String]? {
    payload(of: value).map(\.root.texts)
  }
}

extension JSONValue {
  fileprivate var texts: [String] {
    kind == .array ? elements.flatMap(\.texts) : [string ?? rawText]
  }
}
