import JSONParsing

extension PayloadTree {
  /// Makes one change, as a later response of an endpoint may have it: a list loses one element or
  /// all, is reordered, or repeats an element; or a member is null or absent. It is not checked
  /// whether the contract admits the result.
  mutating func update(_ random: inout CaseRandom) {
    let inner = nodes.indices.dropFirst()
    let lists = nodes.indices.filter { nodes[$0].kind == .array && nodes[$0].end > $0 + 1 }
    guard let node = random.below(2) == 0 ? pick(lists, &random) : nil else {
      guard let member = pick(inner.filter { !nodes[$0].name.isEmpty }, &random) else { return }
      return random.below(2) == 0
        ? remove(member) : replace(member, with: PayloadTree(verbatim: "null".utf8))
    }
    let elements = children(of: node)
    switch random.below(5) {
    case 0: keepElements([], of: node)
    case 1: keepElements(elements.reversed(), of: node)
    case 2: keepElements(elements + [elements[random.below(elements.count)]], of: node)
    default: remove(elements[random.below(elements.count)])
    }
  }

  /// Makes objects older: subtracts one from each member whose name shows how new an object is.
  mutating func makeOlder(_ ages: Set<MemberName>) {
    for node in nodes.indices where nodes[node].kind == .scalar && !nodes[node].name.isEmpty {
      guard ages.contains(memberName(of: node)), let age = Int(text(of: node)), age > .min else {
        continue
      }
      replace(node, with: PayloadTree(verbatim: "\(age - 1)".utf8))
    }
  }

  private func pick(_ nodes: [Int], _ random: inout CaseRandom) -> Int? {
    nodes.isEmpty ? nil : nodes[random.below(nodes.count)]
  }

  private mutating func keepElements(_ elements: [Int], of list: Int) {
    replace(list, with: PayloadTree(list: elements.map(subtree)))
  }
}
