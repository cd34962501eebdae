package import ContractModel
package import JSONParsing
import MappingEngine

/// A place of a valid payload that lines read, or that is on their way.
package struct FaultedKeyPath: Sendable {
  package let path: InstancePath
  /// The path as reports say it.
  package let text: String
  /// The lines that read the value; none, of the payload itself and of what is only on the way.
  package var lines: [PropertyLine] { reads.lines }
  package let isOptional: Bool
  package let isNullable: Bool
  /// How many of the lines' collections are around the value: 0 is the lines' own value.
  package var level: Int { reads.level }
  package var isIdentity: Bool { reads.isIdentity }
  package let base: FaultBase
  package var node: Int { reads.node }
  package internal(set) var cells: [FaultCell] = []
  let reads: Reads

  init(_ reads: Reads, _ base: FaultBase) {
    (self.reads, self.base) = (reads, base)
    path = base.paths[reads.node]
    text = path.description + base.label
    let isRead = !reads.values.isEmpty
    isOptional = isRead && reads.level == 0 && reads.lines.allSatisfy(\.isOptional)
    isNullable = isRead && reads.values.allSatisfy(\.allowsNull)
  }

  /// Leaves out the cells that are not wanted.
  package mutating func keep(_ isWanted: (FaultCell) -> Bool) { cells = cells.filter(isWanted) }

  /// The readings of one node, taken together.
  struct Reads: Sendable {
    let node: Int
    var lines: [PropertyLine] = []
    /// The types that the value itself has.
    var values: [ConstrainedType] = []
    /// The line by which the value tells objects apart.
    var identityLine: PropertyLine?
    var isForeignKey = false
    var level = 0
    /// The literals that cases compare the value with; `nil`, if none looks at it.
    var literals: [Literal]?

    var isIdentity: Bool { identityLine != nil }

    init(node: Int) { self.node = node }

    /// The readings by their nodes, in payload order, with the nodes on the way to them.
    static func grouped(_ reads: RecordedReads, _ tree: PayloadTree) -> [Reads] {
      var nodes: [Int32: Int] = [:]
      for (node, value) in tree.nodes.enumerated() { nodes[value.source] = node }
      var groups: [Reads?] = Array(repeating: nil, count: tree.nodes.count)
      for line in reads.lines {
        guard let node = nodes[Int32(truncatingIfNeeded: line.node)] else { continue }
        if groups[node] == nil { groups[node] = Reads(node: node) }
        groups[node]?.add(line)
      }
      for look in reads.looks {
        guard let node = nodes[Int32(truncatingIfNeeded: look.node)] else { continue }
        if groups[node] == nil { groups[node] = Reads(node: node) }
        groups[node]?.add(look)
      }
      // What holds others comes before them, so that from the end on all the way is found.
      for node in tree.nodes.indices.reversed() where groups[node] == nil {
        let holdsRead = tree.children(of: node).contains { groups[$0] != nil }
        if holdsRead { groups[node] = Reads(node: node) }
      }
      return groups.compactMap(\.self)
    }

    private mutating func add(_ read: RecordedReads.Line) {
      level = lines.isEmpty ? read.level : min(level, read.level)
      lines.append(read.line)
      values.append(read.value)
      switch read.role {
      case .identity: identityLine = identityLine ?? read.line
      case .foreignKey: isForeignKey = true
      case .plain: break
      }
    }

    private mutating func add(_ look: RecordedReads.Look) {
      literals = (literals ?? []) + (look.literal.map { [$0] } ?? [])
    }

    /// The text that tells the readings of one path in two bases apart.
    var signature: String {
      let texts = zip(lines, values).map { "\($0.source) \($0.property?.description ?? "_") \($1)" }
      return (texts + (literals ?? []).map(\.description)).joined(separator: "|")
    }
  }
}

extension FaultedKeyPath.Reads {
  /// The types that the value can have, unions taken apart.
  var types: [ValueType] { values.flatMap(\.type.alternatives) }

  var scalars: [ScalarType] {
    types.compactMap { if case .scalar(let scalar) = $0 { scalar } else { nil } }
  }

  /// The values of closed and open lists.
  var listed: [Literal] { types.flatMap(\.literals) }

  func has(_ names: ScalarName...) -> Bool { scalars.contains { names.contains($0.name) } }

  /// The mappings that objects are read by.
  var mappings: [MemberName] {
    types.compactMap { if case .mapping(let name) = $0 { name.value } else { nil } }
  }
}
