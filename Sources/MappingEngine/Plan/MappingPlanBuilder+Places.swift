import ContractModel
import JSONParsing

/// The key paths of a mapping while it is compiled, as a tree that joins common beginnings.
final class PlaceTree {
  let place: Int32
  /// The slot of the value at this place; −1 for the representation, and for places after `[]`.
  let slot: Int32
  /// The number of steps that lead to this place.
  let depth: Int32
  private(set) var names: [(name: MemberName, tree: PlaceTree)] = []
  private var numbers: [MemberName: Int] = [:]
  private(set) var everyElement: PlaceTree?

  init(_ place: Int32, slot: Int32, depth: Int32) {
    (self.place, self.slot, self.depth) = (place, slot, depth)
  }

  /// Returns the slot of a key path from the representation with single members and elements only.
  func slot(of source: SourceKeyPath) -> Int32? {
    guard source.base == .representation else { return nil }
    let end = source.steps.reduce(self as PlaceTree?) { $0?[$1] }
    return end.flatMap { $0.slot >= 0 ? $0.slot : nil }
  }

  subscript(step: SourceKeyPath.Step) -> PlaceTree? {
    switch step {
    case .fanOut: everyElement
    case .segment(let name): numbers[name].map { names[$0].tree }
    }
  }

  func add(_ tree: PlaceTree, behind step: SourceKeyPath.Step) {
    switch step {
    case .fanOut: everyElement = tree
    case .segment(let name):
      numbers[name] = names.count
      names.append((name, tree))
    }
  }
}

extension MappingPlanBuilder {
  /// Assigns a place to each step of a mapping's key paths, and a slot to each place that is
  /// reached by names alone; makes the scans that fill the slots in one pass over an object.
  mutating func places(
    for sources: [SourceKeyPath], _ settings: MappingSettings, _ mapping: Int32,
    _ plan: inout PlanMapping
  ) -> PlaceTree {
    plan.slotStart = Int32(tables.slots.count)
    let place = tables.append(PlanPlace(mapping: mapping), to: \.places)
    tables.placeSteps.append(.fanOut)
    let root = PlaceTree(place, slot: -1, depth: 0)
    for source in sources where source.base == .representation {
      var tree = root
      for step in source.steps {
        tree = tree[step] ?? self.place(behind: tree, step, mapping, plan.slotStart)
      }
    }
    plan.slotCount = Int32(tables.slots.count) - plan.slotStart
    lay(root, settings)
    plan.scan = scan(root, settings, plan.slotStart)
    return root
  }

  private mutating func place(
    behind parent: PlaceTree, _ step: SourceKeyPath.Step, _ mapping: Int32, _ slotStart: Int32
  ) -> PlaceTree {
    let place = tables.append(PlanPlace(parent: parent.place, mapping: mapping), to: \.places)
    tables.placeSteps.append(step)
    var slot: Int32 = -1
    if step != .fanOut, parent.depth == 0 || parent.slot >= 0 {
      let entry = PlanSlot(parent: parent.slot, depth: parent.depth, scan: -1)
      slot = tables.append(entry, to: \.slots) - slotStart
    }
    let tree = PlaceTree(place, slot: slot, depth: parent.depth + 1)
    parent.add(tree, behind: step)
    return tree
  }

  /// Makes the tables of a place and of the places below it. After `[]` names are compared exactly,
  /// whatever the mapping's key style.
  private mutating func lay(_ tree: PlaceTree, _ settings: MappingSettings) {
    var place = tables.places[tree.place]
    let children = tree.names.map { (name: $0.name, slot: $0.tree.place, scan: Int32(-1)) }
    if !children.isEmpty {
      place.names.keys = table(children)
      place.names.folding = folding(place.names.keys, children.map(\.name), settings)
    }
    place.elements = indexes(children)
    place.hasNames = children.count > Int(place.elements.count)
    place.everyElement = tree.everyElement?.place ?? -1
    tables.places[tree.place] = place
    for child in tree.names { lay(child.tree, settings) }
    if let every = tree.everyElement { lay(every, MappingSettings()) }
  }

  // MARK: - Uses

