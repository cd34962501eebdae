import ContractModel
import JSONParsing

/// Payloads whose members have edge values, with every two edge values together in one of them.
/// They find faults that an absent or empty member hides in combination with another one.
struct PairwiseRows: Sendable {
  /// The most members of a base that are varied, nearest to the root first.
  static let factorLimit = 100

  struct Table: Sendable {
    let base: FaultBase
    let factors: [PairwiseFactor]
    let rows: [[Int]]
  }

  let tables: [Table]
  /// The table of each row, and the row's number in it.
  private let places: [(table: Int, row: Int)]

  init(_ bases: [FaultBase]) {
    tables = bases.map(Table.init)
    places = tables.enumerated().flatMap { table in
      table.element.rows.indices.map { (table.offset, $0) }
    }
  }

  var count: Int { places.count }

  subscript(index: Int) -> GeneratedCase {
    let (table, row) = (tables[places[index].table], places[index].row)
    let changes = zip(table.factors, table.rows[row]).filter { $1 > 0 }
    let texts = changes.map { "\($0.path) \($0.levels[$1].name)" }
    let name = texts.isEmpty ? "nothing at its edge" : texts.joined(separator: ", ")
    return GeneratedCase(
      id: "\(GeneratedCase.Phase.pairwise.rawValue):\(index)", name: name, phase: .pairwise,
      base: table.base, payload: { table.payload(row) })
  }
}

extension PairwiseRows.Table {
  fileprivate init(_ base: FaultBase) {
    self.base = base
    let all = base.keyPaths.compactMap { PairwiseFactor($0, base) }
    let chosen = all.sorted { $0.path.steps.count < $1.path.steps.count }
    factors = chosen.prefix(PairwiseRows.factorLimit).sorted { $0.node < $1.node }
    rows = CoveringArray(Self.factors(factors, base)).rows
  }

  private static func factors(
    _ factors: [PairwiseFactor], _ base: FaultBase
  ) -> [CoveringArray.Factor] {
    factors.enumerated().map { position, factor in
      let outer = (0..<position).filter { base.range(of: factors[$0].node).contains(factor.node) }
      return CoveringArray.Factor(removing: factor.levels.map(\.removes), outer: outer)
    }
  }

  /// Returns the base with the levels of a row; inner members are changed before outer ones.
  fileprivate func payload(_ row: Int) -> PayloadTree {
    var tree = base.tree
    for (factor, level) in zip(factors, rows[row]).reversed() where level > 0 {
      switch factor.levels[level].change {
      case .none: break
      case .absent: tree.remove(Int(factor.node))
      case .replaced(let text):
        FaultEdit.replace(factor.node, text).apply(to: &tree, of: base.tree)
      case .anotherElement: addElement(to: factor.node, of: &tree)
      }
    }
    return tree
  }

  private func addElement(to array: Int32, of tree: inout PayloadTree) {
    guard let first = base.tree.children(of: Int(array)).first else { return }
    let edit = FaultEdit.insert(
      OtherValue.copy(of: Int32(first), in: base), at: tree.nodes[Int(array)].end,
      in: array)
    edit.apply(to: &tree, of: base.tree)
  }
}
