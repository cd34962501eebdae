import JSONParsing

/// The paths of a host with parameters where segments are data.
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
  /// - Parameter tree: The segments as they came.
  init(_ tree: PathTree, in table: inout ValueTable) {
    self.init(tree, TreeFacts(tree), depth: 0, before: "", in: &table)
  }

  /// - Parameters:
  ///   - facts: What is known of what stands below the tree.
  ///   - depth: How many segments stand before it.
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

  /// A tree whose actions are one, unless they are answered by different shapes. Apart from the
  /// initializer, which calls itself for each segment of a path.
  private static func withActions(_ tree: PathTree, in table: inout ValueTable) -> PathTree {
    guard tree.hasActions, !tree.hasManyShapes(in: table) else { return tree }
    var tree = tree
    tree.uniteActions(in: &table)
    return tree
  }

  /// What stands behind some segments, as if they were one.
  private static func merged(
    _ segments: [PathSegment], of tree: PathTree, _ facts: TreeFacts, in table: inout ValueTable
  ) -> (tree: PathTree, facts: TreeFacts) {
    // Behind one alone nothing is to be merged, which a long path would do for each segment.
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

  /// The name of a parameter: the member that says its values most often, `id` for numbers and
  /// UUIDs, else the singular of the segment before.
  private static func name(
    _ mentions: [MemberName: Int], isNumbered: Bool, _ before: String
  ) -> String {
    let best = mentions.min { left, right in
      (-left.value, left.key.text.utf8.count, left.key)
        < (-right.value, right.key.text.utf8.count, right.key)
    }
    if let best {
      var steps = best.key.text.split(separator: ".").map(String.init)[...]
      // An envelope's key names nothing.
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

  /// How many siblings are held against each other.
  private static let mostSiblings = 400

  /// The literal segments that are data.
  private static func parameters(
    of tree: PathTree, _ facts: TreeFacts, _ literals: [PathSegment], _ classed: [PathSegment],
    _ depth: Int, _ before: String, _ table: ValueTable
  ) -> Set<PathSegment> {
    let children = literals.map { (segment: $0, tree: tree.children[$0] ?? PathTree()) }
    // A body says the segment itself.
    let mentioned = Set(
      children.filter {
        $0.segment.text.text.unicodeScalars.count > 2 && facts.mentions(depth, behind: $0.segment)
          && $0.tree.mentions(ofSegment: depth, table).bodyCount > 0
      }.map(\.segment))
    var parameters = mentioned
    // A host's first segment is told from others by what bodies say alone.
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
      // What never succeeded beside them has a value that there is not.
      for child in children where !isWord(child.segment) {
        if facts.children[child.segment]?.hasGoodAnswers != true {
          parameters.insert(child.segment)
        }
      }
    }
    return parameters
  }

  /// The places of the trees that are alike, for each tree.
  private static func twins(among trees: [PathTree], _ table: ValueTable) -> [[Int]] {
    var twins = trees.map { _ in [Int]() }
    var keys = BodyKeys(table: table)
    for one in trees.indices {
      for other in trees.indices.dropFirst(one + 1)
      where keys.areTwins(trees[one], trees[other], behindLiteral: false) {
        twins[one].append(other)
        twins[other].append(one)
      }
    }
    return twins
  }
}

/// What is known of all that stands below a tree, found in one walk.
private struct TreeFacts {
  /// The places of the segments that bodies say.
  private var mentioned: Set<Int> = []
  /// Whether a request has succeeded.
  private(set) var hasGoodAnswers: Bool
  private(set) var children: [PathSegment: TreeFacts] = [:]

  init(_ tree: PathTree) {
    hasGoodAnswers = tree.bodies.keys.contains(where: \.isGood) || !tree.bodilessAnswers.isEmpty
    for (segment, child) in tree.children {
      let below = TreeFacts(child)
      hasGoodAnswers = hasGoodAnswers || below.hasGoodAnswers
      // Most paths do not branch, and share the set of what stands at their ends.
      if mentioned.isEmpty {
        mentioned = below.mentioned
      } else {
        mentioned.formUnion(below.mentioned)
      }
      children[segment] = below
    }
    for mention in tree.mentions.keys { mentioned.insert(mention.segment) }
  }

  /// Whether a body behind a segment says the one at a place.
  func mentions(_ place: Int, behind segment: PathSegment) -> Bool {
    children[segment]?.mentioned.contains(place) == true
  }
}

/// The keys of bodies, by their summaries.
private struct BodyKeys {
  let table: ValueTable
  private var known: [ValueID: Set<MemberName>] = [:]

  init(table: ValueTable) { self.table = table }

  private mutating func keys(of value: ValueID) -> Set<MemberName> {
    if let known = known[value] { return known }
    let keys = table.rootKeys(of: value)
    known[value] = keys
    return keys
  }

  /// Whether one path that both have, or both trees themselves, have bodies that are alike, or none.
  ///
  /// - Parameter behindLiteral: Whether both stand behind one literal segment.
  mutating func areTwins(_ one: PathTree, _ other: PathTree, behindLiteral: Bool) -> Bool {
    for (answer, value) in one.bodies where answer.isGood {
      guard let otherValue = other.bodies[answer] else { continue }
      let (own, others) = (keys(of: value), keys(of: otherValue))
      let common = own.intersection(others).count
      if common >= 3, common * 10 >= own.union(others).count * 6 { return true }
    }
    if behindLiteral, !one.bodilessAnswers.isDisjoint(with: other.bodilessAnswers) { return true }
    return one.children.contains { segment, child in
      other.children[segment].map {
        areTwins(child, $0, behindLiteral: segment.isLiteral)
      } ?? false
    }
  }
}

// MARK: - What a tree says

extension PathTree {
  /// The answers without a body.
  var bodilessAnswers: Set<Answer> { Set(emptyCounts.keys).union(absentCounts.keys) }

  /// How often the bodies below say a segment of their path, by the member; and how many bodies are
  /// of trees whose every body does.
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
  /// The keys of the objects that a body is, or has as its elements.
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
  /// A method on a path, with what was answered.
  struct Endpoint {
    let method: MemberName
    /// What was asked for, as a condition: of a path with many actions.
    let action: MemberName
    /// As a contract writes it: `/orders/:id`.
    let path: String
    let tree: PathTree

    var segments: [Substring] { path.split(separator: "/") }

    /// `POST /rpc @request.body.action=users`
    var selector: String { "\(method) \(path)" + (action == "" ? "" : " \(action)") }
  }

  /// The endpoints in the order of their paths, a path's methods together.
  func endpoints() -> [Endpoint] {
    var endpoints: [Endpoint] = []
    var walk = Walk()
    add(to: &endpoints, &walk, last: "item")
    return endpoints
  }

  /// The segments before a tree.
  private struct Walk {
    var path: [String] = []
    /// The names of parameters, and how often each was taken when another wanted it.
    var used: Set<String> = []
    var clashes: [String: Int] = [:]

    /// Gives a parameter a name that no other has.
    ///
    /// - Returns: The name that was taken, if it was.
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
    let answers = Set(tree.bodies.keys).union(tree.bodilessAnswers).union(tree.otherCounts.keys)
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
