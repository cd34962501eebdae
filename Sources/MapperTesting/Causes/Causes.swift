import ContractModel
import JSONParsing

/// The causes of what was observed, each once, in the order in which they first came.
///
/// Nothing but observations goes in, so what is a cause is the same however they were made.
package struct Causes {
  package private(set) var list: [Cause] = []
  private var places: [CauseKey: Int] = [:]
  /// Where single faults are that the mapper refuses, and the contract does not.
  private(set) var refusedPlaces: [InstancePath] = []
  private static let placeLimit = 64

  package init(_ observations: [Observation] = []) {
    for observation in observations { note(observation) }
  }

  /// How many causes were found among payloads that are shrunk.
  var shrunkCount: Int { list.count { $0.shown.isShrunk } }

  /// Notes an observation with those of its cause, or as the first of a new one.
  package mutating func note(_ observation: Observation) {
    guard !join(observation) else { return }
    for key in observation.foundedKeys { places[key] = places[key] ?? list.count }
    list.append(Cause(observation))
  }

  /// Notes an observation with those of its cause; says whether there is such a cause, or whether
  /// nothing can be said of one.
  ///
  /// A cause that a single fault shows is not shown by payloads that have to be shrunk.
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
    // Nobody looks at what is in such a place, so it says nothing of its lines.
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
