import JSONParsing

extension PayloadGenerator {
  /// Whole numbers at which programs change their behaviour: limits of bytes and words, and of the
  /// exact range of `Double`.
  private static let edges: [Int64] = [
    0, 1, -1, 2, 10, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 2_147_483_647,
    2_147_483_648, -2_147_483_648, 4_294_967_295, 4_294_967_296, 9_007_199_254_740_991,
    9_007_199_254_740_992, 9_007_199_254_740_993, -9_007_199_254_740_993, .max - 1, .max, .min,
  ]

  mutating func integer(_ node: DrawNode) {
    var number = DrawnScalar.integer(simplestNumber(node))
    if source.isRandom {
      if !counters.takesFew(node.role) { number = reusedOrRandomInteger(node) }
      if node.role >= 0 {
        var plain = number
        plain.spelling = 0
        pool.add(plain, of: node)
      }
    }
    // Where values have to differ, different spellings of the same value do not suffice.
    if counters.isDistinct { number.spelling = 0 }
    write(number, node)
  }

  private mutating func reusedOrRandomInteger(_ node: DrawNode) -> DrawnScalar {
    if let reused = reusedIdentity(node), node.admits(reused) { return reused }
    var number = randomInteger(node)
    var attempts = 0
    while keepsIdentitiesApart, !node.isForeign, pool.contains(number, role: node.role),
      attempts < 64
    {
      number = randomInteger(node)
      attempts += 1
    }
    number.spelling = randomSpelling(node)
    return number
  }

  /// Returns the next of the simplest numbers, and counts it; identities are counted by type.
  mutating func simplestNumber(_ node: DrawNode) -> Int128 {
    let start = plan.tables.starts[Int(node.start)]
    if counters.counts(node) { return start.identity(rank: counters.nextIdentity(node.role) - 1) }
    return counters.isDistinct
      ? start.value(rank: counters.rank) : start.plain(counters.nextNumber())
  }

  /// Draws an edge value one time in seven, otherwise a number with a uniform count of bits.
  private mutating func randomInteger(_ node: DrawNode) -> DrawnScalar {
    let random = source.random.next()
    let width = node.high &- node.low
    if random % 7 == 0 {
      let edge = UInt64(
        bitPattern: Self.edges[Int(truncatingIfNeeded: (random >> 32) % UInt64(Self.edges.count))])
      let isInside = edge &- node.low <= width
      return node.number(isInside ? edge : random & 0x100 == 0 ? node.low : node.high)
    }
    guard width > 0 else { return node.number(node.low) }
    let bitCount = 64 - width.leadingZeroBitCount
    let bits = Int(truncatingIfNeeded: (random >> 8) % UInt64(bitCount)) + 1
    let isSigned =
      !node.isUnsigned && Int64(bitPattern: node.low) < 0 && Int64(bitPattern: node.high) > 0
    let drawn = source.random.next()
    if isSigned {
      // Drawn from zero in both directions, so that small numbers are as likely as large ones.
      let shifted = Int64(bitPattern: drawn) >> Int64(64 - min(bits, 64))
      let value = UInt64(bitPattern: shifted)
      return node.number(value &- node.low <= width ? value : node.low &+ drawn % (width | 1))
    }
    let offset = bits >= 64 ? drawn : drawn & (1 << UInt64(bits) - 1)
    return node.number(node.low &+ (offset <= width ? offset : drawn % width))
  }

  /// Draws the spelling: one number in sixteen is written differently: `1.0`, `1e0`, `-0`.
  mutating func randomSpelling(_ node: DrawNode) -> UInt8 {
    let random = source.random.next()
    var spelling: UInt8 = 0
    if random & 15 == 0 { spelling = UInt8(truncatingIfNeeded: random >> 8 & 3) }
    if node.otherWay != node.way, random & 0x30 == 0 { spelling |= Spelling.otherWay }
    return spelling
  }

  private mutating func write(_ number: DrawnScalar, _ node: DrawNode) {
    let way = number.spelling & Spelling.otherWay == 0 ? node.way : node.otherWay
    let variant = number.spelling & Spelling.variants
    if way == .quoted {
      append(variant == 1 ? "\"00" : "\"")
      if variant == 1, number.isNegative { draft.bytes.removeLast(2) }
    } else if variant == 3, number.bits == 0, !node.isUnsigned {
      append("-")
    }
    if number.kind == .largeInteger || node.isUnsigned {
      DecimalToken.append(number.bits, to: &draft.bytes)
    } else {
      DecimalToken.append(Int64(bitPattern: number.bits), to: &draft.bytes)
    }
    if way == .quoted {
      append("\"")
    } else if variant == 1 {
      append(".0")
    } else if variant == 2 {
      append("e0")
    }
  }
}

extension DrawnScalar {
  fileprivate var isNegative: Bool { kind == .integer && Int64(bitPattern: bits) < 0 }
}

extension DrawNode {
  /// Returns the number with these bits, which is within the node's bounds.
  @inline(__always)
  func number(_ value: UInt64) -> DrawnScalar {
    let isLarge = isUnsigned && value > UInt64(Int64.max)
    return DrawnScalar(kind: isLarge ? .largeInteger : .integer, bits: value)
  }

  func admits(_ number: DrawnScalar) -> Bool {
    switch number.kind {
    case .integer:
      return !(number.isNegative && isUnsigned) && number.bits &- low <= high &- low
    case .largeInteger: return isUnsigned && number.bits &- low <= high &- low
    case .text: return false
    }
  }
}
