package import Generation

/// A body that a server sent, in which faults are made as in a generated payload.
package struct RecordedBase: Sendable {
  /// Where it was recorded, safe to display.
  let place: String
  let payload: PayloadTree

  /// - Parameter payload: Valid by the contract.
  package init(_ payload: PayloadTree, at place: String) {
    (self.payload, self.place) = (payload, place)
  }

  /// The body as it is.
  var item: MapperCase {
    var item = MapperCase(name: "the body is as it was recorded", payloads: [payload.bytes])
    item.recordedPlace = place
    return item
  }

  /// The body, its single faults, and every two edges of its members.
  ///
  /// - Parameter cases: Those of the body.
  func items(_ cases: GeneratedCases, _ budget: MapperBudget) -> [MapperCase] {
    let faults = SingleFaults(cases, budget.cells)
    let rows = (0..<budget.rows).map { MapperCase(cases[.pairwise, $0]) }
    return [item]
      + (faults.ofKeyPaths + faults.ofPayload + rows).map { item in
        // The id is that of the same fault in a generated payload.
        var item = item.withoutID
        item.recordedPlace = place
        return item
      }
  }
}

extension MapperTestSettings {
  /// The settings of each, where as many others get an equal share of the payloads.
  func sharing(with count: Int) -> MapperTestSettings {
    var settings = self
    settings.cases = cases.map { $0 / (count + 1) }
    return settings
  }
}
