import ContractModel
import JSONParsing

/// The places of a mapping while it is compiled.
final class PlaceTree {
  let place: Int32
  private(set) var names: [(name: MemberName, tree: PlaceTree)] = []
  private(set) var everyElement: PlaceTree?

  init(_ place: Int32) { self.place = place }

  subscript(step: SourceKeyPath.Step) -> PlaceTree? {
    switch step {
    case .fanOut: everyElement
    case .segment(let name): names.first { $0.name == name }?.tree
    }
  }

  func add(_ tree: PlaceTree, behind step: SourceKeyPath.Step) {
    switch step {
    case .fanOut: everyElement = tree
    case .segment(let name): names.append((name, tree))
    }
  }
}

extension MappingPlanBuilder {
  /// Gives each step of a mapping's key paths a place.
  mutating func places(
    for sources: [SourceKeyPath], _ settings: MappingSettings, _ mapping: Int32
  ) -> PlaceTree {
    let root = place(behind: nil, .fanOut, mapping)
    for source in sources where source.base == .representation {
      var tree = root
      for step in source.steps { tree = tree[step] ?? place(behind: tree, step, mapping) }
    }
    lay(root, settings)
    return root
  }

  /// - Parameter parent: `nil` for the representation, which is behind no step.
  private mutating func place(
    behind parent: PlaceTree?, _ step: SourceKeyPath.Step, _ mapping: Int32
  ) -> PlaceTree {
    let tree = PlaceTree(Int32(parts.places.count))
    parts.places.append(PlanPlace(parent: parent?.place ?? -1, mapping: mapping))
    parts.placeSteps.append(step)
    parent?.add(tree, behind: step)
    return tree
  }

  /// Makes the tables of a place and of those behind it.
  ///
  /// Behind `[]` names are compared as they are, whatever the mapping's key style.
  private mutating func lay(_ tree: PlaceTree, _ settings: MappingSettings) {
    var place = parts.places[Int(tree.place)]
    let children = tree.names.map { (name: $0.name, slot: $0.tree.place, scan: Int32(-1)) }
    if !children.isEmpty {
      place.names.keys = table(children)
      place.names.folding = folding(place.names.keys, children.map(\.name), settings)
    }
    place.elements = indexes(children)
    place.hasNames = children.count > Int(place.elements.count)
    place.everyElement = tree.everyElement?.place ?? -1
    parts.places[Int(tree.place)] = place
    for child in tree.names { lay(child.tree, settings) }
    if let every = tree.everyElement { lay(every, MappingSettings()) }
  }

  // MARK: - Uses

  /// What some lines and conditions make of a mapping's places.
  ///
  /// - Returns: Where that starts in `uses`, less the mapping's first place, as readers have it.
  mutating func uses(
    of lines: [PropertyRule], _ conditions: [SourceKeyPath], in root: PlaceTree
  ) -> Int32 {
    let start = Int32(parts.uses.count) - root.place
    parts.uses += repeatElement([], count: parts.places.count - Int(root.place))
    for line in lines { mark(line.source, isWhole: !line.isAggregate, start, root) }
    for condition in conditions { mark(condition, isWhole: false, start, root) }
    return start
  }

  private mutating func mark(
    _ source: SourceKeyPath, isWhole: Bool, _ start: Int32, _ root: PlaceTree
  ) {
    guard source.base == .representation else { return }
    var tree = root
    for step in source.steps {
      parts.uses[Int(start + tree.place)].formUnion([.reached, .leads])
      guard let next = tree[step] else { return }
      tree = next
    }
    parts.uses[Int(start + tree.place)].formUnion(isWhole ? [.reached, .whole] : .reached)
  }

  /// Notes what the lines and cases of a mapping read.
  ///
  /// - Parameter firstVariant: The mapping's variants are those from here on.
  mutating func noteReading(
    _ lines: [PropertyRule], _ conditions: [SourceKeyPath], _ root: PlaceTree, firstVariant: Int,
    _ plan: inout PlanMapping
  ) {
    plan.place = root.place
    plan.uses = uses(of: lines, conditions, in: root)
    plan.conditionUses = uses(of: [], conditions, in: root)
    for number in firstVariant..<parts.variants.count {
      let rules = parts.variants[number].rules.indices.map { Int(parts.order[$0]) }
      // Of a mapping none of whose cases fits, nobody knows which keys are wrong.
      let isDeclined = plan.hasCases && number == Int(plan.outer)
      let read = isDeclined ? lines : rules.map { parts.sourceRules[$0] }
      let aggregates = read.filter(\.isAggregate).flatMap { $0.value.type.mappings }
        .compactMap { self.number(ofMapping: $0.value) }
      parts.variants[number].aggregates = append(numbers: aggregates)
      parts.variants[number].uses = uses(of: read, conditions, in: root)
      note(number, root, plan)
    }
  }

  /// Notes whether what a scan does not find is all that a variant does not read, and whether others
  /// look into what it looks into.
  private mutating func note(_ variant: Int, _ root: PlaceTree, _ plan: PlanMapping) {
    let uses = parts.uses.suffix(parts.places.count - Int(root.place))
    let places = parts.places[Int(root.place)...]
    let isShared = uses.contains { $0.isSuperset(of: [.whole, .leads]) }
    let isAggregate = !parts.variants[variant].aggregates.isEmpty
    let hasDepth = places.contains { $0.parent > root.place }
    parts.variants[variant].sharesPlaces = isShared || isAggregate
    parts.variants[variant].isPlainlyRead =
      plan.scan >= 0 && !isShared && !isAggregate && !(plan.isLenient && hasDepth)
      && !places.contains { $0.everyElement >= 0 }
      && uses.dropFirst().allSatisfy { $0.contains(.reached) }
      && uses.first?.contains(.whole) == false
  }

  /// Notes which mappings a value is mapped by that longer key paths lead into, too.
  mutating func noteTakers(_ lines: [PropertyRule], _ slots: SlotNumbers, _ plan: PlanMapping) {
    var takers: [Int32: [Int32]] = [:]
    for line in lines {
      guard case .mapping(let name) = line.value.type, let slot = slots[line.source],
        let taker = number(ofMapping: name.value)
      else { continue }
      takers[slot, default: []].append(taker)
    }
    for (slot, takers) in takers.sorted(by: { $0.key < $1.key }) {
      parts.slots[Int(plan.slotStart + slot)].takers = append(numbers: takers)
    }
  }

  mutating func append(numbers: [Int32]) -> PlanRange {
    defer { parts.order += numbers }
    return PlanRange(start: Int32(parts.order.count), count: Int32(numbers.count))
  }
}

extension PropertyRule {
  /// Whether it makes objects of keys of the representation (rule 26).
  var isAggregate: Bool { source == .representation && !value.type.mappings.isEmpty }
}
