import JSONParsing

extension Shrinker {
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
    farthest(least) { shrinker, step in
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
      farthest(distance.magnitude) { shrinker, step in
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
    guard site.kind == .integer, order.plan.tables.nodes[Int(site.index)].role >= 0,
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
