import JSONParsing

/// How simple choices are: the order in which shrinking goes down.
///
/// A payload is simpler than another with fewer choices that are not simplest, which is to say,
/// nearer to the canonical payload; then with fewer choices; then with the simpler choice at the
/// first place where they differ. Shortlex is Hypothesis' order (`sort_key`); that deviations from
/// the canonical payload come first is what a contract adds.
struct ChoiceOrder {
  let plan: DrawPlan

  func isSimpler(_ left: ChoiceTrace, _ right: ChoiceTrace) -> Bool {
    let (own, other) = (left.deviationCount, right.deviationCount)
    if own != other { return own < other }
    if left.sequence.count != right.sequence.count {
      return left.sequence.count < right.sequence.count
    }
    for index in 0..<left.sequence.count where !left.sequence.isSame(index, right.sequence, index) {
      return isSimpler(left, right, at: index)
    }
    return false
  }

  private func isSimpler(_ left: ChoiceTrace, _ right: ChoiceTrace, at index: Int) -> Bool {
    let (own, other) = (left.sequence[index], right.sequence[index])
    if own.isSimplest || other.isSimplest { return own.isSimplest }
    let site = left.sites[index]
    if own.kind == .text, other.kind == .text {
      return TextOrder.isSimpler(
        left.sequence.scalars(of: own), right.sequence.scalars(of: other))
    }
    let (ownKey, otherKey) = (key(own, site), key(other, site))
    return ownKey == otherKey ? own.spelling < other.spelling : ownKey < otherKey
  }

  /// Whole numbers in zigzag from the simplest one; of reals, those with a fraction come last.
  private func key(_ choice: Choice, _ site: ChoiceSite) -> Int128 {
    if let integer = choice.integer {
      let distance = integer - target(of: site)
      return distance.magnitude << 1 + (distance < 0 ? 1 : 0)
    }
    let value = Double(bitPattern: choice.bits)
    let isWhole = value == value.rounded() && value.magnitude < 0x1p63
    let magnitude =
      isWhole
      ? Int128(UInt64(value.magnitude)) : Int128(1) << 70 + Int128(value.magnitude.bitPattern)
    return magnitude << 1 + (value < 0 ? 1 : 0)
  }

  /// The number that is simplest at a site.
  func target(of site: ChoiceSite) -> Int128 {
    guard site.kind == .integer || site.kind == .real else { return 0 }
    let node = plan.tables.nodes[Int(site.index)]
    switch node.kind {
    case .integer, .real:
      guard node.start >= 0 else { return 0 }
      let start = plan.tables.starts[Int(node.start)]
      return node.role >= 0 ? start.identity(rank: 0) : start.value(rank: 0)
    case .date:
      return node.table > 0 ? 0 : Int128(DateTable.firstSecond * node.countPerSecond)
    case .form: return node.form.isNumbered ? 1 : 0
    case .bool, .text, .pattern, .any, .constant, .union, .object, .array, .dictionary, .unknown:
      return 0
    }
  }
}

extension ChoiceTrace {
  /// How many choices are not the simplest.
  package var deviationCount: Int { sequence.choices.count { !$0.isSimplest } }

  /// The positions of the choices that are not the simplest.
  package var deviations: [Int] { sequence.choices.indices.filter { !sequence[$0].isSimplest } }
}

/// Texts: the shorter is simpler, then the one whose first different character is.
enum TextOrder {
  static func isSimpler(_ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>) -> Bool {
    if left.count != right.count { return left.count < right.count }
    return left.lexicographicallyPrecedes(right) { rank($0) < rank($1) }
  }

  /// How far apart two texts are: in characters, and of those in one place by their code points.
  static func distance(_ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>) -> Double {
    let apart = zip(left, right).map { abs(Double($0) - Double($1)) / 0x11_0000 }
    return Double(abs(left.count - right.count)) + apart.reduce(0, +)
  }

  /// a–z, 0–9, A–Z, then by code point.
  static func rank(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x61...0x7a: scalar - 0x61
    case 0x30...0x39: 26 + scalar - 0x30
    case 0x41...0x5a: 36 + scalar - 0x41
    default: 62 + scalar
    }
  }

  static func scalar(rank: UInt32) -> UInt32 {
    switch rank {
    case 0..<26: 0x61 + rank
    case 26..<36: 0x30 + rank - 26
    case 36..<62: 0x41 + rank - 36
    default: rank - 62
    }
  }
}
