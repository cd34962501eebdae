import ContractModel
package import FaultTolerance
import Generation
import JSONParsing
import MappingEngine

extension MapperRun {
  /// What the mapper does with each single fault that the contract refuses.
  ///
  /// - Parameters:
  ///   - target: What the payloads are: `[User]`.
  ///   - isOver: Whether the time is up; what was not tried then is `unknown`.
  /// - Returns: `nil`, if the run has no faults of its own.
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
        // Faults in a payload that the mapper refuses anyway say nothing.
        guard !isRefused(cell.base, &refused),
          let found = check.fault(in: cell.bytes, names)
        else { continue }
        let answer = isOver() ? .unknown : check.faultAnswer(to: found)
        tolerance.note(answer, to: found.fault, of: found.line, as: MemberName(target))
      }
    }
    return tolerance
  }
}

/// A payload with one fault that the contract refuses.
struct RefusedFault {
  var payload: [UInt8]
  var line: MemberName
  var fault: FoldedFault
  var violation: Violation
  var result: MappingResult
}

extension MapperCheck {
  /// The fault by which the contract refuses a payload; `nil`, if it admits it, or if there is more
  /// than one line to it.
  func fault(in payload: [UInt8], _ names: LineNames) -> RefusedFault? {
    guard let result = result(of: payload) else { return nil }
    let errors = result.violations.filter { $0.severity == .error }
    guard let violation = errors.first, let line = violation.line, let name = names[line],
      errors.allSatisfy({ $0.line.flatMap { names[$0] } == name })
    else { return nil }
    let event = result.events.first { $0.violation == violation }
    guard let fault = FoldedFault(violation, kind: event?.json?.kind) else { return nil }
    return RefusedFault(
      payload: payload, line: name, fault: fault, violation: violation, result: result)
  }

  /// What the mapper does with a fault.
  func faultAnswer(to found: RefusedFault) -> FaultAnswer {
    let answer = answer(found.payload)
    if case .refused = answer { return .refuses }
    return mapper.read {
      switch self.accepts(found.violation, found.result, answer).outcome {
      case nil, .nothing?: .takes
      case .leftOut?: .skips
      // The default is what the contract itself would give an absent key.
      case .value? where found.violation.line?.defaultValue != nil: .takes
      // A value that says the same in another kind, as "42" for 42.
      case .value? where ![.missing, .null].contains(found.fault): .takes
      default: .changes
      }
    }
  }
}
