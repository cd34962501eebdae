import ContractModel
import JSONParsing

extension MappingPlan {
  /// The key path of a member of what stands at a place, as a contract writes it: `repo.id`.
  func keyPath(of name: MemberName, at place: Int32) -> MemberName {
    var steps: [SourceKeyPath.Step] = [.segment(name)]
    var place = place
    while place >= 0, places[Int(place)].parent >= 0 {
      steps.append(parts.placeSteps[Int(place)])
      place = places[Int(place)].parent
    }
    return MemberName(SourceKeyPath(steps: steps.reversed()).description)
  }

  /// The place behind a step of some key path of the mapping; −1, if none leads there.
  func place(behind step: SourceKeyPath.Step, of place: Int32) -> Int32 {
    guard place >= 0 else { return -1 }
    let found = places.indices.dropFirst(Int(place)).first {
      places[$0].parent == place && parts.placeSteps[$0] == step
    }
    return found.map { Int32($0) } ?? -1
  }
}
