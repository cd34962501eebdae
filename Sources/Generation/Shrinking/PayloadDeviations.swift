import JSONParsing

/// The deviations of a payload from another one, piece by piece, so that each can be undone.
///
///     let deviations = PayloadDeviations(of: payload, from: canonical)
///     deviations.payload(keeping: [])         // nearest to the canonical one
///
/// Members are compared by their names. The elements of an array are compared with the other
/// array's elements at the same positions, and surplus ones with its last element. Another order of
/// the members is also a deviation.
struct PayloadDeviations {
  private let tree: PayloadTree
  private let canonical: PayloadTree
  private let pieces: [Piece]
  /// The number of values that differ, for each piece.
  let weights: [Int]

  /// One difference, by the nodes that have it.
  fileprivate enum Piece: Hashable {
    case value(Int)
    /// An element or member that the canonical payload does not have.
    case element(Int)
    case member(Int)
    /// A value of the canonical payload, by its node there, that a container lacks.
    case absent(Int, in: Int)
    /// An object whose members are in another order.
    case order(Int)
  }

  init(of tree: PayloadTree, from canonical: PayloadTree) {
    (self.tree, self.canonical) = (tree, canonical)
    var walk = Walk(tree, canonical)
    walk.run()
    (pieces, weights) = (walk.pieces, walk.weights)
  }

  var count: Int { pieces.count }

  /// The total number of values that differ.
  var weight: Int { weights.reduce(0, +) }

  /// The values that differ from the canonical ones, or that the canonical payload lacks.
  var changedNodes: Set<Int> {
    let ranges = pieces.compactMap { piece -> Range<Int>? in
      switch piece {
      case .value(let node), .member(let node): node..<Int(tree.nodes[node].end)
      case .element, .absent, .order: nil
      }
    }
    return Set(ranges.joined())
  }

  /// Returns the payload with all deviations undone except some.
  func payload(keeping kept: Set<Int>) -> PayloadTree {
    var walk = Walk(tree, canonical, keeping: Set(kept.map { pieces[$0] }))
    walk.run()
    walk.result.prefix = tree.prefix
    walk.result.suffix = tree.suffix
    return walk.result
  }
}

/// Walks through two payloads at once, and notes the deviations, or writes the payload with some of
/// them.
private struct Walk {
  typealias Piece = PayloadDeviations.Piece

  let tree: PayloadTree
  let canonical: PayloadTree
  /// The deviations to keep; `nil` if the payload is not written.
  let kept: Set<Piece>?
  var result = PayloadTree()
  var pieces: [Piece] = []
  var weights: [Int] = []

  init(_ tree: PayloadTree, _ canonical: PayloadTree, keeping kept: Set<Piece>? = nil) {
    (self.tree, self.canonical, self.kept) = (tree, canonical, kept)
  }

  mutating func run() {
    guard !tree.nodes.isEmpty, !canonical.nodes.isEmpty else { return }
    visit(0, 0)
  }

  /// Notes a deviation; returns whether it is kept.
  private mutating func deviates(_ piece: Piece, by weight: Int = 1) -> Bool {
    pieces.append(piece)
    weights.append(weight)
    return kept?.contains(piece) ?? true
  }

  private mutating func visit(_ node: Int, _ other: Int) {
    let kind = tree.nodes[node].kind
    guard kind == canonical.nodes[other].kind else { return choose(node, other) }
    switch kind {
    case .scalar:
      if tree.scalarToken(of: node) == canonical.scalarToken(of: other) {
        copy(node)
      } else {
        choose(node, other)
      }
    case .array, .object:
      if kept != nil { result.begin(kind, name: name(of: node)) }
      let others = canonical.children(of: other)
      if kind == .array { visitElements(of: node, others) } else { visitMembers(of: node, others) }
      if kept != nil { result.end() }
    }
  }

  private mutating func copy(_ node: Int) {
    if kept != nil { result.copy(node, of: tree) }
  }

  /// Writes a value, or the canonical value in its place if the deviation is undone.
  private mutating func choose(_ node: Int, _ other: Int) {
    if deviates(.value(node)) {
      copy(node)
    } else {
      result.copy(other, of: canonical, name: name(of: node))
    }
  }

  private mutating func visitElements(of array: Int, _ others: [Int]) {
    let elements = tree.children(of: array)
    for (position, element) in elements.enumerated() {
      if position >= others.count, !deviates(.element(element), by: size(of: element)) { continue }
      if let other = others.dropFirst(position).first ?? others.last {
        visit(element, other)
      } else {
        copy(element)
      }
    }
    for other in others.dropFirst(elements.count) where !deviates(.absent(other, in: array)) {
      result.copy(other, of: canonical)
    }
  }

  private mutating func visitMembers(of object: Int, _ others: [Int]) {
    for (member, other) in arranged(members(of: object, others), of: object) {
      if let member, let other {
        visit(member, other)
      } else if let member, deviates(.member(member), by: size(of: member)) {
        copy(member)
      } else if let other, !deviates(.absent(other, in: object)) {
        let token = result.token(canonical.nameToken(of: other))
        result.copy(other, of: canonical, name: token)
      }
    }
  }

  private typealias Member = (own: Int?, other: Int?)

  /// Returns the members of both objects, matched by their names.
  private func members(of object: Int, _ others: [Int]) -> [Member] {
    var rest = others
    let own = tree.children(of: object).map { member -> Member in
      let token = tree.nameToken(of: member)
      let index = rest.firstIndex { other in
        let otherToken = canonical.nameToken(of: other)
        if token == otherToken { return true }
        let escape = UInt8(ascii: "\\")
        return (token.contains(escape) || otherToken.contains(escape))
          && tree.memberName(of: member) == canonical.memberName(of: other)
      }
      return (member, index.map { rest.remove(at: $0) })
    }
    return own + rest.map { (nil, $0) }
  }

  /// Arranges members in the other object's order; others stay behind their predecessors.
  private mutating func arranged(_ members: [Member], of object: Int) -> [Member] {
    let common = members.filter { $0.own != nil }.compactMap(\.other)
    let isInOrder = zip(common, common.dropFirst()).allSatisfy(<)
    if !isInOrder, deviates(.order(object)) { return members }
    var place = -1
    let keys = members.enumerated().map { position, member in
      place = member.other ?? place
      return (place, position)
    }
    return zip(keys, members).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func size(of node: Int) -> Int { Int(tree.nodes[node].end) - node }

  private mutating func name(of node: Int) -> Range<Int32> {
    tree.nodes[node].name.isEmpty ? 0..<0 : result.token(tree.nameToken(of: node))
  }
}

extension PayloadTree {
  /// Adds a value of another tree, with its name there, or with another name of this tree.
  fileprivate mutating func copy(_ node: Int, of tree: PayloadTree, name: Range<Int32>? = nil) {
    let own = tree.nodes[node].name.isEmpty ? 0..<0 : token(tree.nameToken(of: node))
    let name = name ?? own
    guard tree.nodes[node].kind != .scalar else {
      return scalar(token(tree.scalarToken(of: node)), name: name)
    }
    begin(tree.nodes[node].kind, name: name)
    for child in tree.children(of: node) { copy(child, of: tree) }
    end()
  }
}
