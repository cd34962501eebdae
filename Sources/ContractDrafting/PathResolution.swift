import JSONParsing

/// The paths of a host, with parameters in place of segments that are data.
struct DraftPath {
  /// A segment of an endpoint's path.
  enum Segment: Comparable {
    case parameter(String)
    case literal(MemberName)
  }

  let tree: PathTree
  private(set) var children: [(segment: Segment, path: DraftPath)] = []
}

extension DraftPath {
  /// - Parameter tree: The segments in captures.
  init(_ tree: PathTree, in table: inout ValueTable) {
    self.init(tree, TreeFacts(tree), depth: 0, before: "", in: &table)
  }

  /// - Parameters:
  ///   - depth: The number of segments before the tree.
  ///   - before: The last literal segment.
  private init(
    _ tree: PathTree, _ facts: TreeFacts, depth: Int, before: String, in table: inout ValueTable
  ) {
    self.tree = Self.withActions(tree, in: &table)
    let literals = tree.children.keys.filter(\.isLiteral).sorted()
    let classed = tree.children.keys.filter { !$0.isLiteral }.sorted()
    let parameters = Self.parameters(of: tree, facts, literals, classed, depth, before, table)
    let united = literals.filter(parameters.contains) + classed
    if !united.isEmpty {
      var mentions: [MemberName: Int] = [:]
      for segment in united where facts.mentions(depth, behind: segment) {
        let child = tree.children[segment]?.mentions(ofSegment: depth, table).counts ?? [:]
        mentions.merge(child, uniquingKeysWith: +)
      }
      let isNumbered = united.allSatisfy { [.integer, .uuid].contains($0.dataClass) }
      let name = Self.name(mentions, isNumbered: isNumbered, before)
      let (merged, below) = Self.merged(united, of: tree, facts, in: &table)
      let path = DraftPath(merged, below, depth: depth + 1, before: before, in: &table)
      children.append((.parameter(name), path))
    }
    for segment in literals where !parameters.contains(segment) {
      guard let child = tree.children[segment], let below = facts.children[segment] else {
        continue
      }
      let path = DraftPath(child, below, depth: depth + 1, before: segment.text.text, in: &table)
      children.append((.literal(segment.text), path))
    }
  }

  /// Returns a tree whose actions are united, unless their responses have different shapes. It is
  /// not part of the initializer, which calls itself for each segment of a path.
  private static func withActions(_ tree: PathTree, in table: inout ValueTable) -> PathTree {
    guard tree.hasActions, !tree.hasManyShapes(in: table) else { return tree }
    var tree = tree
    tree.uniteActions(in: &table)
    return tree
  }

  private static func merged(
    _ segments: [PathSegment], of tree: PathTree, _ facts: TreeFacts, in table: inout ValueTable
  ) -> (tree: PathTree, facts: TreeFacts) {
    // A single segment needs no merging. Merging at every segment would make long paths slow.
    if segments.count == 1, let child = tree.children[segments[0]],
      let below = facts.children[segments[0]]
    {
      return (child, below)
    }
    var merged = PathTree()
    for segment in segments {
      if let child = tree.children[segment] { merged.merge(child, in: &table) }
    }
    return (merged, TreeFacts(merged))
  }

  /// Returns the name of a parameter: the member that has its values most often, `id` for numbers
  /// and UUIDs, or else the singular of the segment before.
  private static func name(
    _ mentions: [MemberName: Int], isNumbered: Bool, _ before: String
  ) -> String {
    let best = mentions.min { left, right in
      (-left.value, left.key.text.utf8.count, left.key)
        < (-right.value, right.key.text.utf8.count, right.key)
    }
    if let best {
      var steps = best.key.text.split(separator: ".").map(String.init)[...]
      // A generic key, such as that of an envelope, is no name.
      while steps.count > 1, let first = steps.first, Words.isGeneric(first) { steps.removeFirst() }
      let isOwn =
        steps.count == 2
        && ["id", "login", "name", "username", "key"].contains(steps[steps.endIndex - 1])
      return Words.propertyName((isOwn ? steps.first : steps.last) ?? "id")
    }
    if isNumbered { return "id" }
    return Words.propertyName(before.isEmpty ? "name" : Words.singular(before))
  }

  // MARK: - Which segments are data

  /// The maximum number of siblings to compare with each other.
  private static let mostSiblings = 400

