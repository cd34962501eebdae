package import ContractModel
package import Generation
package import JSONParsing

package struct MapperCase: Sendable {
  /// A name for the payload: `[0].file_url null`.
  package var name: String
  /// The id from which the payload can be made again, if any: `null@[0].file_url`, `random:42:17`.
  package var id: String?
  /// The payloads that are mapped before this one, into the same store.
  package var earlier: [[UInt8]] = []
  /// Whether mappers may legitimately differ from the contract.
  package var isUnspecified = false
  var line: PropertyLine?
  var place: InstancePath?
  var spellings: [SpelledKey] = []
  /// Whether an earlier run failed on the payload.
  package var isKept = false
  /// Where the payload's body was recorded, safe to display; `nil` if no server sent it.
  var recordedPlace: String?
  /// The responses of a history: the mapper is checked against its contract after each of them, and
  /// the last one is the payload.
  package private(set) var history: [DrawnResponse] = []
  private let source: Source

  private indirect enum Source {
    case verbatim(PayloadTree)
    case cell(FaultCell)
    case generated(GeneratedCase)
  }

  /// Creates a case of verbatim payloads, from a fixture or an earlier run; the last one is tested.
  package init(name: String, payloads: [[UInt8]]) {
    (self.name, source) = (name, .verbatim(PayloadTree(verbatim: payloads.last ?? [])))
    earlier = Array(payloads.dropLast())
  }

  /// Creates a history of at least one response.
  package init(name: String, id: String?, history responses: [DrawnResponse]) {
    self.init(name: name, payloads: responses.map(\.payload.bytes))
    (self.id, history) = (id, responses)
  }

  package init(_ histories: DrawnHistories, _ index: Int) {
    self.init(
      name: "history \(index) of seed \(histories.seed.value)", id: histories.id(index),
      history: histories[index])
  }

  package init(_ item: GeneratedCase) {
    (name, id, source) = (item.name, item.id, .generated(item))
    (isUnspecified, line) = (item.isUnspecified, item.line)
    (place, spellings) = (item.cell?.path, item.spellings)
  }

  package init(_ cell: FaultCell, of lines: [PropertyLine]) {
    (name, id, source) = (cell.name, cell.id, .cell(cell))
    (isUnspecified, line) = (cell.isUnspecified, lines.first)
    (place, spellings) = (cell.path, cell.spelling.map { [$0] } ?? [])
  }
}

extension MapperCase {
  /// The tested payload, made on demand.
  package var payload: PayloadTree {
    switch source {
    case .verbatim(let payload): payload
    case .cell(let cell): cell.payload()
    case .generated(let item): item.payload
    }
  }

  package var bytes: [UInt8] {
    switch source {
    case .verbatim(let payload): payload.bytes
    case .cell(let cell): cell.bytes
    case .generated(let item): item.bytes
    }
  }

  /// The generated case of the contract, if the payload can be shrunk.
  var generated: GeneratedCase? { if case .generated(let item) = source { item } else { nil } }

  /// Whether the payload has a word that is missing from a list of the contract.
  var isNewWord: Bool {
    cell.map { [.caseValue, .discriminator].contains($0.faultClass) && $0.variant == "unknown" }
      ?? false
  }

  /// The single fault, if the case consists of one and has no earlier payloads.
  var cell: FaultCell? {
    guard earlier.isEmpty else { return nil }
    switch source {
    case .verbatim: return nil
    case .cell(let cell): return cell
    case .generated(let item): return item.cell
    }
  }

  /// The payloads that one session of a mapper is given, in order.
  package var payloads: [EndpointPayload] {
    history.isEmpty
      ? (earlier + [bytes]).map { EndpointPayload($0) }
      : history.map { EndpointPayload($0) }
  }

  /// The valid payload from which faults made this one; `nil` if it was drawn or is verbatim.
  var base: FaultBase? {
    switch source {
    case .verbatim: nil
    case .cell(let cell): cell.base
    case .generated(let item): item.isDrawn ? nil : item.base
    }
  }

  /// The case without its id, for a payload that no id can make again.
  var withoutID: MapperCase {
    var item = self
    item.id = nil
    return item
  }

  var isCanonical: Bool { generated?.phase == .canonical && recordedPlace == nil }

  /// Whether the payload has at most one fault, so that nothing can be taken out.
  var isMinimal: Bool {
    history.isEmpty && recordedPlace == nil
      && generated.map { $0.phase == .canonical || $0.phase == .cell } ?? true
  }

  var isDrawnValid: Bool {
    generated.map { $0.phase == .valid || $0.phase == .random && $0.faults.isEmpty } ?? false
  }
}
