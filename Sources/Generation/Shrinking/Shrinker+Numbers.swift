extension Shrinker {
  typealias Attempt = (inout Shrinker, Int128) -> Bool

  /// Distances from the simplest number at which programs change, so that what fails from such a
  /// one on is found by a few steps (24 evaluations against 105 without the table).
  private static var thresholds: [Int128] {
    [
      2, 3, 10, 100, 127, 128, 255, 256, 257, 1000, 32_767, 32_768, 65_535, 65_536, 65_537,
      1_000_000, 2_147_483_647, 2_147_483_648, 2_147_483_649, 4_294_967_295, 4_294_967_296,
      9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993,
      9_007_199_254_740_994,
      9_223_372_036_854_775_807, 9_223_372_036_854_775_808,
    ]
  }

  /// Lowers a number towards a target: the target, the one next to it, the same on its other side,
  /// a known threshold, and then by halves what is left.
  mutating func lower(_ value: Int128, to target: Int128, _ attempt: Attempt) {
    let distance = value - target
    if distance == 0 || attempt(&self, target) { return }
    if distance < 0, attempt(&self, target - distance) {
      return lower(target - distance, to: target, attempt)
    }
    let sign: Int128 = distance < 0 ? -1 : 1
    let size = sign * distance
    if size > 1, attempt(&self, target + sign) { return }
    var least = size
    lower(below: size, thresholds: Self.thresholds) { shrinker, size in
      guard attempt(&shrinker, target + sign * size) else { return false }
      least = size
      return true
    }
    // In zigzag, −1 is before 2.
    if sign > 0, least > 1 { _ = attempt(&self, target - (least - 1)) }
  }

  /// Finds the least size that fails, given that 1 passes and `size` fails.
  mutating func lower(
    below size: Int128, thresholds: [Int128], _ attempt: Attempt
  ) {
    guard size > 2 else { return }
    var (low, high) = (Int128(1), size)
    let known = thresholds.filter { $0 > 1 && $0 < size }
    var (first, last) = (0, known.count)
    while first < last {
      let middle = (first + last) / 2
      if attempt(&self, known[middle]) {
        (high, last) = (known[middle], middle)
      } else {
        (low, first) = (known[middle], middle + 1)
      }
    }
    while low + 1 < high, !isExhausted {
      let middle = low + (high - low) / 2
      if attempt(&self, middle) { high = middle } else { low = middle }
    }
    // What fails need not go on failing from there on.
    while high > 2, attempt(&self, high - 2) { high -= 2 }
  }

  /// The largest step up to a bound that is taken: the bound, or what doubling and halving finds.
  mutating func farthest(_ bound: Int128, _ attempt: Attempt) {
    if attempt(&self, bound) { return }
    guard bound > 1, attempt(&self, 1) else { return }
    var (taken, step) = (Int128(1), Int128(2))
    while taken + step <= bound, attempt(&self, taken + step) {
      taken += step
      step *= 2
    }
    while step > 1 {
      step /= 2
      if taken + step <= bound, attempt(&self, taken + step) { taken += step }
    }
  }

  // MARK: - Several numbers

  /// P5: where two or more numbers moved in this round, lowers all of them by one offset: what only
  /// keeps a difference would else go down in steps of one (Hypothesis'
  /// `lower_common_node_offset`).
  mutating func lowerMoved(since before: ChoiceSequence) {
    guard before.count == current.sequence.count else { return }
    let base = current.sequence
    let moved = base.choices.indices.filter { position in
      distance(position) != nil && !base.isSame(position, before, position)
    }
    guard moved.count > 1 else { return }
    let least = moved.compactMap { distance($0)?.magnitude }.min() ?? 0
    let sites = current.sites
    farthest(Int128(least)) { shrinker, step in
      var candidate = base
      for position in moved {
        candidate.lower(position, by: step, to: shrinker.order.target(of: sites[position]))
      }
      return shrinker.consider(candidate)
    }
  }

  /// How far a whole number that is not simplest is from the simplest.
  private func distance(_ position: Int) -> Int128? {
    guard current.sites[position].kind == .integer,
      let value = current.sequence[position].integer
    else { return nil }
    let distance = value - order.target(of: current.sites[position])
    return distance == 0 ? nil : distance
  }

  /// P6 and P7: lowers two near numbers together, which keeps their difference; and one while the
  /// other is raised, which keeps their sum.
  mutating func lowerPairs() {
    var position = 0
    while position < current.sequence.count, !isExhausted {
      for other in position + 1..<max(position + 1, min(current.sequence.count, position + 16)) {
        lowerPair(position, other)
      }
      position += 1
    }
  }

  private mutating func lowerPair(_ left: Int, _ right: Int) {
    for isSum in [false, true] {
      guard right < current.sequence.count, current.sites[right].kind == .integer,
        let distance = distance(left)
      else { return }
      let base = current.sequence
      let target = order.target(of: current.sites[right])
      let value = base[right].integer ?? target
      if !isSum, value == target { continue }
      let own = order.target(of: current.sites[left])
      farthest(Int128(distance.magnitude)) { shrinker, step in
        var candidate = base
        candidate.lower(left, by: step, to: own)
        let change = (distance > 0) == isSum ? step : -step
        candidate.replace(right, with: .integer(value + change))
        return shrinker.consider(candidate)
      }
    }
  }

  /// Moves what is not simplest to a later place of its kind: there are fewer of those that say
  /// the same.
  mutating func moveBehind() {
    for position in current.deviations.reversed() where position < current.sequence.count {
      let site = current.sites[position]
      guard [.integer, .real, .text].contains(site.kind), !current.sequence[position].isSimplest
      else { continue }
      let later = (position + 1..<max(position + 1, current.sequence.count)).filter { other in
        let kind = current.sites[other].kind
        return kind == site.kind || kind == .real && site.kind == .integer
      }
      for other in later.reversed().prefix(3) where move(position, to: other) { break }
      moveIdentity(position)
    }
  }

  /// Two identities that are equal because the first is what the second is by itself: the second
  /// becomes what the first is by itself.
  private mutating func moveIdentity(_ position: Int) {
    guard position < current.sequence.count, !current.sequence[position].isSimplest else { return }
    let site = current.sites[position]
    guard site.kind == .integer, order.plan.nodes[Int(site.index)].role >= 0,
      let other = (position + 1..<current.sequence.count).first(where: {
        current.sites[$0] == site && current.sequence[$0].isSimplest
      })
    else { return }
    var candidate = current.sequence
    candidate.replace(position, with: .simplest)
    candidate.replace(other, with: .integer(order.target(of: site)))
    _ = consider(candidate)
  }

  /// Exchanges two choices; or puts the one in the place of the other.
  private mutating func move(_ position: Int, to other: Int) -> Bool {
    var candidate = current.sequence
    var own = candidate[position]
    let foreign = candidate[other]
    if current.sites[other].kind == .real, let integer = own.integer {
      guard foreign.isSimplest else { return false }
      own = .real(Double(integer))
    }
    candidate.replace(position, with: foreign)
    candidate.replace(other, with: own)
    return consider(candidate)
  }
}

extension ChoiceSequence {
  /// Moves a number towards a target.
  fileprivate mutating func lower(_ position: Int, by step: Int128, to target: Int128) {
    guard let value = choices[position].integer else { return }
    var choice = Choice.integer(value > target ? value - step : value + step)
    choice.spelling = choices[position].spelling
    replace(position, with: choice)
  }
}
