package import JSONParsing

/// Draws payloads of a plan, one after the other, reusing the memory.
///
///     var generator = PayloadGenerator(plan)
///     let payload = generator.payload(seed: Seed(42), index: 7, size: 100)
///
/// If nothing is random, each value is the simplest one, which gives the canonical payload of the
/// contract. Its texts, dates and identities are counted: `a`, `b`, `c` and 1, 2, 3.
package struct PayloadGenerator: Sendable {
  static let largestValueCount = 100_000

  package let plan: DrawPlan
  let mostValues: Int
  var valueCount = 0
  /// Whether a value was left out because the payload would be too large or too deep with it.
  private(set) var isTooLarge = false
  var source = DrawSource.simplest
  var draft = Draft()
  var counters: CanonicalCounters
  /// For each mapping, the number of its objects that enclose the value that is being drawn.
  var active: [UInt8]
  /// The number of optional values that may still be drawn.
  var budget = 0
  var depth = 0
  /// The members that may be left out or be null in this payload, by the slot's number modulo 64.
  var looseSlots: UInt64 = 0
  /// The slots that were left out of the enclosing objects, because recursion ends there.
  var absentSlots: [Int32] = []
  /// The values of identities, to be used again.
  var pool = IdentityPool()
  /// The Unicode scalars of a text while it is drawn.
  var scratch: [UInt32] = []

  package init(_ plan: DrawPlan) { self.init(plan, mostValues: Self.largestValueCount) }

  init(_ plan: DrawPlan, mostValues: Int) {
    (self.plan, self.mostValues) = (plan, mostValues)
    counters = CanonicalCounters(roleCount: plan.tables.roles.count)
    active = Array(repeating: 0, count: plan.tables.mappings.count)
  }

  /// Returns the size of a run's case: small payloads come first.
  package static func size(ofCase index: Int) -> Int { min(120, 8 + index * 2) }

  /// Returns the simplest payload; `nil` if there is none that is small enough.
  mutating func canonicalPayload() -> PayloadTree? {
    source = .simplest
    var tree = PayloadTree()
    return draws(0, into: &tree) ? tree : nil
  }

  /// Draws a valid payload; returns the simplest one instead if it would be too large. Earlier
  /// cases need not be drawn before; `size` limits the number of values approximately.
  package mutating func payload(seed: Seed, index: Int, size: Int) -> PayloadTree {
    var tree = PayloadTree()
    draw(seed: seed, index: index, size: size, into: &tree)
    return tree
  }

  /// Draws a payload into a tree whose memory is reused.
  package mutating func draw(seed: Seed, index: Int, size: Int, into tree: inout PayloadTree) {
    var random = seed.random(ofCase: index)
    looseSlots = Self.looseSlots(&random)
    source = DrawSource(random)
    if !draws(size, into: &tree), let simplest = canonicalPayload() { tree = simplest }
  }

  /// Draws a payload whose objects have the first `identityCount` identities of their types.
  package mutating func payload(
    seed: Seed, index: Int, size: Int, identityCount: Int
  ) -> PayloadTree {
    let few = FewIdentities(
      count: identityCount, random: Seed(~seed.value).random(ofCase: index))
    counters.few = plan.tables.keepsIdentitiesApart ? nil : few
    defer { counters.few = nil }
    return payload(seed: seed, index: index, size: size)
  }

  /// Draws the members that may be left out. This is swarm testing (Groce et al., ISSTA 2012): in a
  /// payload, some members are never absent or null, and their number varies.
  private static func looseSlots(_ random: inout CaseRandom) -> UInt64 {
    switch random.below(6) {
    case 0: 0
    case 1: .max
    case 2: random.next() & random.next()
    default: random.next()
    }
  }

  /// Draws a payload; returns `false` if there is none.
  private mutating func draws(_ size: Int, into tree: inout PayloadTree) -> Bool {
    draft.start(plan.tables.tokens)
    counters.reset()
    pool.removeAll()
    absentSlots.removeAll(keepingCapacity: true)
    (budget, depth, valueCount, isTooLarge) = (size, 0, 0, false)
    tree.removeAll()
    guard let root = drawRoot() else { return false }
    draft.write(root, into: &tree)
    return true
  }

  /// Returns `nil`, and notes that the payload would be too large with one more value.
  mutating func noRoom() -> Int32? {
    isTooLarge = true
    return nil
  }

  private mutating func drawRoot() -> Int32? {
    switch plan.tables.root {
    case .none: return nil
    case .lines(let shape): return object(shape)
    case .value(let node, let steps, let allowsNull):
      let isNull = allowsNull && source.isRandom && source.random.below(16) == 0
      let drawn = isNull ? draft.addConstant(plan.tables.constants[0]) : self.value(node)
      guard let value = drawn, !steps.isEmpty else { return drawn }
      let root = draft.add(.object)
      draft.place(value, at: DraftPath(plan: plan, steps: steps.indices), in: root)
      return root
    }
  }
}

/// The first few identities of each type, so that payloads of a history mention the same objects.
struct FewIdentities: Sendable {
  let count: Int
  var random: CaseRandom

  /// Draws a position, counted from 1.
  mutating func next() -> Int { 1 + random.below(count) }
}

/// The positions of the next simplest values in their sequences.
struct CanonicalCounters: Sendable {
  private(set) var identities: [Int]
  var texts = 0
  var dates = 0
  var numbers = 0
  /// The number of preceding values in the collection from which this one has to differ.
  var rank = 0
  /// Whether values have to differ, so that none may be written in two ways.
  var isDistinct = false
  /// The identities that are drawn at random instead; `nil` if identities are counted.
  var few: FewIdentities?

  init(roleCount: Int) { identities = Array(repeating: 0, count: roleCount) }

  mutating func reset() {
    for role in identities.indices { identities[role] = 0 }
    (texts, dates, numbers, rank, isDistinct) = (0, 0, 0, 0, false)
  }

  /// Returns whether the value is an identity that is always one of the first few.
  func takesFew(_ role: Int32) -> Bool { few != nil && role >= 0 }

  /// Returns whether the simplest value is an identity. The simplest value of a foreign key is one
  /// only if objects have the first few identities.
  func counts(_ node: DrawNode) -> Bool { node.role >= 0 && (!node.isForeign || few != nil) }

  mutating func nextIdentity(_ role: Int32) -> Int {
    // Elements that have to differ get counted identities.
    if !isDistinct, let position = few?.next() { return position }
    identities[Int(role)] += 1
    return identities[Int(role)]
  }

  mutating func nextText() -> Int {
    texts += 1
    return texts - 1
  }

  mutating func nextDate() -> Int {
    dates += 1
    return dates - 1
  }

  mutating func nextNumber() -> Int {
    numbers += 1
    return numbers - 1
  }
}
