import ContractModel
import JSONParsing

/// The key paths of a mapping while it is compiled, joined where they begin alike.
final class PlaceTree {
  let place: Int32
  /// The slot of what stands there; −1: it is the representation, or after `[]`.
  let slot: Int32
  /// How many steps lead there.
  let depth: Int32
  private(set) var names: [(name: MemberName, tree: PlaceTree)] = []
  /// Where in `names` each is.
  private var numbers: [MemberName: Int] = [:]
  private(set) var everyElement: PlaceTree?

  init(_ place: Int32, slot: Int32, depth: Int32) {
    (self.place, self.slot, self.depth) = (place, slot, depth)
  }

  /// The slot of a key path from the representation that names single members and elements.
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
  /// Gives each step of a mapping's key paths a place, and those that names alone lead to a slot; and
  /// makes the scans that fill the slots in one pass over an object.
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

  /// Makes the tables of a place and of those after it.
  ///
  /// After `[]` names are compared as they are, whatever the mapping's key style.
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

  /// Notes the uses that some lines and conditions make of a mapping's places.
  ///
  /// - Returns: Where that starts in `uses`, less the mapping's first place, as readers have it.
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

  /// Notes what the lines and cases of a mapping read.
  ///
  /// - Parameter firstVariant: The mapping's variants are those from here on.
  mutating func noteReading(
    _ lines: [PropertyLine], _ conditions: [SourceKeyPath], _ root: PlaceTree, firstVariant: Int,
    _ plan: inout PlanMapping
  ) {
    plan.place = root.place
    plan.uses = uses(of: lines, conditions, in: root)
    plan.conditionUses = uses(of: [], conditions, in: root)
    for number in firstVariant..<tables.variants.count {
      let own = tables.variants[number].lines.indices.map { Int(tables.order[$0]) }
      // If no case of a mapping fits, it is unknown which keys are wrong.
      let isDeclined = plan.hasCases && number == Int(plan.outer)
      let read = isDeclined ? lines : own.map { tables.sourceLines[$0] }
      tables.variants[number].aggregates = aggregates(of: read)
      tables.variants[number].uses = uses(of: read, conditions, in: root)
      note(number, root, plan)
    }
  }

  /// The mappings of the objects that lines make of keys of the representation.
  mutating func aggregates(of lines: [PropertyLine]) -> PlanRange {
    let mappings = lines.filter(\.isAggregate).flatMap { $0.value.type.mappings }
    return tables.append(
      contentsOf: mappings.compactMap { number(ofMapping: $0.value) }, to: \.order)
  }

  /// Notes whether what a scan does not find is all that a variant does not read, and whether others
  /// look into what it looks into.
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

  /// Notes which mappings a value is mapped by that longer key paths lead into, too.
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
  /// Whether it makes objects of keys of the representation (§ 26).
  var isAggregate: Bool { source == .representation && !value.type.mappings.isEmpty }
}
