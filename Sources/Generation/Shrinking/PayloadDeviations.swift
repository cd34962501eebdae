import JSONParsing

/// Where a payload differs from another, piece by piece, so that each can be taken back.
///
///     let deviations = PayloadDeviations(of: payload, from: canonical)
///     deviations.payload(keeping: [])         // nearest to the canonical one
///
/// Members are compared by their names, and all elements of an array with the other's first ones,
/// the last standing for those that it does not have.
struct PayloadDeviations {
  private let tree: PayloadTree
  private let canonical: PayloadTree
  /// How much differs, in values; one for each piece.
  private(set) var weights: [Int] = []

  init(of tree: PayloadTree, from canonical: PayloadTree) {
    (self.tree, self.canonical) = (tree, canonical)
    var walk = Walk(tree, canonical, keeping: nil)
    walk.run()
    weights = walk.weights
  }

  var count: Int { weights.count }

  /// How much differs in all.
  var weight: Int { weights.reduce(0, +) }

  /// The payload with all but some deviations taken back.
  func payload(keeping kept: Set<Int>) -> PayloadTree {
    var walk = Walk(tree, canonical, keeping: kept)
    walk.run()
    walk.result.prefix = tree.prefix
    walk.result.suffix = tree.suffix
    return walk.result
  }
}

/// Goes through two payloads at once, and writes what comes of them.
private struct Walk {
  let tree: PayloadTree
  let canonical: PayloadTree
  /// The deviations that stay, by their numbers; `nil`: all.
  let kept: Set<Int>?
  var result = PayloadTree()
  var weights: [Int] = []

  init(_ tree: PayloadTree, _ canonical: PayloadTree, keeping kept: Set<Int>?) {
    (self.tree, self.canonical, self.kept) = (tree, canonical, kept)
  }

  mutating func run() {
    guard !tree.nodes.isEmpty, !canonical.nodes.isEmpty else { return }
    visit(0, 0)
  }

  /// Notes a deviation.
  ///
  /// - Returns: Whether it stays.
  private mutating func deviates(by weight: Int) -> Bool {
    weights.append(weight)
    return kept?.contains(weights.count - 1) ?? true
  }

  private mutating func visit(_ node: Int, _ other: Int) {
    let kind = tree.nodes[node].kind
    guard kind == canonical.nodes[other].kind else { return choose(node, other) }
    switch kind {
    case .scalar:
      if tree.scalarToken(of: node) == canonical.scalarToken(of: other) {
        result.copy(node, of: tree)
      } else {
        choose(node, other)
      }
    case .array:
      result.begin(.array, name: name(of: node))
      visitElements(tree.children(of: node), canonical.children(of: other))
      result.end()
    case .object:
      result.begin(.object, name: name(of: node))
      visitMembers(tree.children(of: node), canonical.children(of: other))
      result.end()
    }
  }

  /// One value, or another in its place.
  private mutating func choose(_ node: Int, _ other: Int) {
    if deviates(by: 1) {
      result.copy(node, of: tree)
    } else {
      result.copy(other, of: canonical, name: name(of: node))
    }
  }

  private mutating func visitElements(_ elements: [Int], _ others: [Int]) {
    for (position, element) in elements.enumerated() {
      if position >= others.count, !deviates(by: size(of: element)) { continue }
      if let other = others.dropFirst(position).first ?? others.last {
        visit(element, other)
      } else {
        result.copy(element, of: tree)
      }
    }
    for other in others.dropFirst(elements.count) where !deviates(by: 1) {
      result.copy(other, of: canonical)
    }
  }

  private mutating func visitMembers(_ members: [Int], _ others: [Int]) {
    var rest = others
    for member in members {
      let name = tree.memberName(of: member)
      if let index = rest.firstIndex(where: { canonical.memberName(of: $0) == name }) {
        visit(member, rest.remove(at: index))
      } else if deviates(by: size(of: member)) {
        result.copy(member, of: tree)
      }
    }
    for other in rest where !deviates(by: 1) {
      let token = result.token(canonical.nameToken(of: other))
      result.copy(other, of: canonical, name: token)
    }
  }

  private func size(of node: Int) -> Int { Int(tree.nodes[node].end) - node }

  private mutating func name(of node: Int) -> Range<Int32> {
    tree.nodes[node].name.isEmpty ? 0..<0 : result.token(tree.nameToken(of: node))
  }
}

extension PayloadTree {
  /// Adds a value of another tree, with the name that it has there, or another one of this tree.
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
