import ContractModel
import JSONParsing

extension PayloadGenerator {
  /// Draws a text of any kind, and adds its token to the draft.
  mutating func text(_ node: DrawNode) {
    scratch.removeAll(keepingCapacity: true)
    if node.kind == .pattern {
      scratch.append(contentsOf: plan.tables.patterns[Int(node.table)].simplest)
    } else {
      simplestText(node)
    }
    drawText(node)
    if node.kind == .form {
      node.form.append(madeOf: scratch, isURLSafe: node.isURLSafe, to: &draft.bytes)
    } else {
      TextToken.append(scratch, to: &draft.bytes)
    }
  }

  /// Writes the next of `a`, `b`, `c`, of the required length; for an identity, its number.
  private mutating func simplestText(_ node: DrawNode) {
    if counters.counts(node) {
      var rest = counters.nextIdentity(node.role)
      while rest > 0 {
        scratch.append(0x30 + UInt32(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
      scratch.reverse()
    } else {
      CanonicalText.append(counters.nextText(), to: &scratch)
    }
    guard node.kind == .text else { return }
    let missing = min(Int(node.low), 4096) - scratch.count
    if missing > 0 { scratch.insert(contentsOf: repeatElement(0x61, count: missing), at: 0) }
    let surplus = scratch.count - Int(node.high)
    if surplus > 0 { scratch.removeFirst(surplus) }
  }

  /// Draws a text into `scratch`, which holds the simplest one; that stays if nothing is drawn.
  mutating func drawText(_ node: DrawNode) {
    guard source.isRandom, !counters.takesFew(node.role) else { return }
    randomText(node)
    var attempts = 0
    while keepsIdentitiesApart, !node.isForeign, pool.contains(text: scratch, role: node.role),
      attempts < 64
    {
      randomText(node)
      attempts += 1
    }
    if node.role >= 0 { pool.add(text: scratch, of: node) }
  }

  /// Draws a text of a form that is made from a number, a UUID.
  mutating func numbered(_ node: DrawNode) {
    let simplest =
      counters.counts(node) ? counters.nextIdentity(node.role) : counters.nextText() + 1
    var number = DrawnScalar.integer(Int64(simplest))
    if source.isRandom, !counters.takesFew(node.role) {
      number = .integer(Int64(bitPattern: source.random.next() >> 1))
      if source.random.below(4) == 0 { number.spelling = 1 }
      if node.role >= 0 {
        if let reused = reusedIdentity(node), reused.kind == .integer { number = reused }
        pool.add(number, of: node)
      }
    }
    if counters.isDistinct { number.spelling = 0 }
    TextForm.appendUUID(number.bits, isLower: number.spelling == 1, to: &draft.bytes)
  }

  // MARK: - Random texts

  private mutating func randomText(_ node: DrawNode) {
    if let reused = reusedIdentity(node), reused.kind == .text {
      scratch.removeAll(keepingCapacity: true)
      scratch.append(contentsOf: pool.scalars(of: reused))
      return
    }
    if node.kind == .pattern { return randomMatch(node) }
    let isPlain = node.isTrimmed || node.kind == .form
    let random = source.random.next()
    if !isPlain, random & 15 == 0 {
      let edge = TextEdges.all[Int(truncatingIfNeeded: random >> 16) % TextEdges.all.count]
      if UInt64(edge.count) >= node.low, UInt64(edge.count) <= node.high {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: edge)
        return
      }
    }
    let most = node.kind == .text ? node.high : 24
    let (least, span) = (Int(node.low), Int(truncatingIfNeeded: most &- node.low))
    var count = least + Int(truncatingIfNeeded: (random >> 32) % UInt64(min(span, 15) + 1))
    if random & 0x1f0 == 0 { count = random & 0x200 == 0 ? least : least + min(span, 300) }
    scratch.removeAll(keepingCapacity: true)
    for _ in 0..<count { scratch.append(isPlain ? plainScalar(node.isTrimmed) : scalar()) }
  }

  @inline(__always)
  private mutating func plainScalar(_ mayBeCapital: Bool) -> UInt32 {
    let random = UInt32(truncatingIfNeeded: source.random.next() >> 40)
    let start: UInt32 = mayBeCapital && random & 8 == 0 ? 0x41 : 0x61
    return random & 7 == 0 ? 0x30 + (random >> 4) % 10 : start + (random >> 4) % 26
  }

  /// Draws a Unicode scalar: mostly ASCII, sometimes a control character, Latin, or any other.
  @inline(__always)
  private mutating func scalar() -> UInt32 {
    let random = source.random.next()
    let value = UInt32(truncatingIfNeeded: random >> 32)
    switch random & 63 {
    case 0:
      let any = UInt32(truncatingIfNeeded: UInt64(value) &* 0x10f800 >> 32)
      return any < 0xd800 ? any : any + 0x800
    case 1: return 0xa0 + value % 0x500
    case 2: return value % 0x20
    case 3: return 0x1f300 + value % 0x300
    case 4: return 0x300 + value % 0x70
    default: return 0x20 + value % 0x5f
    }
  }

  // MARK: - Texts by a pattern

  /// Draws a text along the pattern's parts; after a few failed tries, the simplest text stays.
  private mutating func randomMatch(_ node: DrawNode) {
    let pattern = plan.tables.patterns[Int(node.table)]
    for _ in 0..<4 {
      scratch.removeAll(keepingCapacity: true)
      drawPart(pattern.pattern.tree)
      let isFitting = UInt64(scratch.count) >= node.low && UInt64(scratch.count) <= node.high
      if isFitting, !pattern.isChecked && !node.isTrimmed || matches(pattern.pattern, node) {
        return
      }
    }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: pattern.simplest)
  }

  private func matches(_ pattern: TextPattern, _ node: DrawNode) -> Bool {
    if node.isTrimmed, !scratch.allSatisfy(Self.isPlain) { return false }
    let scalars = String.UnicodeScalarView(scratch.lazy.compactMap(Unicode.Scalar.init))
    return pattern.matches(String(scalars))
  }

  /// Returns whether a scalar is a letter or digit of ASCII.
  private static func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }

  /// The most repetitions of an unbounded part, beyond the required ones.
  private static let openRepeat = 6

  private mutating func drawPart(_ node: TextPattern.Node) {
    switch node {
    case .start, .end: break
    case .scalar(let set): drawScalar(set)
    case .sequence(let nodes): for node in nodes { drawPart(node) }
    case .alternatives(let nodes):
      if !nodes.isEmpty { drawPart(nodes[source.random.below(nodes.count)]) }
    case .repeated(let node, let least, let most):
      let span = (most ?? least + Self.openRepeat) - least
      for _ in 0..<least + source.random.below(span + 1) { drawPart(node) }
    }
  }

  /// Draws an ASCII scalar three times in four, if the set has any.
  private mutating func drawScalar(_ set: ScalarSet) {
    var ranges = set.ranges
    // Surrogates are not Unicode scalars.
    if ranges.contains(where: { $0.overlaps(0xd800...0xdfff) }) {
      ranges = ranges.flatMap { range in
        [0...0xd7ff, 0xe000...0x10ffff].filter(range.overlaps).map { $0.clamped(to: range) }
      }
    }
    guard !ranges.isEmpty else { return }
    let isASCII = source.random.next() & 3 != 0
    let range = ranges[source.random.below(ranges.count)]
    var (first, last) = (range.lowerBound, range.upperBound)
    if isASCII, first < 0x7f, last > 0x7f { (first, last) = (max(first, 0x20), 0x7e) }
    scratch.append(first + UInt32(source.random.below(Int(last - first) + 1)))
  }
}
