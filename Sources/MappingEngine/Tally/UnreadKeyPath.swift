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
  fileprivate func place(behind step: SourceKeyPath.Step, of place: Int32) -> Int32 {
    guard place >= 0 else { return -1 }
    let found = places.indices.dropFirst(Int(place)).first {
      places[$0].parent == place && parts.placeSteps[$0] == step
    }
    return found.map { Int32($0) } ?? -1
  }
}

/// Where a member is in the representation of a mapping.
///
/// What is in an object that no key path of the mapping leads into is data, as the keys of a
/// dictionary are: it has no name here.
struct RepresentationPath {
  private(set) var steps: [SourceKeyPath.Step] = []
  private(set) var mapping: Int32

  /// - Parameter representations: The objects that were mapped, and by what.
  /// - Returns: `nil`, if the member is in none of them.
  init?(
    to name: Int, among representations: [(node: Int32, mapping: Int32)], _ plan: MappingPlan,
    _ document: JSONDocument
  ) {
    let around = representations.last { representation in
      let node = Int(representation.node)
      return node < name && name < document.next(node)
    }
    guard let around else { return nil }
    mapping = around.mapping
    var (node, place) = (Int(around.node), plan.mappings[Int(around.mapping)].place)
    while node < name {
      let isArray = document.word(node).kind == .array
      var child = document.firstChild(node)
      while document.next(isArray ? child : child + 1) <= name {
        child = document.next(isArray ? child : child + 1)
      }
      let member = MemberName(isArray ? "" : document.string(child))
      let step = isArray ? SourceKeyPath.Step.fanOut : .segment(member)
      let next = plan.place(behind: step, of: place)
      let isNamed = isArray || next >= 0 || steps.isEmpty || place >= 0 && leads(place, plan)
      steps.append(isNamed ? step : .segment("{key}"))
      (node, place) = (isArray ? child : child == name ? name : child + 1, next)
    }
  }

  private func leads(_ place: Int32, _ plan: MappingPlan) -> Bool {
    !plan.places[Int(place)].names.keys.isEmpty
  }

  var keyPath: MemberName { MemberName(SourceKeyPath(steps: steps).description) }
}
