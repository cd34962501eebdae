package import ContractModel
package import JSONParsing
import MappingEngine

/// A place of a valid payload that lines read, or that is on the way to such a place.
package struct FaultedKeyPath: Sendable {
  package let path: InstancePath
  /// The path as reports write it.
  package let text: String
  /// The lines that read the value; empty for the payload and for values on the way.
  package var lines: [PropertyLine] { reads.lines }
  package let isOptional: Bool
  package let isNullable: Bool
  /// The number of the lines' collections around the value; 0 for the lines' own value.
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

  package mutating func keep(_ isWanted: (FaultCell) -> Bool) { cells = cells.filter(isWanted) }

  struct Reads: Sendable {
    let node: Int
    var lines: [PropertyLine] = []
    var values: [ConstrainedType] = []
    /// The line that uses the value as an identity.
    var identityLine: PropertyLine?
    var isForeignKey = false
    var level = 0
    /// The literals with which cases compare the value; `nil` if no case does.
    var literals: [Literal]?

    var isIdentity: Bool { identityLine != nil }

    init(node: Int) { self.node = node }

    /// Returns the readings by their nodes, in payload order, with the nodes on the way to them.
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
      // Containers come before their contents, so going backwards finds all nodes on the way.
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

    /// A text that distinguishes the readings of the same path in two bases.
    var signature: String {
      let texts = zip(lines, values).map { "\($0.source) \($0.property?.description ?? "_") \($1)" }
      return (texts + (literals ?? []).map(\.description)).joined(separator: "|")
    }
  }
}

extension FaultedKeyPath.Reads {
  /// The types that the value can have; unions are split into their alternatives.
  var types: [ValueType] { values.flatMap(\.type.alternatives) }

  var constraints: [Constraint] { values.flatMap(\.constraints).map(\.value) }

  var scalars: [ScalarType] {
    types.compactMap { if case .scalar(let scalar) = $0 { scalar } else { nil } }
  }

  /// The values of closed and open lists.
  var listed: [Literal] { types.flatMap(\.literals) }

  /// Whether a transformer of the app's own reads the value, or elements of it.
  var isTransformed: Bool { values.contains(where: \.type.isTransformed) }

  func has(_ names: ScalarName...) -> Bool { scalars.contains { names.contains($0.name) } }

  var mappings: [MemberName] {
    types.compactMap { if case .mapping(let name) = $0 { name.value } else { nil } }
  }
}
