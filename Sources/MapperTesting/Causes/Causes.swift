import JSONParsing

/// The causes of the observed disagreements, each once, in the order in which they were first seen.
///
/// Causes depend on observations alone, so they are the same however the observations were made.
package struct Causes {
  package private(set) var list: [Cause] = []
  private var places: [CauseKey: Int] = [:]
  /// The places of single faults that the mapper rejects and the contract accepts.
  private(set) var refusedPlaces: [InstancePath] = []
  private static let placeLimit = 64

  package init(_ observations: [Observation] = []) {
    for observation in observations { note(observation) }
  }

  /// Adds an observation to its cause, or as the first observation of a new cause.
  package mutating func note(_ observation: Observation) {
    guard !join(observation) else { return }
    for key in observation.foundedKeys { places[key] = places[key] ?? list.count }
    list.append(Cause(observation))
  }

  /// Adds an observation to its cause. Returns `true` if there is such a cause, or if the cause
  /// cannot be known. The cause of a single fault is never shown with a payload that has to be
  /// shrunk.
  mutating func join(_ observation: Observation) -> Bool {
    let disagreement = observation.disagreement
    if disagreement.kind == .refuses {
      noteRefusedPlace(observation)
      // If a mapper rejects the simplest payload, its other rejections are unknown.
      if !observation.isMinimal, observation.isGenerated,
        list.contains(where: { $0.isOnValid && $0.disagreement.kind == .refuses })
      {
        return true
      }
    }
    // The mapper does not read such a place, so its content says nothing about the lines there.
    if let place = place(of: observation.placeKeys) {
      list[place].add(observation)
      return true
    }
    guard let place = place(of: observation.keys) else { return false }
    for key in observation.joinedKeys { places[key] = places[key] ?? place }
    list[place].note(disagreement)
    if list[place].shown.isShrunk == observation.isShrunk { list[place].add(observation) }
    return true
  }

  private func place(of keys: [CauseKey]) -> Int? {
    keys.lazy.compactMap { places[$0] }.first
  }

  private mutating func noteRefusedPlace(_ observation: Observation) {
    guard observation.isMinimal, let place = observation.place, !place.steps.isEmpty,
      refusedPlaces.count < Self.placeLimit, !refusedPlaces.contains(place)
    else { return }
    refusedPlaces.append(place)
  }
}