  private static func parameters(
    of tree: PathTree, _ facts: TreeFacts, _ literals: [PathSegment], _ classed: [PathSegment],
    _ depth: Int, _ before: String, _ table: ValueTable
  ) -> Set<PathSegment> {
    let children = literals.map { (segment: $0, tree: tree.children[$0] ?? PathTree()) }
    // Segments whose text is also in a body.
    let mentioned = Set(
      children.filter {
        $0.segment.text.text.unicodeScalars.count > 2 && facts.mentions(depth, behind: $0.segment)
          && $0.tree.mentions(ofSegment: depth, table).bodyCount > 0
      }.map(\.segment))
    var parameters = mentioned
    // The first segment of a host is only data if a body contains it.
    guard depth > 0 else { return parameters }
    let isWord = { (segment: PathSegment) in Words.isVocabulary(segment.text.text) }
    if 2...mostSiblings ~= children.count {
      let twins = twins(among: children.map(\.tree), table)
      for (index, child) in children.enumerated() {
        let twins = twins[index].map { children[$0].segment }
        let words = (twins + [child.segment]).count { !isWord($0) }
        let isTwin = twins.contains(where: mentioned.contains) && !isWord(child.segment)
        if isTwin || twins.count >= 2 && words * 2 > twins.count {
          parameters.insert(child.segment)
        }
      }
    }
    let bare = children.filter {
      !parameters.contains($0.segment) && $0.tree.children.isEmpty
        && !$0.tree.bodies.keys.contains(where: \.isGood)
    }.map(\.segment)
    let hasParameter = !parameters.isEmpty || !classed.isEmpty
    if Words.isPlural(before), bare.count >= 2 || !bare.isEmpty && hasParameter {
      let isAlone = parameters.isEmpty
      parameters.formUnion(bare.filter { !isWord($0) || bare.count >= 2 && isAlone })
    }
    if !parameters.isEmpty {
      // Beside parameters, a segment without a successful response is a value that does not exist.
      for child in children where !isWord(child.segment) {
        if facts.children[child.segment]?.hasGoodAnswers != true {
          parameters.insert(child.segment)
        }
      }
    }
    return parameters
  }

  /// Returns the indices of similar trees, for each tree.
  private static func twins(among trees: [PathTree], _ table: ValueTable) -> [[Int]] {
    var twins = trees.map { _ in [Int]() }
    var keys: [ValueID: Set<MemberName>] = [:]
    for one in trees.indices {
      for other in trees.indices.dropFirst(one + 1)
      where trees[one].isTwin(of: trees[other], table, &keys) {
        twins[one].append(other)
        twins[other].append(one)
      }
    }
    return twins
  }
}

/// The facts of a tree's content, found in one walk.
private struct TreeFacts {
  /// The positions of the segments whose texts are in bodies.
  private var mentioned: Set<Int> = []
  private(set) var hasGoodAnswers: Bool
  private(set) var children: [PathSegment: TreeFacts] = [:]

  init(_ tree: PathTree) {
    hasGoodAnswers = tree.bodies.keys.contains(where: \.isGood) || !tree.bodilessCounts.isEmpty
    for (segment, child) in tree.children {
      let below = TreeFacts(child)
      hasGoodAnswers = hasGoodAnswers || below.hasGoodAnswers
      // Most paths do not branch, so the set of a single child is shared, not copied.
      if mentioned.isEmpty {
        mentioned = below.mentioned
      } else {
        mentioned.formUnion(below.mentioned)
      }
      children[segment] = below
    }
    for mention in tree.mentions.keys { mentioned.insert(mention.segment) }
  }

  /// Whether a body behind a segment contains the text of the segment at a position.
  func mentions(_ place: Int, behind segment: PathSegment) -> Bool {
    children[segment]?.mentioned.contains(place) == true
  }
}

// MARK: - Facts of a tree

extension PathTree {
  var bodilessCounts: [Answer: Int] {
    emptyCounts.merging(absentCounts, uniquingKeysWith: +)
  }

  /// Whether two trees are similar: at one common path, or at the trees themselves, their bodies
  /// are alike, or both have none.
  ///
  /// - Parameters:
  ///   - behindLiteral: Whether both are behind the same literal segment.
  ///   - keys: The known keys of bodies, by summary.
  fileprivate func isTwin(
    of other: PathTree, behindLiteral: Bool = false, _ table: ValueTable,
    _ keys: inout [ValueID: Set<MemberName>]
  ) -> Bool {
    for (answer, value) in bodies where answer.isGood {
      guard let otherValue = other.bodies[answer] else { continue }
      for value in [value, otherValue] where keys[value] == nil {
        keys[value] = table.rootKeys(of: value)
      }
      let (own, others) = (keys[value] ?? [], keys[otherValue] ?? [])
      let common = own.intersection(others).count
      if common >= 3, common * 10 >= own.union(others).count * 6 { return true }
    }
    let others = other.bodilessCounts
    if behindLiteral, bodilessCounts.keys.contains(where: { others[$0] != nil }) { return true }
    for (segment, child) in children {
      guard let other = other.children[segment] else { continue }
      if child.isTwin(of: other, behindLiteral: segment.isLiteral, table, &keys) { return true }
    }
    return false
  }

