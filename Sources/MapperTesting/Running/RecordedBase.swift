import Generation
package import JSONParsing

/// A body that a server sent, in which faults are made as in a generated payload.
package struct RecordedBase: Sendable {
  /// Where the body was recorded, safe to display.
  let place: String
  let payload: PayloadTree

  /// - Parameter payload: A payload that the contract accepts.
  package init(_ payload: PayloadTree, at place: String) {
    (self.payload, self.place) = (payload, place)
  }

  /// The body without changes.
  var item: MapperCase {
    var item = MapperCase(name: "the body is as it was recorded", payloads: [payload.bytes])
    item.recordedPlace = place
    return item
  }

  /// Returns the body, its single faults, and every two edge values of its members.
  func items(_ cases: GeneratedCases, _ budget: MapperBudget) -> [MapperCase] {
    let faults = SingleFaults(cases, budget.cells)
    let rows = (0..<budget.rows).map { MapperCase(cases[.pairwise, $0]) }
    return [item]
      + (faults.ofKeyPaths + faults.ofPayload + rows).map { item in
        // The id would make the same fault in a generated payload.
        var item = item.withoutID
        item.recordedPlace = place
        return item
      }
  }
}
