import CaptureSummary
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
  /// - Parameters:
  ///   - tree: The segments as they came.
  ///   - depth: How many segments stand before it.
  ///   - before: The last literal segment.
  init(_ tree: PathTree, depth: Int = 0, before: String = "", in table: inout ValueTable) {
    self.tree = tree
    let literals = tree.children.keys.filter(\.isLiteral).sorted()
    let classed = tree.children.keys.filter { !$0.isLiteral }.sorted()
    let parameters = Self.parameters(of: tree, literals, classed, depth, before, table)
    var merged = PathTree()
    var mentions: [MemberName: Int] = [:]
    let united = literals.filter(parameters.contains) + classed
    for segment in united {
      guard let child = tree.children[segment] else { continue }
      mentions.merge(child.mentions(ofSegment: depth, table).counts, uniquingKeysWith: +)
      merged.merge(child, in: &table)
    }
    if !united.isEmpty {
      let isNumbered = united.allSatisfy { [.integer, .uuid].contains($0.dataClass) }
      let name = Self.name(mentions, isNumbered: isNumbered, before)
      let path = DraftPath(merged, depth: depth + 1, before: before, in: &table)
      children.append((.parameter(name), path))
    }
    for segment in literals where !parameters.contains(segment) {
      guard let child = tree.children[segment] else { continue }
      let path = DraftPath(child, depth: depth + 1, before: segment.text.text, in: &table)
      children.append((.literal(segment.text), path))
    }
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
      let steps = best.key.text.split(separator: ".").map(String.init)
      let isOwn =
        steps.count == 2
        && ["id", "login", "name", "username", "key"].contains(steps[1])
      return Words.propertyName(isOwn ? steps[0] : steps.last ?? "id")
    }
    if isNumbered { return "id" }
    return Words.propertyName(before.isEmpty ? "name" : Words.singular(before))
  }

  // MARK: - Which segments are data

  /// How many siblings are held against each other.
  private static let mostSiblings = 400

  /// The literal segments that are data.
  private static func parameters(
    of tree: PathTree, _ literals: [PathSegment], _ classed: [PathSegment], _ depth: Int,
    _ before: String, _ table: ValueTable
  ) -> Set<PathSegment> {
    let children = literals.map { (segment: $0, tree: tree.children[$0] ?? PathTree()) }
    // A body says the segment itself.
    let mentioned = Set(
      children.filter {
        $0.segment.text.text.unicodeScalars.count > 2
          && $0.tree.mentions(ofSegment: depth, table).bodyCount > 0
      }.map(\.segment))
    var parameters = mentioned
    // A host's first segment is told from others by what bodies say alone.
    guard depth > 0 else { return parameters }
    let isWord = { (segment: PathSegment) in Words.isVocabulary(segment.text.text) }
    if children.count <= mostSiblings {
      let shapes = children.map { $0.tree.leafShapes(table) }
      for (index, child) in children.enumerated() {
        let twins = children.indices.filter { $0 != index && shapes[index].isTwin(of: shapes[$0]) }
          .map { children[$0].segment }
        let words = (twins + [child.segment]).count { !isWord($0) }
        let isTwin = twins.contains(where: mentioned.contains) && !isWord(child.segment)
        if isTwin || twins.count >= 2 && words * 2 > twins.count {
          parameters.insert(child.segment)
        }
      }
    }
    let bare = children.filter {
      !parameters.contains($0.segment) && $0.tree.children.isEmpty && !$0.tree.hasGoodBodies
    }.map(\.segment)
    let hasParameter = !parameters.isEmpty || !classed.isEmpty
    if Words.isPlural(before), bare.count >= 2 || !bare.isEmpty && hasParameter {
      let isAlone = parameters.isEmpty
      parameters.formUnion(bare.filter { !isWord($0) || bare.count >= 2 && isAlone })
    }
    if !parameters.isEmpty {
      // What never succeeded beside them has a value that there is not.
      for child in children where !isWord(child.segment) && !child.tree.hasGoodAnswers {
        parameters.insert(child.segment)
      }
    }
    return parameters
  }
}

// MARK: - What a tree says

extension PathTree {
  /// The trees with answers, by the segments to them.
  private func leaves(_ path: [PathSegment] = []) -> [(path: [PathSegment], tree: PathTree)] {
    let own = hasAnswers ? [(path, self)] : []
    return children.sorted { $0.key < $1.key }.reduce(into: own) {
      $0 += $1.value.leaves(path + [$1.key])
    }
  }

