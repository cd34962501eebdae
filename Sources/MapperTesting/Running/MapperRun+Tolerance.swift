import ContractModel
package import FaultTolerance
import Generation
import JSONParsing
import MappingEngine

extension MapperRun {
  /// Returns what the mapper does with each single fault that the contract rejects.
  ///
  /// - Parameter isOver: Returns whether the time limit is reached; faults that were not tried are
  ///   `unknown`.
  /// - Returns: `nil` if the run has no faults of its own.
  package func tolerance(
    as target: String, until isOver: () -> Bool = { false }
  ) -> MeasuredTolerance? {
    guard let cases else { return nil }
    let contract = check.statedContract
    let names = LineNames(contract)
    var tolerance = MeasuredTolerance(of: contract)
    var refused = RefusedBases()
    for keyPath in cases.sweep.keyPaths {
      for cell in keyPath.cells where !cell.isUnspecified {
        // Faults in a payload that the mapper rejects anyway show nothing.
        guard !isRefused(cell.base, &refused),
          let found = check.fault(in: cell.bytes, names)
        else { continue }
        let answer = isOver() ? .unknown : check.faultAnswer(to: found, in: cell.bytes)
        tolerance.note(answer, to: found.fault, of: found.line, as: MemberName(target))
      }
    }
    return tolerance
  }
}

/// A payload with one fault that the contract rejects.
private typealias RefusedFault = (
  line: MemberName, fault: FoldedFault, violation: Violation, result: MappingResult
)

extension MapperCheck {
  /// Returns the fault for which the contract rejects a payload; `nil` if the contract admits the
  /// payload, or if several lines are violated.
  fileprivate func fault(in payload: [UInt8], _ names: LineNames) -> RefusedFault? {
    guard let result = result(of: payload) else { return nil }
    let errors = result.violations.filter { $0.severity == .error }
    guard let violation = errors.first, let line = violation.line, let name = names[line],
      errors.allSatisfy({ $0.line.flatMap { names[$0] } == name })
    else { return nil }
    let event = result.events.first { $0.violation == violation }
    guard let fault = FoldedFault(violation, kind: event?.json?.kind) else { return nil }
    return (name, fault, violation, result)
  }

  fileprivate func faultAnswer(to found: RefusedFault, in payload: [UInt8]) -> FaultAnswer {
    let answer = answer(payload)
    if answer.isRefusal { return .refuses }
    return mapper.read {
      switch self.accepts(found.violation, found.result, answer).outcome {
      case nil, .nothing?: .takes
      case .leftOut?: .skips
      // The default value is what the contract itself would set for an absent key.
      case .value? where found.violation.line?.defaultValue != nil: .takes
      // A value of another kind with the same meaning, such as "42" for 42.
      case .value? where ![.missing, .null].contains(found.fault): .takes
      default: .changes
      }
    }
  }
}