  /// Notes the uses that some lines and conditions make of a mapping's places; returns the start of
  /// these uses in `uses`, less the mapping's first place; see `PlaceReader.uses`.
  mutating func uses(
    of lines: [PropertyLine], _ conditions: [SourceKeyPath], in root: PlaceTree
  ) -> Int32 {
    let start = Int32(tables.uses.count) - root.place
    tables.uses += repeatElement([], count: tables.places.count - Int(root.place))
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
      tables.uses[start + tree.place].formUnion([.reached, .leads])
      guard let next = tree[step] else { return }
      tree = next
    }
    tables.uses[start + tree.place].formUnion(isWhole ? [.reached, .whole] : .reached)
  }

  /// Notes which places the lines and cases of a mapping read.
  ///
  /// - Parameter firstVariant: The number of the mapping's first variant; the others follow it.
  mutating func noteReading(
    _ lines: [PropertyLine], _ conditions: [SourceKeyPath], _ root: PlaceTree, firstVariant: Int,
    _ plan: inout PlanMapping
  ) {
    plan.place = root.place
    plan.uses = uses(of: lines, conditions, in: root)
    plan.conditionUses = uses(of: [], conditions, in: root)
    for number in firstVariant..<tables.variants.count {
      let own = tables.variants[number].lines.indices.map { Int(tables.order[$0]) }
      // If no case of a mapping matches, it is unknown which keys are wrong.
      let isDeclined = plan.hasCases && number == Int(plan.outer)
      let read = isDeclined ? lines : own.map { tables.sourceLines[$0] }
      tables.variants[number].aggregates = aggregates(of: read)
      tables.variants[number].uses = uses(of: read, conditions, in: root)
      note(number, root, plan)
    }
  }

  /// Returns the mappings of the objects that lines make of keys of the representation.
  mutating func aggregates(of lines: [PropertyLine]) -> PlanRange {
    let mappings = lines.filter(\.isAggregate).flatMap { $0.value.type.mappings }
    return tables.append(
      contentsOf: mappings.compactMap { number(ofMapping: $0.value) }, to: \.order)
  }

  /// Notes whether a variant leaves unread exactly the members that its scan does not find, and
  /// whether other mappings read objects that it reads.
  private mutating func note(_ variant: Int, _ root: PlaceTree, _ plan: PlanMapping) {
    let uses = tables.uses.suffix(tables.places.count - Int(root.place))
    let places = tables.places[Int(root.place)...]
    let isShared = uses.contains { $0.isSuperset(of: [.whole, .leads]) }
    let isAggregate = !tables.variants[variant].aggregates.isEmpty
    let hasDepth = places.contains { $0.parent > root.place }
    tables.variants[variant].sharesPlaces = isShared || isAggregate
    let isPlain =
      plan.scan >= 0 && !isShared && !isAggregate && !(plan.isLenient && hasDepth)
      && !places.contains { $0.everyElement >= 0 } && uses.first?.contains(.whole) == false
    tables.variants[variant].isPlainlyReadByOthers = isPlain
    tables.variants[variant].isPlainlyRead =
      isPlain && uses.dropFirst().allSatisfy { $0.contains(.reached) }
  }

  /// Notes the mappings by which lines map the values that key paths lead to or through.
  mutating func noteTakers(_ lines: [PropertyLine], _ root: PlaceTree, _ plan: PlanMapping) {
    var takers: [Int32: [Int32]] = [:]
    for line in lines {
      let type = line.value.type.listAndObject?.object ?? line.value.type
      guard case .mapping(let name) = type, let slot = root.slot(of: line.source),
        let taker = number(ofMapping: name.value)
      else { continue }
      takers[slot, default: []].append(taker)
    }
    for (slot, takers) in takers.sorted(by: { $0.key < $1.key }) {
      tables.slots[plan.slotStart + slot].takers = tables.append(contentsOf: takers, to: \.order)
    }
  }
}

extension PropertyLine {
  /// Whether the line makes objects of keys of the representation (§ 26).
  var isAggregate: Bool { source == .representation && !value.type.mappings.isEmpty }
}
