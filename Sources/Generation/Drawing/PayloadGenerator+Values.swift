extension PayloadGenerator {
  /// Draws a value; returns its node in the draft, `nil` if there is none or no room for it.
  mutating func value(_ index: Int32) -> Int32? {
    let node = plan.tables.nodes[Int(index)]
    budget &-= 1
    valueCount += 1
    guard valueCount <= mostValues else { return noRoom() }
    switch node.kind {
    case .object: return object(of: node.table)
    case .array, .dictionary: return collection(node)
    case .constant: return draft.addConstant(plan.tables.constants[Int(node.table)])
    case .union: return union(node)
    case .any: return any()
    case .unknown: return nil
    case .integer, .real, .bool, .text, .pattern, .form, .date:
      return scalar(node)
    }
  }

  private mutating func scalar(_ node: DrawNode) -> Int32 {
    if node.isFixed { source.freeze() }
    let start = draft.bytes.count
    switch node.kind {
    case .integer: integer(node)
    case .real: real(node)
    case .bool: bool(node)
    case .date: date(node)
    case .form where node.form.isNumbered: numbered(node)
    case .text, .pattern, .form, .any, .constant, .union, .object, .array, .dictionary,
      .unknown:
      text(node)
    }
    if node.isFixed { source.thaw() }
    return draft.addScalar(from: start)
  }

  /// Draws an alternative. The first is the simplest; where values have to differ, the next one.
  private mutating func union(_ node: DrawNode) -> Int32? {
    let count = Int(node.childCount)
    let simplest = min(counters.rank, count - 1)
    return value(node.child + Int32(alternative(of: count, simplest: simplest)))
  }

  /// Draws a text, or one of a few other pieces of JSON.
  private mutating func any() -> Int32 {
    scratch.removeAll(keepingCapacity: true)
    CanonicalText.append(counters.nextText(), to: &scratch)
    let constants = plan.tables.anyConstants.indices
    let number = alternative(of: constants.count + 1, simplest: 0)
    guard number == 0 else {
      return draft.addConstant(plan.tables.constants[constants.lowerBound + number - 1])
    }
    let start = draft.bytes.count
    TextToken.append(scratch, to: &draft.bytes)
    return draft.addScalar(from: start)
  }

  // MARK: - Truth values

  private mutating func bool(_ node: DrawNode) {
    var (value, spelling) = (counters.rank == 0, UInt8(0))
    if source.isRandom {
      let random = source.random.next()
      value = random & 1 == 0
      if node.otherWay != node.way, random & 6 == 0 { spelling = Spelling.otherWay }
    }
    if counters.isDistinct { spelling = 0 }
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

/// The way in which a scalar is written, as stored in `DrawnScalar.spelling`.
enum Spelling {
  /// The second of the two ways that the line reads.
  static let otherWay: UInt8 = 8
  /// The variants of a way.
  static let variants: UInt8 = 7
}

extension PayloadGenerator {
  /// Whether no identity may be used twice: objects with the same identity would be equal elements.
  var keepsIdentitiesApart: Bool { plan.tables.keepsIdentitiesApart || counters.isDistinct }

  /// Returns a value of the pool for an identity or a foreign key; `nil` if a new one is drawn.
  mutating func reusedIdentity(_ node: DrawNode) -> DrawnScalar? {
    guard node.role >= 0, node.isForeign || !keepsIdentitiesApart else { return nil }
    if node.isForeign || pool.hasForeignKeys, source.random.below(2) == 0 {
      return pool.counterpart(of: node, &source.random)
    }
    guard !node.isForeign, source.random.below(7) == 0 else { return nil }
    return pool.value(node.role, &source.random)
  }
}
