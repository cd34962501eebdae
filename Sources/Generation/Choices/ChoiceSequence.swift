/// The choices that made one payload, in the order in which they were drawn.
package struct ChoiceSequence: Sendable {
  package private(set) var choices: [Choice] = []
  /// The scalars of all texts.
  package private(set) var scalars: [UInt32] = []

  package init() {}

  package var count: Int { choices.count }

  package subscript(index: Int) -> Choice { choices[index] }

  package func scalars(of choice: Choice) -> ArraySlice<UInt32> {
    guard choice.kind == .text else { return [] }
    return scalars[Int(choice.bits)..<Int(choice.bits) + Int(choice.length)]
  }

  package mutating func removeAll() {
    choices.removeAll(keepingCapacity: true)
    scalars.removeAll(keepingCapacity: true)
  }

  package mutating func append(_ choice: Choice) { choices.append(choice) }

  package mutating func append(text: some Collection<UInt32>, spelling: UInt8 = 0) {
    choices.append(adopt(text, spelling: spelling))
  }

  package mutating func replace(_ index: Int, with choice: Choice) { choices[index] = choice }

  package mutating func replace(_ index: Int, withText text: some Collection<UInt32>) {
    choices[index] = adopt(text, spelling: choices[index].spelling)
  }

  /// Puts choices of this sequence where others stand.
  package mutating func splice(_ range: Range<Int>, with others: [Choice]) {
    choices.replaceSubrange(range, with: others)
  }

  private mutating func adopt(_ text: some Collection<UInt32>, spelling: UInt8) -> Choice {
    let start = scalars.count
    scalars.append(contentsOf: text)
    return Choice(
      kind: .text, spelling: spelling, length: UInt32(scalars.count - start), bits: UInt64(start))
  }

  /// Whether two choices are the same, in two sequences or in one.
  package func isSame(_ index: Int, _ other: ChoiceSequence, _ otherIndex: Int) -> Bool {
    let (own, foreign) = (choices[index], other.choices[otherIndex])
    return own.isLike(foreign)
      && (own.kind != .text || scalars(of: own).elementsEqual(other.scalars(of: foreign)))
  }
}

extension ChoiceSequence: Hashable {
  package static func == (left: ChoiceSequence, right: ChoiceSequence) -> Bool {
    left.count == right.count && left.choices.indices.allSatisfy { left.isSame($0, right, $0) }
  }

  package func hash(into hasher: inout Hasher) {
    for choice in choices {
      hasher.combine(choice.kind)
      hasher.combine(choice.spelling)
      if choice.kind == .text {
        for scalar in scalars(of: choice) { hasher.combine(scalar) }
      } else {
        hasher.combine(choice.bits)
        hasher.combine(choice.length)
      }
    }
  }
}
