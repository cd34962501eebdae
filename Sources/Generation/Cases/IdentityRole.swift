import ContractModel
import JSONParsing

/// An object of a base that has an identity.
struct IdentityRole: Sendable {
  let holder: Int32
  /// The values of the identity.
  let nodes: [Int32]
  let path: InstancePath
  let line: PropertyLine
  /// The types of the mappings that read the object.
  let types: [MemberName]
  /// A text that distinguishes the place from that of another base.
  let key: String

  /// Returns the roles in payload order; of two with the same identity values, only the first.
  static func all(in base: FaultBase) -> [IdentityRole] {
    var holders: [Int32] = []
    var nodes: [Int32: [FaultedKeyPath.Reads]] = [:]
    for reads in base.keyPaths {
      guard let holder = base.holderOfIdentity(reads) else { continue }
      if nodes[holder] == nil { holders.append(holder) }
      nodes[holder, default: []].append(reads)
    }
    return holders.compactMap { IdentityRole($0, nodes[$0] ?? [], base) }
  }

  private init?(_ holder: Int32, _ identity: [FaultedKeyPath.Reads], _ base: FaultBase) {
    guard let first = identity.first, let line = first.lines.first else { return nil }
    (self.holder, self.line) = (holder, line)
    nodes = identity.map { Int32($0.node) }
    path = base.paths[first.node]
    types = base.keyPaths.first { $0.node == Int(holder) }?.mappings ?? []
    key = "\(path) \(first.signature)"
  }

  /// Returns whether both objects can have the same identity, with this one's values written in the
  /// form of the other's.
  func pairs(with other: IdentityRole, in base: FaultBase) -> Bool {
    if other.holder == holder { return base.elementAround(holder) != nil }
    return replacements(for: other, in: base) != nil
  }

  /// Returns the edit that gives another object this identity. If both are the same object, the
  /// edit inserts a second object after it.
  func edit(making other: IdentityRole, in base: FaultBase, isOther: Bool) -> FaultEdit {
    guard other.holder != holder else { return repetition(in: base, isOther: isOther) }
    let isNested = base.range(of: holder).overlaps(base.range(of: other.holder))
    guard !isNested, types == other.types, !types.isEmpty else {
      return transfer(to: other, in: base, isOther: isOther)
    }
    return .replace(other.holder, isOther ? copy(of: holder, in: base) : .node(holder))
  }

  private func repetition(in base: FaultBase, isOther: Bool) -> FaultEdit {
    guard let (array, element) = base.elementAround(holder) else { return .replace(0, .node(0)) }
    let text = isOther ? copy(of: element, in: base) : FaultText.node(element)
    return .insert(text, at: base.tree.nodes[Int(element)].end, in: array)
  }

  private func transfer(
    to other: IdentityRole, in base: FaultBase, isOther: Bool
  ) -> FaultEdit {
    let identity = replacements(for: other, in: base) ?? [:]
    var text = isOther ? copy(of: other.holder, in: base) : .node(other.holder)
    text.pieces = text.pieces.map { piece in
      guard case .node(let node, let replacing) = piece else { return piece }
      return .node(node, replacing: replacing.merging(identity) { $1 })
    }
    return .replace(other.holder, text)
  }

  private func copy(of node: Int32, in base: FaultBase) -> FaultText {
    OtherValue.copy(of: node, in: base, keeping: \.isIdentity)
  }

  /// Returns this identity's values in the form of the other's; `nil` if that is impossible, or if
  /// the two share a value.
  private func replacements(
    for other: IdentityRole, in base: FaultBase
  ) -> [Int32: String]? {
    guard nodes.count == other.nodes.count, Set(nodes).isDisjoint(with: other.nodes) else {
      return nil
    }
    var replacing: [Int32: String] = [:]
    for (own, foreign) in zip(nodes, other.nodes) {
      guard let text = base.text(of: own, writtenAs: foreign) else { return nil }
      replacing[foreign] = text
    }
    return replacing
  }
}

extension FaultBase {
  func range(of node: Int32) -> Range<Int32> { node..<tree.nodes[Int(node)].end }

  /// Returns the object that a value identifies: as many levels up as the key path leads down.
  fileprivate func holderOfIdentity(_ reads: FaultedKeyPath.Reads) -> Int32? {
    guard let source = reads.identityLine?.source, source.base == .representation,
      tree.nodes[reads.node].kind == .scalar
    else { return nil }
    var holder = Int32(reads.node)
    for _ in source.steps where holder >= 0 { holder = parents[Int(holder)] }
    return holder >= 0 && holder < reads.node ? holder : nil
  }

  /// Returns the innermost array around an object, and its element that is or contains the object.
  func elementAround(_ node: Int32) -> (array: Int32, element: Int32)? {
    var element = node
    while element > 0 {
      let holder = parents[Int(element)]
      if tree.nodes[Int(holder)].kind == .array { return (holder, element) }
      element = holder
    }
    return nil
  }

  /// Returns the text of a scalar, in quotes if the other scalar is in quotes.
  func text(of node: Int32, writtenAs other: Int32) -> String? {
    let (own, foreign) = (tree.scalarToken(of: Int(node)), tree.scalarToken(of: Int(other)))
    let isText = own.first == UInt8(ascii: "\"")
    let text = isText ? tree.unquoted(own) : String(decoding: own, as: UTF8.self)
    if foreign.first == UInt8(ascii: "\"") { return JSONWriter.text(of: text) }
    return JSONNumber(text) == nil ? nil : text
  }
}
