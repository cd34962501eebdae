import JSONParsing

extension Shrinker {
  /// P3: lowers all choices of one value at once: identities that have to be the same.
  mutating func minimiseEqualChoices() {
    var position = 0
    while position < current.sequence.count, !isExhausted {
      let group = equals(of: position)
      if group.count > 1 { minimise(group) }
      position += 1
    }
  }

  private func equals(of position: Int) -> [Int] {
    guard isValue(position) else { return [] }
    let sequence = current.sequence
    return (position..<sequence.count).filter { other in
      isValue(other) && sequence.isSame(position, sequence, other)
    }
  }

  private func isValue(_ position: Int) -> Bool {
    guard !current.sequence[position].isSimplest else { return false }
    switch current.sites[position].kind {
    case .integer, .real, .text: return true
    case .state, .more, .alternative, .arrangement: return false
    }
  }

  /// P4: lowers each choice by itself.
  mutating func minimiseEachChoice() {
    var position = 0
    let before = current.sequence
    while position < current.sequence.count, !isExhausted {
      if !current.sequence[position].isSimplest {
        minimise([position])
        lowerMoved(since: before)
      }
      position += 1
    }
  }

  // MARK: - One value, at one or more places

  func put(_ choice: Choice, at positions: [Int]) -> ChoiceSequence? {
    guard positions.allSatisfy({ $0 < current.sequence.count }) else { return nil }
    var candidate = current.sequence
    for position in positions { candidate.replace(position, with: choice) }
    return candidate
  }

  mutating func consider(_ choice: Choice, at positions: [Int]) -> Bool {
    put(choice, at: positions).map { consider($0) } ?? false
  }

  mutating func minimise(_ positions: [Int]) {
    let first = positions[0]
    if consider(.simplest, at: positions) { return }
    var plain = current.sequence[first]
    if plain.spelling != 0 {
      plain.spelling = 0
      _ = consider(plain, at: positions)
      // All that was lowered at once has become simplest.
      guard first < current.sequence.count, !current.sequence[first].isSimplest else { return }
    }
    switch current.sites[first].kind {
    case .integer: minimiseInteger(positions)
    case .real: minimiseReal(positions)
    case .text: minimiseText(positions)
    case .arrangement: minimiseArrangement(first)
    case .state, .more, .alternative: minimiseIndex(first)
    }
  }

  private mutating func minimiseIndex(_ position: Int) {
    guard let value = current.sequence[position].int else { return }
    for lower in 0..<value where consider(.integer(lower), at: [position]) { return }
    guard current.sites[position].kind == .alternative else { return }
    // What is in another case has little to do with what was in this one.
    let span = current.spans.last { $0.role == .value && $0.start == Int32(position) }
    guard let span else { return }
    for lower in 0..<value {
      if consider([(span.range, [.simplestSpan(under: lower)])]) { return }
    }
  }

  /// The order of the members, and the members that no line reads, each by itself.
  private mutating func minimiseArrangement(_ position: Int) {
    guard let value = current.sequence[position].int else { return }
    for lower in [value % 8, value / 8 * 8, 1, 8, 16] where lower < value && lower > 0 {
      if consider(.integer(lower), at: [position]) { return minimise([position]) }
    }
  }

  private mutating func minimiseInteger(_ positions: [Int]) {
    let first = positions[0]
    guard let value = current.sequence[first].integer else { return }
    let spelling = current.sequence[first].spelling
    let target = order.target(of: current.sites[first])
    lower(value, to: target) { shrinker, value in
      var choice = Choice.integer(value)
      choice.spelling = spelling
      return shrinker.consider(choice, at: positions)
    }
  }

  private mutating func minimiseText(_ positions: [Int]) {
    let choice = current.sequence[positions[0]]
    guard choice.kind == .text else { return }
    minimise(Array(current.sequence.scalars(of: choice))) { shrinker, text in
      guard positions.allSatisfy({ $0 < shrinker.current.sequence.count }) else { return false }
      var candidate = shrinker.current.sequence
      for position in positions { candidate.replace(position, withText: text) }
      return shrinker.consider(candidate)
    }
  }

  private mutating func minimiseReal(_ positions: [Int]) {
    let first = positions[0]
    let value = Double(bitPattern: current.sequence[first].bits)
    for candidate in [0, value.magnitude, value.rounded(.towardZero), value.rounded(.up)]
    where candidate != value && candidate.magnitude <= value.magnitude + 1 {
      if consider(.real(candidate), at: positions) { break }
    }
    guard first < current.sequence.count, current.sequence[first].kind == .real else { return }
    let whole = Double(bitPattern: current.sequence[first].bits)
    guard whole == whole.rounded(), whole.magnitude <= 0x1p62 else { return }
    lower(Int128(Int64(whole)), to: 0) { shrinker, value in
      shrinker.consider(.real(Double(value)), at: positions)
    }
  }
}
