package import JSONParsing

extension Shrinker {
  /// The payload that passes and is least different: in the fewest choices, and of those in the
  /// nearest number.
  var neighbour: PayloadTree? {
    var nearest: (trace: ChoiceTrace, distance: (choices: Int, numbers: Double))?
    for trace in passing {
      let distance = current.sequence.distance(to: trace.sequence)
      if let known = nearest, known.distance <= distance { continue }
      nearest = (trace, distance)
    }
    var generator = generator
    return nearest.flatMap { faulty(generator.replay($0.trace.sequence).payload, faults) }
  }

  /// Draws each of the remaining deviations again, ten times: if the payload fails with each, any
  /// value does.
  ///
  /// - Returns: Where in the minimal payload any value does.
  package mutating func placesThatMayBeAnything(_ seed: Seed) -> [InstancePath] {
    var places: [InstancePath] = []
    for position in current.deviations {
      guard let place = placeThatMayBeAnything(position, seed), !places.contains(place) else {
        continue
      }
      places.append(place)
    }
    return places
  }

  private mutating func placeThatMayBeAnything(_ position: Int, _ seed: Seed) -> InstancePath? {
    var place: InstancePath?
    for attempt in 0..<10 {
      guard !isExhausted else { return nil }
      let random = seed.random(ofCase: position * 10 + attempt)
      let made = generator.replay(current.sequence, drawing: position, random)
      guard let faulty = faulty(made.payload, faults), verdict(faulty) == identity else {
        return nil
      }
      // What is drawn may be what is there.
      place = place ?? PayloadDifference(faulty, payload)?.path
    }
    return place
  }
}

extension ChoiceSequence {
  /// The number of places where two sequences differ, one that is longer counting more, and how far
  /// apart the numbers there are.
  fileprivate func distance(to other: ChoiceSequence) -> (choices: Int, numbers: Double) {
    let common = min(count, other.count)
    let different = (0..<common).filter { !isSame($0, other, $0) }
    let numbers = different.map { distance(to: other, at: $0) }
    return (abs(count - other.count) * 4 + different.count, numbers.reduce(0, +))
  }

  /// How far apart two choices are: numbers by their difference, texts by their characters.
  private func distance(to other: ChoiceSequence, at position: Int) -> Double {
    let (own, foreign) = (choices[position], other[position])
    if let left = own.integer, let right = foreign.integer {
      return Double((left - right).magnitude)
    }
    guard own.kind == .text, foreign.kind == .text else { return 1e30 }
    return TextOrder.distance(scalars(of: own), other.scalars(of: foreign))
  }
}