  private var hasAnswers: Bool {
    !bodies.isEmpty || !emptyCounts.isEmpty || !absentCounts.isEmpty || !otherCounts.isEmpty
  }

  /// The answers without a body.
  var bodilessAnswers: Set<Answer> { Set(emptyCounts.keys).union(absentCounts.keys) }

  fileprivate var hasGoodBodies: Bool {
    bodies.keys.contains(where: \.isGood) || children.values.contains(where: \.hasGoodBodies)
  }

  fileprivate var hasGoodAnswers: Bool {
    bodies.keys.contains(where: \.isGood) || !bodilessAnswers.isEmpty
      || children.values.contains(where: \.hasGoodAnswers)
  }

  /// How often the bodies below say a segment, by the member; and how many bodies are of trees
  /// whose every body does.
  fileprivate func mentions(
    ofSegment segment: Int, _ table: ValueTable
  ) -> (counts: [MemberName: Int], bodyCount: Int) {
    var (counts, bodyCount) = ([MemberName: Int](), 0)
    for leaf in leaves() {
      let good = leaf.tree.bodies.filter(\.key.isGood).values.reduce(0) { $0 + table[$1].count }
      let own = leaf.tree.mentions.filter { $0.key.segment == segment }
      guard good > 0, let most = own.values.max() else { continue }
      if most >= good { bodyCount += good }
      for (mention, count) in own { counts[mention.keyPath, default: 0] += count }
    }
    return (counts, bodyCount)
  }

  /// The keys of the bodies below.
  fileprivate func leafShapes(_ table: ValueTable) -> LeafShapes {
    LeafShapes(
      leaves: Dictionary(
        leaves().map { path, tree in
          let keys = tree.bodies.filter(\.key.isGood).mapValues { table.rootKeys(of: $0) }
          return (path, LeafShapes.Leaf(keys: keys, bodiless: tree.bodilessAnswers))
        }, uniquingKeysWith: { first, _ in first }))
  }
}

extension PathTree.Answer {
  var isGood: Bool { status < 300 }
}

/// The shapes of what stands below a segment.
private struct LeafShapes {
  struct Leaf {
    var keys: [PathTree.Answer: Set<MemberName>]
    var bodiless: Set<PathTree.Answer>
  }

  var leaves: [[PathSegment]: Leaf]

  /// Whether one path below both has bodies that are alike, or none.
  func isTwin(of other: LeafShapes) -> Bool {
    leaves.contains { path, leaf in
      guard let otherLeaf = other.leaves[path] else { return false }
      let isAlike = leaf.keys.contains { answer, keys in
        guard let others = otherLeaf.keys[answer] else { return false }
        let common = keys.intersection(others).count
        return common >= 3 && common * 10 >= keys.union(others).count * 6
      }
      let isLiteral = path.last?.isLiteral ?? false
      return isAlike || isLiteral && !leaf.bodiless.isDisjoint(with: otherLeaf.bodiless)
    }
  }
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
    /// As a contract writes it: `/orders/:id`.
    let path: String
    let tree: PathTree

    var segments: [Substring] { path.split(separator: "/") }
  }

  /// The endpoints in the order of their paths, a path's methods together.
  func endpoints(
    _ path: [String] = [], last: String = "item", used: Set<String> = []
  ) -> [Endpoint] {
    let answers = Set(tree.bodies.keys).union(tree.bodilessAnswers).union(tree.otherCounts.keys)
    var endpoints = Set(answers.map(\.method)).sorted().map { method in
      Endpoint(method: method, path: "/" + path.joined(separator: "/"), tree: tree)
    }
    for (segment, child) in children.sorted(by: { $0.segment < $1.segment }) {
      var (text, last, used) = ("", last, used)
      switch segment {
      case .literal(let literal):
        text = literal.text
        last = literal.text
      case .parameter(let name):
        text = name
        if used.contains(text) { text = Words.propertyName(Words.singular(last) + "_" + name) }
        while used.contains(text) { text += "2" }
        used.insert(text)
        text = ":" + text
      }
      endpoints += child.endpoints(path + [text], last: last, used: used)
    }
    return endpoints
  }
}
