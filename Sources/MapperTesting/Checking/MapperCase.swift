package import ContractModel
package import Generation
import JSONParsing

/// A payload that a mapper is tested on, and its name.
package struct MapperCase: Sendable {
  /// The special thing about the payload: `[0].file_url null`.
  package var name: String
  /// The id that makes the payload again, if it has one: `null@[0].file_url`, `random:42:17`.
  package var id: String?
  /// The payloads that are mapped before, into the same store.
  package var earlier: [[UInt8]] = []
  /// Whether mappers may differ from the contract by right.
  package var isUnspecified = false
  /// The line that the payload is about.
  var line: PropertyLine?
  /// The place of the payload that it is about.
  var place: InstancePath?
  /// Names of members and other spellings of them that the payload has.
  var spellings: [SpelledKey] = []
  /// Whether an earlier run failed on the payload.
  package var isKept = false
  /// Where the body was recorded that it was made of, safe to display; `nil` of what no server sent.
  var recordedPlace: String?
  /// The responses, where the mapper is checked against its contract after each of them; the last is
  /// the payload.
  package private(set) var history: [DrawnResponse] = []
  private let source: Source

  /// The thing that makes the payload.
  private indirect enum Source {
    case verbatim(PayloadTree)
    case cell(FaultCell)
    case generated(GeneratedCase)
  }

  /// Payloads as they came, of a fixture or an earlier run; the last is the one it is about.
  package init(name: String, payloads: [[UInt8]]) {
    (self.name, source) = (name, .verbatim(PayloadTree(verbatim: payloads.last ?? [])))
    earlier = Array(payloads.dropLast())
  }

  /// Payloads that are generated, of which the last is about a place.
  init(name: String, payloads: [[UInt8]], line: PropertyLine, place: InstancePath) {
    self.init(name: name, payloads: payloads)
    (self.line, self.place) = (line, place)
  }

  /// A history.
  ///
  /// - Parameter responses: At least one.
  package init(name: String, id: String?, history responses: [DrawnResponse]) {
    self.init(name: name, payloads: responses.map(\.payload.bytes))
    (self.id, history) = (id, responses)
  }

  /// A history that is drawn.
  package init(_ histories: DrawnHistories, _ index: Int) {
    self.init(
      name: "history \(index) of seed \(histories.seed.value)", id: histories.id(index),
      history: histories[index])
  }

  /// A payload that is generated.
  package init(_ item: GeneratedCase) {
    (name, id, source) = (item.name, item.id, .generated(item))
    (isUnspecified, line) = (item.isUnspecified, item.line)
    spellings = item.spellings
  }

  /// A single fault.
  package init(_ cell: FaultCell, of lines: [PropertyLine]) {
    (name, id, source) = (cell.name, cell.id, .cell(cell))
    (isUnspecified, line) = (cell.isUnspecified, lines.first)
    (place, spellings) = (cell.path, cell.spelling.map { [$0] } ?? [])
  }
}

extension MapperCase {
  /// The payload that it is about, made when it is asked for.
  package var payload: PayloadTree {
    switch source {
    case .verbatim(let payload): payload
    case .cell(let cell): cell.payload()
    case .generated(let item): item.payload
    }
  }

  /// The payload's bytes.
  package var bytes: [UInt8] {
    switch source {
    case .verbatim(let payload): payload.bytes
    case .cell(let cell): cell.bytes
    case .generated(let item): item.bytes
    }
  }

  /// The case of the contract that it is, if its payload can be shrunk.
  var generated: GeneratedCase? { if case .generated(let item) = source { item } else { nil } }

  /// Whether it has a word that a list of the contract does not name.
  var isNewWord: Bool {
    cell.map { [.caseValue, .discriminator].contains($0.faultClass) && $0.variant == "unknown" }
      ?? false
  }

  /// The single fault that it is, if it is one and comes alone.
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
      : history.map { EndpointPayload($0.payload.bytes, endpoint: $0.endpoint) }
  }

  /// The valid payload that it was made of, by one fault or some; `nil` of one that was drawn, or
  /// came as it is.
  var base: FaultBase? {
    switch source {
    case .verbatim: nil
    case .cell(let cell): cell.base
    case .generated(let item): item.isDrawn ? nil : item.base
    }
  }

  /// The case without an id, of a payload that no id makes again.
  var withoutID: MapperCase {
    var item = self
    item.id = nil
    return item
  }

  /// Whether the payload is one of nothing but what the contract says.
  var isCanonical: Bool { generated?.phase == .canonical && recordedPlace == nil }

  /// Whether there is but one thing to it, so that nothing could be taken out.
  var isMinimal: Bool {
    history.isEmpty && recordedPlace == nil
      && generated.map { $0.phase == .canonical || $0.phase == .cell } ?? true
  }

  /// Whether the payload was drawn, and nothing made wrong in it.
  var isDrawnValid: Bool {
    generated.map { $0.phase == .valid || $0.phase == .random && $0.faults.isEmpty } ?? false
  }
}
