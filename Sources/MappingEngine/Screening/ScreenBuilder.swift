import ContractModel
import JSONParsing
import RecordScreening

/// Lowers a target of a plan to what a screen lets pass, and says how that counts.
///
/// What is not lowered does not pass: the engine has it. Of the rest, kinds and numbers are those
/// that the plan's bits take as they stand; whatever needs more is asked of the engine's own reader.
struct ScreenBuilder {
  let plan: MappingPlan
  let reader: ScalarReader
  var screen = ScreenPlan(.engine)
  /// How the objects count, by the screen's nodes.
  var counters: [ScreenCounter] = []
  private var nodes: [Int32: Int32] = [:]

  init(_ mapper: Mapper) { (plan, reader) = (mapper.plan, mapper.reader) }

  /// - Parameter rule: The rule that reads the payload itself.
  init(_ mapper: Mapper, rule: Int32) {
    self.init(mapper)
    screen.root = container(plan.tables.rules[rule].value)
  }

  /// Whether any record can pass.
  var isOfUse: Bool { !screen.root.kinds.isEmpty }

  // MARK: - Objects

  /// The node of a mapping's objects; −1, if it is not lowered.
  mutating func node(ofMapping number: Int32) -> Int32 {
    if let node = nodes[number] { return node }
    let mapping = plan.tables.mappings[number]
    let variant = plan.tables.variants[mapping.outer]
    guard obstacles(mapping, variant).isEmpty else {
      nodes[number] = -1
      return -1
    }
    let node = append(type: variant.type, place: plan.tables.scans[mapping.scan].place)
    nodes[number] = node  // a mapping may lead to itself
    screen.nodes[Int(node)].isMapped = true
    screen.nodes[Int(node)].family = variant.type
    fill(node, mapping.scan, plan.tables.order[variant.rules.indices].map { $0 })
    noteIdentity(node, variant)
    return node
  }

  private mutating func append(type: Int32, place: Int32) -> Int32 {
    screen.nodes.append(ScreenPlan.Node())
    counters.append(ScreenCounter(type: type, place: place))
    return Int32(screen.nodes.count - 1)
  }

  /// Gives a node the members that a scan looks for.
  private mutating func fill(_ node: Int32, _ number: Int32, _ rules: [Int32]) {
    let scan = plan.tables.scans[number]
    for index in scan.keys.indices where plan.tables.keys[index].length >= 0 {
      let key = plan.tables.keys[index]
      let own = rules.filter { plan.tables.rules[$0].slot == key.slot }
      var (value, below) = (ScreenPlan.Value(), [Int32]())
      if key.scan < 0 {
        value = self.value(of: own)
      } else if own.isEmpty {
        value.kinds = .object
        value.node = append(type: -1, place: plan.tables.scans[key.scan].place)
        fill(value.node, key.scan, rules)
        below = counters[Int(value.node)].rules
      }
      screen.nodes[Int(node)].members.append(
        ScreenPlan.Member(
          name: plan.name(of: key), value: value,
          makesObject: own.contains { plan.tables.rules[$0].property >= 0 }))
      counters[Int(node)].members.append(ScreenCounter.Member(rules: own, below: below))
    }
  }

  /// The member that tells objects apart; it is a whole number or a text as it stands.
  private mutating func noteIdentity(_ node: Int32, _ variant: PlanVariant) {
    guard !variant.identity.isEmpty,
      case .rule(let rule) = plan.tables.identityParts[Int(variant.identity.start)]
    else { return }
    let position = counters[Int(node)].members.firstIndex { $0.rules == [rule] }
    guard let position else {
      screen.nodes[Int(node)].members = []
      return
    }
    screen.nodes[Int(node)].identity = position
    counters[Int(node)].isIdentified = true
    screen.nodes[Int(node)].members[position].value.test = -1
  }
}

/// How the objects of a node count.
struct ScreenCounter {
  /// The type of object; −1: they are a step of key paths.
  var type: Int32
  var isIdentified = false
  /// Where members that nobody reads are.
  var place: Int32
  var members: [Member] = []

  struct Member {
    /// The rules that read the member.
    var rules: [Int32]
    /// Those that read what is in it.
    var below: [Int32]
  }

  /// All that read what is in an object.
  var rules: [Int32] { members.flatMap { $0.rules + $0.below } }
}

extension PlanRule {
  /// The slot that it reads; `nil`, if it looks elsewhere.
  var slot: Int32? { if case .slot(let slot) = source.start { slot } else { nil } }
}

extension MappingPlan {
  /// The bytes of a key's name.
  fileprivate func name(of key: PlanKey) -> [UInt8] {
    (0..<Int(key.length)).map { offset in
      let word = offset < 8 ? key.head : tables.keyWords[Int(key.words) + offset / 8 - 1]
      return UInt8(truncatingIfNeeded: word >> UInt64(offset % 8 * 8))
    }
  }
}

extension ScreenPlan.Fingerprints {
  /// As identities of the engine have them.
  fileprivate static let engine = Self(
    integer: { value in
      withUnsafeTemporaryAllocation(byteCount: 9, alignment: 8) { bytes in
        bytes[0] = value < 0 ? 2 : 1
        bytes.storeBytes(of: value.magnitude.littleEndian, toByteOffset: 1, as: UInt64.self)
        return fingerprint(of: UnsafeRawBufferPointer(bytes))
      }
    },
    text: { content in
      var bytes: [UInt8] = []
      IdentityPart.append(3, content, to: &bytes)
      return fingerprint(of: bytes[...])
    })
}
