import ContractModel
import JSONParsing
import RecordScreening

/// Compiles a target of a plan into a screen, and into counters for the records that pass it.
///
/// A value that cannot be compiled never passes: the engine checks it. Kinds and numbers pass if
/// the plan's bits accept them directly; the engine's own reader decides about everything else.
struct ScreenBuilder {
  let plan: MappingPlan
  let reader: ScalarReader
  var screen = ScreenPlan()
  /// The counters of the screen's nodes.
  var counters: [ScreenCounter] = []
  private var nodes: [Int32: Int32] = [:]

  init(_ mapper: Mapper) { (plan, reader) = (mapper.plan, mapper.reader) }

  /// - Parameter line: The line that reads the payload itself.
  init(_ mapper: Mapper, line: Int32) {
    self.init(mapper)
    screen.root = container(plan.tables.lines[line].value)
  }

  /// Whether any record can pass.
  var isOfUse: Bool { !screen.root.kinds.isEmpty }

  // MARK: - Objects

  /// Returns the node of a mapping's objects; −1, if they cannot be screened.
  mutating func node(ofMapping number: Int32) -> Int32 {
    if let node = nodes[number] { return node }
    let mapping = plan.tables.mappings[number]
    nodes[number] = -1
    guard obstacle(mapping) == nil else { return -1 }
    guard mapping.hasCases else { return node(ofVariant: mapping.outer, mapping, as: number) }
    let node = append(type: -1, place: -1)
    nodes[number] = node
    screen.nodes[Int(node)].choice = choice(mapping)
    return node
  }

  /// - Parameters:
  ///   - number: The mapping, if this is its only variant; otherwise `nil`.
  ///   - caseIndex: The case that chooses the variant, or −1.
  private mutating func node(
    ofVariant variantNumber: Int32, _ mapping: PlanMapping, as number: Int32? = nil,
    caseIndex: Int = -1
  ) -> Int32 {
    let variant = plan.tables.variants[variantNumber]
    guard obstacles(variant).isEmpty else { return -1 }
    let node = append(type: variant.type, place: plan.tables.scans[mapping.scan].place)
    if let number { nodes[number] = node }  // a mapping may refer to itself
    counters[Int(node)].caseIndex = caseIndex
    screen.nodes[Int(node)].isMapped = true
    screen.nodes[Int(node)].family = mapping.family
    screen.nodes[Int(node)].type = variant.type
    let lines = plan.tables.order[variant.lines.indices].map { $0 }
    fill(node, mapping.scan, lines, switchSlot: switchSlot(mapping))
    noteIdentity(node, variant)
    return node
  }

  private mutating func choice(_ mapping: PlanMapping) -> ScreenPlan.Choice? {
    guard let slot = switchSlot(mapping),
      let key = keys(mapping.scan).first(where: { $0.slot == slot })
    else { return nil }
    var choice = ScreenPlan.Choice(name: plan.tables.name(of: key), cases: [], otherwise: -1)
    for index in mapping.cases.indices {
      guard case .variant(let variant) = plan.tables.cases[index].use,
        let text = switchText(plan.tables.cases[index], slot)
      else { continue }
      let node = node(ofVariant: variant, mapping, caseIndex: index)
      choice.cases.append((text: text, node: node))
    }
    if case .variant(let variant) = mapping.otherwise {
      choice.otherwise = node(ofVariant: variant, mapping)
    }
    return choice
  }

  private mutating func append(type: Int32, place: Int32) -> Int32 {
    screen.nodes.append(ScreenPlan.Node())
    counters.append(ScreenCounter(type: type, place: place))
    return Int32(screen.nodes.count - 1)
  }

  /// Adds to a node the members that a scan finds and that a line or the switch reads.
  private mutating func fill(
    _ node: Int32, _ number: Int32, _ lines: [Int32], switchSlot: Int32? = nil
  ) {
    for key in keys(number) {
      let own = lines.filter { plan.tables.lines[$0].slot == key.slot }
      var (value, below) = (ScreenPlan.Value(), [Int32]())
      let isWayOn = key.scan >= 0 && leads(key.scan, to: lines)
      if own.isEmpty, !isWayOn {
        guard key.slot == switchSlot else { continue }
        value.kinds = .text
      } else if key.scan < 0 {
        value = self.value(of: own)
      } else if own.isEmpty {
        value.kinds = .object
        value.node = append(type: -1, place: plan.tables.scans[key.scan].place)
        fill(value.node, key.scan, lines)
        below = counters[Int(value.node)].lines
      }
      screen.nodes[Int(node)].members.append(
        ScreenPlan.Member(
          name: plan.tables.name(of: key), value: value,
          makesObject: own.contains { plan.tables.lines[$0].property >= 0 }))
      counters[Int(node)].members.append(ScreenCounter.Member(lines: own, below: below))
    }
  }

  /// Returns the names that a scan searches.
  func keys(_ scan: Int32) -> [PlanKey] {
    plan.tables.keys[plan.tables.scans[scan].keys.indices].filter { $0.length >= 0 }
  }

  /// Returns whether any of the lines reads a value that a scan finds.
  private func leads(_ scan: Int32, to lines: [Int32]) -> Bool {
    keys(scan).contains { key in
      lines.contains { plan.tables.lines[$0].slot == key.slot }
        || key.scan >= 0 && leads(key.scan, to: lines)
    }
  }

  /// Notes the member that is the identity of objects; it is a whole number or an unconverted text.
  private mutating func noteIdentity(_ node: Int32, _ variant: PlanVariant) {
    guard !variant.identity.isEmpty,
      case .line(let line) = plan.tables.identityParts[Int(variant.identity.start)]
    else { return }
    let position = counters[Int(node)].members.firstIndex { $0.lines == [line] }
    guard let position else {
      screen.nodes[Int(node)].members = []
      return
    }
    screen.nodes[Int(node)].identity = position
    counters[Int(node)].isIdentified = true
    screen.nodes[Int(node)].members[position].value.test = -1
  }
}

/// How the objects of a node are counted.
struct ScreenCounter {
  /// The object type; −1 for a node that is only a step of key paths.
  var type: Int32
  var isIdentified = false
  /// The case by which the objects were chosen, as an index in the plan; −1 for none.
  var caseIndex = -1
  /// The place of unread members.
  var place: Int32
  var members: [Member] = []

  struct Member {
    var lines: [Int32]
    /// The lines that read values inside of the member.
    var below: [Int32]
  }

  /// All lines that read values in the object.
  var lines: [Int32] { members.flatMap { $0.lines + $0.below } }
}

extension PlanLine {
  /// The slot that the line reads; `nil`, if it starts elsewhere.
  var slot: Int32? { if case .slot(let slot) = source.start { slot } else { nil } }
}
