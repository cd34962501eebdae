import ContractModel
import JSONParsing

/// Payloads that the contract admits, each with many edge values at once: another text, number or
/// date at every key path, and additional members.
///
/// Each cell of the sweep that the contract admits is in one of them, so that a mapper is tried on
/// all these cells with a fraction of the payloads.
struct CombinedFaults: Sendable {
  struct Row: Sendable {
    let base: FaultBase
    fileprivate(set) var cells: [FaultCell] = []
    /// Whether each node of the base is changed or removed.
    private var isTaken: [Bool]
    /// The group of cells that are combined only with each other: identities, by which a store
    /// finds objects again, and keys of one spelling, which a mapper may take for the keys.
    private var group: String?
  }

  let rows: [Row]
  /// The fewest cells in a row; fewer are tried one by one.
  private static let leastCount = 3

  init(_ sweep: FaultSweep) {
    rows = sweep.bases.flatMap { base in
      let keyPaths = sweep.keyPaths.filter { $0.base === base && $0.node > 0 }
      let cells = keyPaths.flatMap { keyPath in keyPath.cells.filter(keyPath.mayAdmit) }
      let identities = Set(keyPaths.filter(\.isIdentity).map(\.node))
      // A replaced value and its content cannot be tested in the same payload.
      let holds = { (cell: FaultCell) in base.tree.nodes[cell.node].kind != .scalar }
      let parts = [cells.filter { !holds($0) }, cells.filter(holds)]
      let admitted = parts.map { part in Row.packed(part, base, identities).flatMap(\.admitted) }
      return Row.packed(admitted.flatMap { $0 }, base, identities).compactMap { row in
        let cells = row.admitted
        return cells.count < Self.leastCount ? nil : Row(base, cells)
      }
    }
  }

  /// The ids of the cells that are in one of the payloads.
  var ids: Set<MemberName> { Set(rows.flatMap { $0.cells.map { MemberName($0.id) } }) }

  subscript(index: Int) -> GeneratedCase {
    let row = rows[index]
    return GeneratedCase(
      id: "\(GeneratedCase.Phase.combined.rawValue):\(index)",
      name: row.cells.map(\.name).joined(separator: ", "), phase: .combined, base: row.base,
      spellings: row.cells.compactMap(\.spelling), payload: { row.payload })
  }
}

extension FaultedKeyPath {
  /// Returns whether the contract may admit a cell that can be combined with others.
  fileprivate func mayAdmit(_ cell: FaultCell) -> Bool {
    guard !cell.isUnspecified, cell.edits.count == 1 else { return false }
    switch cell.faultClass {
    case .missing, .keyCase: return isOptional
    case .null: return isNullable
    case .wrongType, .identity, .foreignKey, .discriminator, .optional, .payload: return false
    default: return true
    }
  }
}

extension CombinedFaults.Row {
  fileprivate init(_ base: FaultBase, _ cells: [FaultCell] = []) {
    (self.base, self.cells) = (base, cells)
    isTaken = Array(repeating: false, count: base.tree.nodes.count)
  }

  /// Returns rows of cells: each cell is put into the first payload that has room for it.
  fileprivate static func packed(
    _ cells: [FaultCell], _ base: FaultBase, _ identities: Set<Int>
  ) -> [Self] {
    var rows: [Self] = []
    for cell in cells {
      let group =
        cell.spelling.map { _ in "\(cell.faultClass.rawValue) \(cell.variant)" }
        ?? (identities.contains(cell.node) ? "identity" : nil)
      if rows.indices.contains(where: { rows[$0].add(cell, of: group) }) { continue }
      var row = Self(base)
      _ = row.add(cell, of: group)
      rows.append(row)
    }
    return rows
  }

  private mutating func add(_ cell: FaultCell, of group: String?) -> Bool {
    let end = cell.removesValue ? Int(base.tree.nodes[cell.node].end) : cell.node + 1
    let nodes = cell.node..<end
    guard !isTaken[nodes].contains(true), cells.isEmpty || group == self.group else { return false }
    for node in nodes { isTaken[node] = true }
    self.group = group
    cells.append(cell)
    return true
  }

  /// The base with all the cells, from last to first, because an edit moves everything after it.
  fileprivate var payload: PayloadTree {
    let edits = cells.map { $0.edits[0] }
    return base.tree(with: edits.sorted { $0.order.lexicographicallyPrecedes($1.order) })
  }

  fileprivate var admitted: [FaultCell] {
    var row = self
    while !row.cells.isEmpty {
      guard let errors = base.errors(in: row.payload) else { return [] }
      let paths = errors.subtracting(base.errors).map(\.path)
      if paths.isEmpty { return row.cells }
      let count = row.cells.count
      row.cells.removeAll { paths.contains($0.path) }
      if row.cells.count < count { continue }
      row.cells.removeAll { cell in paths.contains { cell.path.isAround($0) } }
      // If no cell explains the errors, none of the cells is known to be admitted.
      if row.cells.count == count { return [] }
    }
    return []
  }
}

extension FaultCell {
  /// Whether the content of the value is removed.
  fileprivate var removesValue: Bool {
    switch edits.first {
    case .remove, .replace: true
    case .rename: spelling != nil
    default: false
    }
  }
}

extension FaultEdit {
  /// The order in which edits have to be applied, because their places are later. An insertion
  /// before a node is applied after a change of that node; an insertion at the end of a container
  /// is applied after one at the end of a container around it.
  fileprivate var order: [Int32] {
    switch self {
    case .remove(let node), .replace(let node, _), .rename(let node, _): [-node, 0, 0]
    case .insert(_, _, let position, let container): [-position, 1, container]
    case .surround: [0, 0, 0]
    }
  }
}

extension InstancePath {
  /// Returns whether one of the two paths is a prefix of the other.
  fileprivate func isAround(_ other: InstancePath) -> Bool {
    steps.starts(with: other.steps) || other.steps.starts(with: steps)
  }
}
