import ContractModel
import JSONParsing

/// Collects the cells of one key path.
struct FaultCollector {
  let keyPath: FaultedKeyPath
  private(set) var cells: [FaultCell] = []
  /// The texts that were put in the value's place, so that each payload is made only once.
  private var written: Set<MemberName>
  /// The only cell to collect; `nil` for all.
  private let wanted: FaultSite?
  /// Whether it is not known what the app's own transformer makes of another value.
  private let isTransformed: Bool

  private init(_ keyPath: FaultedKeyPath, only wanted: FaultSite? = nil) {
    (self.keyPath, self.wanted) = (keyPath, wanted)
    isTransformed = keyPath.reads.isTransformed
    written = [MemberName(keyPath.base.tree.text(of: keyPath.node))]
  }

  /// Returns the cells of every class that applies.
  static func cells(of keyPath: FaultedKeyPath) -> [FaultCell] {
    var collector = FaultCollector(keyPath)
    collector.addAll()
    return collector.cells
  }

  /// Returns the faults that reveal a mapper which reads the key differently in another case: no
  /// value, null, and a value of another kind.
  static func cellsOfAnotherCase(of keyPath: FaultedKeyPath) -> [FaultCell] {
    var collector = FaultCollector(keyPath)
    collector.addAbsence()
    let count = collector.cells.count
    collector.addWrongTypes()
    return Array(collector.cells.prefix(count + 1))
  }

  static func rootCells(_ base: FaultBase) -> [FaultCell] {
    var collector = FaultCollector(FaultedKeyPath(base.rootReads, base))
    collector.addAll()
    collector.addPayloadFaults()
    return collector.cells
  }

  /// Returns one of the cells of a key path, or of the payload itself; `nil` if it does not apply.
  static func cell(
    _ wanted: FaultSite, at reads: FaultedKeyPath.Reads?, in base: FaultBase
  ) -> FaultCell? {
    var collector = FaultCollector(FaultedKeyPath(reads ?? base.rootReads, base), only: wanted)
    collector.addAll()
    if reads == nil, collector.cells.isEmpty { collector.addPayloadFaults() }
    return collector.cells.first
  }

  private mutating func addAll() {
    for add in Self.all {
      add(&self)
      if wanted != nil, !cells.isEmpty { return }
    }
  }

  /// The ways to break a value, in the order of their cells.
  private static let all: [@Sendable (inout FaultCollector) -> Void] = [
    { $0.addAbsence() }, { $0.addForeignKeys() }, { $0.addIdentities() }, { $0.addWrongTypes() },
    { $0.addKeys() }, { $0.addTexts() }, { $0.addNumbers() }, { $0.addFormats() },
    { $0.addDates() }, { $0.addCases() }, { $0.addArrays() }, { $0.addObjects() },
    { $0.addDepth() },
  ]

  // MARK: - Adding

  mutating func add(
    _ faultClass: FaultClass, _ variant: String, _ label: String, _ edits: FaultEdit...,
    isUnspecified: Bool = false
  ) {
    add(faultClass, variant, label, edits, isUnspecified: isUnspecified)
  }

  mutating func add(
    _ faultClass: FaultClass, _ variant: String, _ label: String, _ edits: [FaultEdit],
    isUnspecified: Bool = false
  ) {
    let site = FaultSite(faultClass: faultClass, variant: MemberName(variant))
    guard !edits.isEmpty, wanted == nil || wanted == site else { return }
    let isOfTransformer =
      isTransformed && faultClass != .null && edits.contains { $0.changes(node) }
    cells.append(
      FaultCell(
        faultClass: faultClass, variant: variant, base: keyPath.base, node: keyPath.node,
        isUnspecified: isUnspecified || isOfTransformer, pathText: keyPath.text, label: label,
        edits: edits))
  }

  /// Adds a cell with a text in the value's place, unless another variant has put it there.
  mutating func replace(
    _ faultClass: FaultClass, _ variant: String, _ label: String, with text: String,
    isUnspecified: Bool = false
  ) {
    guard written.insert(MemberName(text)).inserted else { return }
    add(
      faultClass, variant, label, .replace(node, FaultText(text)), isUnspecified: isUnspecified)
  }

  /// Adds cells with texts in the value's place, named by a word and the text.
  mutating func replace(
    _ faultClass: FaultClass, _ word: String,
    withEach texts: [(variant: String, text: String, isUnspecified: Bool)]
  ) {
    for (variant, text, isUnspecified) in texts {
      replace(
        faultClass, variant, "\(word) \"\(displayed(text))\"", with: JSONWriter.text(of: text),
        isUnspecified: isUnspecified)
    }
  }

  // MARK: - The base's value

  var base: FaultBase { keyPath.base }
  var tree: PayloadTree { keyPath.base.tree }
  var node: Int32 { Int32(keyPath.node) }
  var reads: FaultedKeyPath.Reads { keyPath.reads }
  var kind: PayloadTree.Kind { tree.nodes[keyPath.node].kind }
  /// The token of the scalar; empty for a container.
  var token: String {
    kind == .scalar ? String(decoding: tree.scalarToken(of: keyPath.node), as: UTF8.self) : ""
  }
  var string: String? {
    token.hasPrefix("\"") ? tree.unquoted(tree.scalarToken(of: keyPath.node)) : nil
  }
  var parent: Int32 { base.parents[keyPath.node] }
  /// Whether the value is a member, not an element.
  var isMember: Bool { parent >= 0 && tree.nodes[Int(parent)].kind == .object }

  func end(of node: Int32) -> Int32 { tree.nodes[Int(node)].end }

  /// Returns a scalar's text in the form of the base's value: in quotes if that is in quotes.
  func likeBase(_ text: String) -> String {
    token.hasPrefix("\"") ? JSONWriter.text(of: text) : text
  }
}

extension FaultEdit {
  /// Returns whether the edit changes a value, or the elements in it.
  fileprivate func changes(_ node: Int32) -> Bool {
    switch self {
    case .replace(let place, _): place == node
    case .insert(_, _, _, let holder): holder == node
    default: false
    }
  }
}

/// A fault that may be made: a class and a variant.
struct FaultSite: Hashable, Sendable {
  let faultClass: FaultClass
  let variant: MemberName
}

extension FaultBase {
  fileprivate var rootReads: FaultedKeyPath.Reads {
    keyPaths.first { $0.node == 0 } ?? FaultedKeyPath.Reads(node: 0)
  }
}
