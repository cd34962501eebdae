import JSONParsing

extension PayloadGenerator {
  private static let edges: [Double] = [
    0, 0.5, -0.5, 0.1, 0.3, 1e-7, 1e-300, 2.2250738585072014e-308, 1.1, 100, 9_007_199_254_740_992,
    4_294_967_295.5, 3.141592653589793, -1, 1e15, 0.000001,
  ]

  mutating func real(_ node: DrawNode) {
    // The simplest number is counted, whether it is used or not.
    let simplest = node.start >= 0 ? simplestNumber(node) : nil
    var value: Double?
    var spelling: UInt8 = 0
    if source.isRandom, !counters.takesFew(node.role) {
      value = randomReal(node)
      spelling = randomSpelling(node)
    }
    if counters.isDistinct { spelling = 0 }
    write(value, spelling: spelling, node, simplest)
  }

  /// Returns whether a value is within the bounds and exactly representable. Whole numbers are
  /// exact within 2⁵³, or, for a `Float`, within 2²⁴.
  func isAdmitted(_ value: Double, _ node: DrawNode) -> Bool {
    guard plan.tables.realBounds[Int(node.table)].contains(value) else { return false }
    if value == 0 { return true }
    if node.isFloat { return value.magnitude > 1e-30 && Double(Float(value)) == value }
    return !node.isDecimal || value.magnitude > 1e-60
  }

  private mutating func randomReal(_ node: DrawNode) -> Double {
    let bounds = plan.tables.realBounds[Int(node.table)]
    let random = source.random.next()
    var value: Double
    switch random & 7 {
    case 0: value = Self.edges[Int(truncatingIfNeeded: random >> 32) % Self.edges.count]
    case 1: value = random & 8 == 0 ? bounds.lowerBound : bounds.upperBound
    case 2, 3:
      value = Double(Int64(bitPattern: source.random.next()) >> Int64(12 + (random >> 8) % 52))
    case 4, 5, 6:
      // Typical numbers, with a few digits after the point.
      let digits = Double(Int64(bitPattern: source.random.next()) >> Int64(30 + (random >> 8) % 30))
      value = digits / ((random >> 16) & 1 == 0 ? 100 : 1000)
    default:
      let share = Double(source.random.next() >> 11) * 0x1p-53
      value = bounds.lowerBound * (1 - share) + bounds.upperBound * share
    }
    if !bounds.contains(value) {
      let share = Double(source.random.next() >> 11) * 0x1p-53
      value = bounds.lowerBound * (1 - share) + bounds.upperBound * share
    }
    if node.isFloat { value = Double(Float(value)) }
    return isAdmitted(value, node) ? value : bounds.contains(0) ? 0 : bounds.lowerBound
  }

  /// - Parameter value: The value; `nil` for the simplest one.
  private mutating func write(
    _ value: Double?, spelling: UInt8, _ node: DrawNode, _ simplest: Int128?
  ) {
    let way = spelling & Spelling.otherWay == 0 ? node.way : node.otherWay
    let variant = spelling & Spelling.variants
    if way == .quoted { append("\"") }
    if let value {
      if variant == 3, value.bitPattern == 0 { append("-") }
      append(value, node)
      if variant == 1, value == value.rounded(), value.magnitude < 0x1p63 { append(".0") }
      if variant == 2, value == value.rounded(), value.magnitude < 0x1p63 { append("e0") }
    } else if let simplest {
      DecimalToken.append(Int64(bitPattern: simplest.low), to: &draft.bytes)
    } else {
      let token = plan.tables.constants[Int(node.child)]
      for position in token.indices { draft.bytes.append(draft.bytes[position]) }
    }
    if way == .quoted { append("\"") }
  }

  /// Appends a number: whole numbers with all their digits, so that none is rounded; others with
  /// the fewest digits that are read as the same number.
  private mutating func append(_ value: Double, _ node: DrawNode) {
    if value == value.rounded(), value.magnitude < 0x1p63 {
      DecimalToken.append(Int64(value), to: &draft.bytes)
    } else if !appendShort(value, node) {
      let text = node.isFloat ? Float(value).description : value.description
      draft.bytes.append(contentsOf: text.utf8)
    }
  }

  /// Appends a number with at most three digits after the point, without the slow `description`.
  private mutating func appendShort(_ value: Double, _ node: DrawNode) -> Bool {
    let scaled = value * 1000
    guard !node.isFloat, scaled.magnitude < 0x1p40, scaled == scaled.rounded(),
      scaled / 1000 == value
    else { return false }
    var (digits, digitCount) = (Int64(scaled), 3)
    while digits % 10 == 0 {
      digits /= 10
      digitCount -= 1
    }
    let divisor: Int64 = digitCount == 3 ? 1000 : digitCount == 2 ? 100 : 10
    if digits < 0 { append("-") }
    DecimalToken.append(digits.magnitude / UInt64(divisor), to: &draft.bytes)
    append(".")
    DecimalToken.append(
      Int64(digits.magnitude % UInt64(divisor)), digitCount: digitCount, to: &draft.bytes)
    return true
  }
}