  /// Returns for each member how often the bodies below contain a segment of their path, and the
  /// number of bodies in the trees in which every body does.
  fileprivate func mentions(
    ofSegment segment: Int, _ table: ValueTable
  ) -> (counts: [MemberName: Int], bodyCount: Int) {
    var (counts, bodyCount) = ([MemberName: Int](), 0)
    var rest = [self]
    while let tree = rest.popLast() {
      rest += tree.children.values
      let own = tree.mentions.filter { $0.key.segment == segment }
      guard let most = own.values.max() else { continue }
      let good = tree.bodies.filter(\.key.isGood).values.reduce(0) { $0 + table[$1].count }
      guard good > 0 else { continue }
      if most >= good { bodyCount += good }
      for (mention, count) in own { counts[mention.keyPath, default: 0] += count }
    }
    return (counts, bodyCount)
  }
}

extension PathTree.Answer {
  var isGood: Bool { status < 300 }
}

extension ValueTable {
  /// Returns the keys of the objects that a body is, or has as elements.
  func rootKeys(of id: ValueID) -> Set<MemberName> {
    var value = self[id]
    if let element = value.element, !self[element].objects.isEmpty { value = self[element] }
    return value.objects.reduce(into: []) { keys, object in
      keys.formUnion(self.object(object.id).sortedMembers.map(\.name))
    }
  }
}

// MARK: - Endpoints

extension DraftPath {
  /// A method on a path, with its responses.
  struct Endpoint {
    let method: MemberName
    /// The requested action as a condition, for a path with many actions.
    let action: MemberName
    /// The path in the form of a contract: `/orders/:id`.
    let path: String
    let tree: PathTree

    var segments: [Substring] { path.split(separator: "/") }

    /// `POST /rpc @request.body.action=users`
    var selector: String { "\(method) \(path)" + (action == "" ? "" : " \(action)") }
  }

  /// Returns the endpoints in the order of their paths, with the methods of a path together.
  func endpoints() -> [Endpoint] {
    var endpoints: [Endpoint] = []
    var walk = Walk()
    add(to: &endpoints, &walk, last: "item")
    return endpoints
  }

  /// The segments before a tree.
  private struct Walk {
    var path: [String] = []
    /// The names of parameters, and how often each was already taken.
    var used: Set<String> = []
    var clashes: [String: Int] = [:]

    /// Gives a parameter an unused name; returns it, and its base if the wanted name was taken.
    mutating func enter(_ name: String, behind last: String) -> (name: String, clash: String?) {
      guard used.contains(name) else {
        used.insert(name)
        return (name, nil)
      }
      let base = Words.propertyName(Words.singular(last) + "_" + name)
      clashes[base, default: 0] += 1
      var number = clashes[base] ?? 1
      var free = number == 1 ? base : "\(base)\(number)"
      while !used.insert(free).inserted {
        number += 1
        free = "\(base)\(number)"
      }
      return (free, base)
    }

    mutating func leave(_ name: String, _ clash: String?) {
      used.remove(name)
      if let clash { clashes[clash, default: 1] -= 1 }
    }
  }

  /// - Parameter last: The last literal segment.
  private func add(to endpoints: inout [Endpoint], _ walk: inout Walk, last: String) {
    let answers = Set(tree.bodies.keys).union(tree.bodilessCounts.keys).union(tree.otherCounts.keys)
    for method in Set(answers.map(\.method)).sorted() {
      let actions = Set(answers.filter { $0.method == method }.map(\.action)).sorted()
      endpoints += actions.map { action in
        Endpoint(
          method: method, action: action, path: "/" + walk.path.joined(separator: "/"), tree: tree)
      }
    }
    for (segment, child) in children.sorted(by: { $0.segment < $1.segment }) {
      switch segment {
      case .literal(let literal):
        walk.path.append(literal.text)
        child.add(to: &endpoints, &walk, last: literal.text)
      case .parameter(let name):
        let (name, clash) = walk.enter(name, behind: last)
        walk.path.append(":" + name)
        child.add(to: &endpoints, &walk, last: last)
        walk.leave(name, clash)
      }
      walk.path.removeLast()
    }
  }
}
