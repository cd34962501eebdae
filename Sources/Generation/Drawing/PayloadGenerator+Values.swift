extension PayloadGenerator {
  /// Draws a value.
  ///
  /// - Returns: Its node in the draft; `nil` if there is no such value, or no room for it.
  mutating func value(_ index: Int32) -> Int32? {
    let node = plan.tables.nodes[Int(index)]
    budget &-= 1
    valueCount += 1
    guard valueCount <= mostValues else { return noRoom() }
    switch node.kind {
    case .object, .array, .dictionary: return container(node, index)
    case .constant: return draft.addConstant(plan.tables.constants[Int(node.table)])
    case .union: return union(node, index)
    case .any: return any(index)
    case .unknown: return nil
    case .integer, .real, .bool, .text, .pattern, .form, .date:
      return scalar(node, index)
    }
  }

  private mutating func container(_ node: DrawNode, _ index: Int32) -> Int32? {
    source.begin(.value, index)
    let value = node.kind == .object ? object(of: node.table) : collection(node, index)
    source.end()
    return value
  }

  private mutating func scalar(_ node: DrawNode, _ index: Int32) -> Int32 {
    if node.isFixed { source.freeze() }
    let start = draft.bytes.count
    switch node.kind {
    case .integer: integer(node, index)
    case .real: real(node, index)
    case .bool: bool(node, index)
    case .date: date(node, index)
    case .form where node.form.isNumbered: numbered(node, index)
    case .text, .pattern, .form, .any, .constant, .union, .object, .array, .dictionary,
      .unknown:
      text(node, index)
    }
    if node.isFixed { source.thaw() }
    return draft.addScalar(from: start)
  }

  /// The first alternative is simplest; of values that have to differ, the next.
  private mutating func union(_ node: DrawNode, _ index: Int32) -> Int32? {
    let count = Int(node.childCount)
    let simplest = min(counters.rank, count - 1)
    return value(node.child + Int32(alternative(of: count, simplest: simplest, node: index)))
  }

  /// A text, or another of a few pieces of JSON.
  private mutating func any(_ index: Int32) -> Int32 {
    scratch.removeAll(keepingCapacity: true)
    CanonicalText.append(counters.nextText(), to: &scratch)
    let constants = plan.tables.anyConstants.indices
    let number = alternative(of: constants.count + 1, simplest: 0, node: index)
    guard number == 0 else {
      return draft.addConstant(plan.tables.constants[constants.lowerBound + number - 1])
    }
    let start = draft.bytes.count
    TextToken.append(scratch, to: &draft.bytes)
    return draft.addScalar(from: start)
  }

  // MARK: - Truth values

  private mutating func bool(_ node: DrawNode, _ index: Int32) {
    let simplest = counters.rank > 0
    var (value, spelling) = (simplest, UInt8(0))
    switch source.next() {
    case .simplest: break
    case .random:
      let random = source.random.next()
      value = random & 1 == 0
      if node.otherWay != node.way, random & 6 == 0 { spelling = Spelling.otherWay }
    case .replayed(let choice):
      value = choice.int == 1
      spelling = choice.spelling & Spelling.otherWay
      if choice.int != 0, choice.int != 1 { source.noteMisaligned() }
    }
    if counters.isDistinct { spelling = 0 }
    var choice = Choice.integer(value ? 1 : 0)
    choice.spelling = spelling
    source.note(value == simplest && spelling == 0 ? .simplest : choice, .integer, index)
    let way = spelling & Spelling.otherWay == 0 ? node.way : node.otherWay
    switch way {
    case .plain: append(value ? "true" : "false")
    case .quoted: append(value ? "\"true\"" : "\"false\"")
    case .numeric: append(value ? "1" : "0")
    }
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { draft.bytes.append(contentsOf: $0) }
  }
}

/// How a scalar is written, in a choice's byte for it.
enum Spelling {
  /// By the other of two ways that the line reads.
  static let otherWay: UInt8 = 8
  /// The variants of a way.
  static let variants: UInt8 = 7
}

extension PayloadGenerator {
  /// Whether no identity may be used twice: objects with one identity are equal elements, too.
  ///
  /// It changes nothing; but to be asked, what does not may get a copy of the generator, in debug
  /// builds.
  var keepsIdentitiesApart: Bool {
    mutating get { plan.tables.keepsIdentitiesApart || counters.isDistinct }
  }
}

/// Values that identities had in this payload: one in seven is used again, which is how two
/// mentions of one object come about.
struct IdentityPool: Sendable {
  private var entries: [(role: Int32, choice: Choice)] = []
  private var scalars: [UInt32] = []

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    scalars.removeAll(keepingCapacity: true)
  }

  mutating func add(_ choice: Choice, role: Int32) { entries.append((role, choice)) }

  mutating func add(text: [UInt32], role: Int32) {
    let choice = Choice(
      kind: .text, length: UInt32(text.count), bits: UInt64(scalars.count))
    scalars.append(contentsOf: text)
    entries.append((role, choice))
  }

  /// A value that an identity of a type had; none if the one looked at is of another type.
  func choice(_ role: Int32, _ random: inout CaseRandom) -> Choice? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[random.below(entries.count)]
    return entry.role == role ? entry.choice : nil
  }

  func contains(_ choice: Choice, role: Int32) -> Bool {
    entries.contains { entry in
      entry.role == role && entry.choice.kind == choice.kind && entry.choice.bits == choice.bits
    }
  }

  func contains(text: [UInt32], role: Int32) -> Bool {
    entries.contains { entry in
      entry.role == role && entry.choice.kind == .text
        && scalars(of: entry.choice).elementsEqual(text)
    }
  }

  func scalars(of choice: Choice) -> ArraySlice<UInt32> {
    scalars[Int(choice.bits)..<Int(choice.bits) + Int(choice.length)]
  }
}
