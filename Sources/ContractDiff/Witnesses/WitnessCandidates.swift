import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// The payloads that one side may send and that may show a difference: the simplest of each case,
/// each edge value of the changed lines, identities at two places, pairs of edge values, and some
/// drawn payloads.
struct WitnessCandidates {
  /// The maximum number of payloads of each kind that are tried.
  struct Limits: Sendable {
    var cells = 3_000
    var pairs = 64
    var drawn = 100

    /// Limits for only the edge values of changed lines.
    static let edges = Limits(pairs: 0, drawn: 0)
  }

  /// The maximum number of values of a simplest payload that includes every path to a difference.
  private static let mostValues = 1_000
  /// The maximum number of values in all payloads of a kind.
  private static let mostWork = 300_000

  private static let edges: Set<FaultClass> = [
    .missing, .null, .foreignKey, .identity, .text, .integer, .number, .bool, .decimal, .date, .url,
    .uuid, .data, .caseValue, .discriminator, .array, .optional,
  ]

  private var cases: GeneratedCases?
  private let exchanges: [MappingExchange?]
  let sender: Side
  private var limits: Limits

  /// - Parameter isWhole: Whether every line counts, not only the changed ones.
  init(
    _ target: DiffTarget, _ sender: Side, _ table: PlaceTable, _ limits: Limits,
    isWhole: Bool = false
  ) {
    (self.sender, self.limits) = (sender, limits)
    exchanges = ExchangeMaker(target, sender).exchanges
    cases = nil
    let half = target[sender]
    guard let payload = Self.payloadTarget(half) else { return }
    let reach = ContractReach(half.contract)
    let make = { (starts: [MemberName]?, limits: GenerationLimits) -> GeneratedCases? in
      let contract = reach.spared(for: target.changedNames, from: starts) { line in
        isWhole || !table.numbers(at: line.origin.place, sender).isEmpty
      }
      return GeneratedCases(
        contract.settingUnknownKeys(to: .error), target: payload, limits: limits
      ) { keyPath in
        isWhole
          || keyPath.lines.contains { line in
            !table.numbers(at: line.origin.place, sender).isEmpty
              || table.ownersNumber(of: line.origin, sender) != nil
          }
      }
    }
    guard !isWhole else {
      // With fewer payloads, a key that is sometimes there might seem to be always absent.
      cases = make(nil, GenerationLimits())
      return
    }
    cases = make(nil, GenerationLimits(valueCount: Self.mostValues))
    let isTooLarge = cases.map { cases in
      cases.sweep.isCut || cells(cases).count * cases.valueCount > Self.mostWork
    }
    // If each of twenty mappings names the next one twice, the last one occurs at a million places.
    if isTooLarge ?? true { cases = make(half.starts, GenerationLimits()) ?? cases }
    let most = Self.mostWork / max(1, cases?.valueCount ?? 1)
    self.limits = Limits(
      cells: min(limits.cells, most), pairs: min(limits.pairs, most),
      drawn: min(limits.drawn, most))
  }

  /// Returns the target of the payload alone, without its exchange; `nil` if it has no body.
  private static func payloadTarget(_ half: DiffTarget.Half) -> ContractExample.Target? {
    guard !half.contract.hasNoBody(half.target) else { return nil }
    guard let endpoint = half.endpoint, case .map(let lines) = endpoint.body,
      endpoint.selector.isRequest, lines.contains(where: \.source.isOfExchange)
    else { return half.target }
    let whole = lines.first { $0.source == .representation }
    return whole.map { .type(root: .representation, $0.value) }
  }

  /// The simplest payload, near which others are shrunk.
  var canonical: PayloadTree? { cases?.sweep.bases.first?.tree ?? Self.nothing }

  /// The body of a payload without one.
  private static let nothing: PayloadTree = {
    var tree = PayloadTree()
    tree.begin(.object)
    tree.end()
    return tree
  }()

  /// Passes the payloads one after the other to a closure; each is made on demand.
  func send(_ body: (Candidate) -> Void) {
    sendEdges(body)
    sendPairs(body)
    sendDrawn(body)
  }

  /// Passes the simplest payloads, and those with a changed line at an edge.
  func sendEdges(_ body: (Candidate) -> Void) {
    guard let cases else {
      for exchange in exchanges { body(candidate(Self.nothing, exchange)) }
      return
    }
    for number in 0..<(cases.count(of: .canonical) ?? 0) {
      for exchange in exchanges { body(candidate(cases[.canonical, number].payload, exchange)) }
    }
    guard let exchange = exchanges.first else { return }
    for cell in cells(cases).prefix(limits.cells) { body(candidate(cell.payload(), exchange)) }
    for payload in smallReals(cases) { body(candidate(payload, exchange)) }
  }

  /// Returns payloads with a number that fits `Double` and not `Decimal`. It is no fault: apps may
  /// read a `Double` as a `Decimal`.
  private func smallReals(_ cases: GeneratedCases) -> [PayloadTree] {
    cases.sweep.keyPaths.compactMap { keyPath in
      let isReal = keyPath.lines.contains { $0.value.type == .scalar(ScalarType(.double)) }
      guard isReal, !keyPath.cells.isEmpty else { return nil }
      var (payload, number) = (keyPath.base.tree, PayloadTree())
      number.scalar("1e-300")
      payload.replace(keyPath.node, with: number)
      return payload
    }
  }

  /// Passes payloads with one identity at two places, and those with edges in pairs.
  func sendPairs(_ body: (Candidate) -> Void) {
    guard let cases, let exchange = exchanges.first else { return }
    for phase in [GeneratedCase.Phase.identityPair, .pairwise] {
      for number in 0..<min(limits.pairs, cases.count(of: phase) ?? 0) {
        body(candidate(cases[phase, number].payload, exchange))
      }
    }
  }

  func sendDrawn(most: Int = .max, _ body: (Candidate) -> Void) {
    guard let cases, let exchange = exchanges.first else { return }
    for number in 0..<min(limits.drawn, most) {
      body(candidate(cases[.valid, number].payload, exchange))
    }
  }

  private func candidate(_ payload: PayloadTree, _ exchange: MappingExchange?) -> Candidate {
    Candidate(payload: payload, exchange: exchange, sender: sender)
  }

  private func cells(_ cases: GeneratedCases) -> [FaultCell] {
    cases.sweep.keyPaths.flatMap { keyPath in keyPath.cells.filter { isEdge($0, keyPath) } }
      + cases.sweep.rootCells.filter { $0.faultClass == .optional }
  }

  /// Returns whether a cell is an edge value; a value of another kind is sent only if the line
  /// itself names several.
  private func isEdge(_ cell: FaultCell, _ keyPath: FaultedKeyPath) -> Bool {
    guard !cell.isUnspecified else { return false }
    return Self.edges.contains(cell.faultClass)
      || cell.faultClass == .wrongType && keyPath.lines.contains { $0.value.type.namesSeveral }
  }
}

extension GeneratedCases {
  fileprivate var valueCount: Int { sweep.bases.first?.tree.nodes.count ?? 0 }
}

extension ValueType {
  /// Whether the contract says that several kinds of values are read.
  fileprivate var namesSeveral: Bool {
    switch self {
    case .scalar(let scalar): scalar.coercions.count > 1
    case .union: true
    case .array(let element), .set(let element), .dictionary(let element): element.type.namesSeveral
    case .literal, .mapping, .keyed: false
    }
  }
}
