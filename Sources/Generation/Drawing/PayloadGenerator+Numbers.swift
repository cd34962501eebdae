import JSONParsing

extension PayloadGenerator {
  /// Whole numbers at which programs change: bytes, words, and where a `Double` ends to be exact.
  private static let edges: [Int64] = [
    0, 1, -1, 2, 10, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 2_147_483_647,
    2_147_483_648, -2_147_483_648, 4_294_967_295, 4_294_967_296, 9_007_199_254_740_991,
    9_007_199_254_740_992, 9_007_199_254_740_993, -9_007_199_254_740_993, .max - 1, .max, .min,
  ]

  mutating func integer(_ node: DrawNode, _ index: Int32) {
    let simplest = simplestNumber(node)
    var choice = Choice.integer(simplest)
    var isReused = false
    switch source.next() {
    case .simplest: break
    case .random where counters.takesFew(node.role): break
    case .random:
      if node.role >= 0, !keepsIdentitiesApart, source.random.below(7) == 0,
        let reused = pool.choice(node.role, &source.random), node.admits(reused)
      {
        choice = reused
        isReused = true
      } else {
        choice = randomInteger(node)
        var attempts = 0
        while keepsIdentitiesApart, pool.contains(choice, role: node.role), attempts < 64 {
          choice = randomInteger(node)
          attempts += 1
        }
      }
      if !isReused { choice.spelling = randomSpelling(node) }
    case .replayed(let replayed):
      if node.admits(replayed) {
        choice = replayed
        if !node.admitsSpelling(choice.spelling) { choice.spelling = 0 }
      } else {
        source.noteMisaligned()
      }
    }
    if node.role >= 0, source.isRandom {
      var plain = choice
      plain.spelling = 0
      pool.add(plain, role: node.role)
    }
    write(noted(choice, simplest: simplest, index), node)
  }

  /// Notes what was chosen of whole numbers; where values have to differ, spellings do not count.
  ///
  /// - Returns: The choice as it is to be written.
  mutating func noted(_ choice: Choice, simplest: Int128, _ index: Int32) -> Choice {
    var choice = choice
    if counters.isDistinct { choice.spelling = 0 }
    let isSimplest = choice.spelling == 0 && choice.integer == simplest
    source.note(isSimplest ? .simplest : choice, .integer, index)
    return choice
  }

  /// The next of the simplest numbers, which is counted; of an identity, by its type of object.
  mutating func simplestNumber(_ node: DrawNode) -> Int128 {
    let start = plan.tables.starts[Int(node.start)]
    guard node.role >= 0 else { return start.value(rank: counters.rank) }
    return start.identity(rank: counters.nextIdentity(node.role) - 1)
  }

  /// An edge one time in seven, else as many bits as any other number of them.
  private mutating func randomInteger(_ node: DrawNode) -> Choice {
    let random = source.random.next()
    let width = node.high &- node.low
    if random % 7 == 0 {
      let edge = UInt64(
        bitPattern: Self.edges[Int(truncatingIfNeeded: (random >> 32) % UInt64(Self.edges.count))])
      let isInside = edge &- node.low <= width
      return node.choice(isInside ? edge : random & 0x100 == 0 ? node.low : node.high)
    }
    guard width > 0 else { return node.choice(node.low) }
    let bitCount = 64 - width.leadingZeroBitCount
    let bits = Int(truncatingIfNeeded: (random >> 8) % UInt64(bitCount)) + 1
    let isSigned =
      !node.isUnsigned && Int64(bitPattern: node.low) < 0 && Int64(bitPattern: node.high) > 0
    let drawn = source.random.next()
    if isSigned {
      // From zero both ways, so that small numbers are as likely as large ones.
      let shifted = Int64(bitPattern: drawn) >> Int64(64 - min(bits, 64))
      let value = UInt64(bitPattern: shifted)
      return node.choice(value &- node.low <= width ? value : node.low &+ drawn % (width | 1))
    }
    let offset = bits >= 64 ? drawn : drawn & (1 << UInt64(bits) - 1)
    return node.choice(node.low &+ (offset <= width ? offset : drawn % width))
  }

  /// One in sixteen is written in a way that says the same: `1.0`, `1e0`, `-0`.
  private mutating func randomSpelling(_ node: DrawNode) -> UInt8 {
    let random = source.random.next()
    var spelling: UInt8 = 0
    if random & 15 == 0 { spelling = UInt8(truncatingIfNeeded: random >> 8 & 3) }
    if node.otherWay != node.way, random & 0x30 == 0 { spelling |= Spelling.otherWay }
    return spelling
  }

  private mutating func write(_ choice: Choice, _ node: DrawNode) {
    let way = choice.spelling & Spelling.otherWay == 0 ? node.way : node.otherWay
    let variant = choice.spelling & Spelling.variants
    if way == .quoted {
      append(variant == 1 ? "\"00" : "\"")
      if variant == 1, choice.isNegative { draft.bytes.removeLast(2) }
    } else if variant == 3, choice.integer == 0, !node.isUnsigned {
      append("-")
    }
    if choice.kind == .largeInteger || node.isUnsigned {
      DecimalToken.append(choice.bits, to: &draft.bytes)
    } else {
      DecimalToken.append(Int64(bitPattern: choice.bits), to: &draft.bytes)
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

extension Choice {
  fileprivate var isNegative: Bool { kind == .integer && Int64(bitPattern: bits) < 0 }
}

extension DrawNode {
  /// The number of the bits, which are in the node's bounds.
  @inline(__always)
  func choice(_ value: UInt64) -> Choice {
    let isLarge = isUnsigned && value > UInt64(Int64.max)
    return Choice(kind: isLarge ? .largeInteger : .integer, bits: value)
  }

  func admits(_ choice: Choice) -> Bool {
    switch choice.kind {
    case .integer:
      let isNegative = Int64(bitPattern: choice.bits) < 0
      return !(isNegative && isUnsigned) && choice.bits &- low <= high &- low
    case .largeInteger: return isUnsigned && choice.bits &- low <= high &- low
    case .simplest, .simplestSpan, .real, .text: return false
    }
  }

  func admitsSpelling(_ spelling: UInt8) -> Bool {
    spelling & Spelling.variants <= 3
      && (spelling & Spelling.otherWay == 0 || otherWay != way)
  }
}
