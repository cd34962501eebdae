package import ContractModel
package import JSONParsing
package import MappingEngine

/// The tolerances of the mappers of one version, for all its contracts.
package struct VersionTolerance: Sendable {
  /// The tolerances by contract; `nil` if nothing was measured.
  private let tolerances: [MeasuredTolerance?]
  private let lineNames: [LineNames]

  /// - Parameter tolerances: The measured tolerances of any of the contracts.
  package init(of contracts: [Contract], _ tolerances: [MeasuredTolerance]) {
    self.tolerances = contracts.map { contract in
      tolerances.first { $0.contract == contract.name }
    }
    lineNames = contracts.map(LineNames.init)
  }

  /// The bytes of the files with the tolerances.
  package var files: [[UInt8]] { tolerances.compactMap { $0?.bytes } }

  /// Whether no mapper was measured.
  package var isUnmeasured: Bool { tolerances.allSatisfy { $0 == nil } }

  /// Returns the line of a violation, and the app's answer to the fault; the answer is `nil` if the
  /// fault was not tried.
  ///
  /// - Parameters:
  ///   - number: The number of the contract.
  ///   - byte: The first byte of the value with the fault.
  package func finding(
    _ violation: Violation, ofContract number: Int, at byte: UInt8?
  ) -> (line: MemberName?, answer: FaultAnswer?) {
    let name = violation.line.flatMap { lineNames[number][$0] }
    let fault = FoldedFault(violation, kind: byte.map(JSONKind.init(firstByte:)))
    return (
      name,
      fault.flatMap { fault in name.flatMap { tolerances[number]?.answer(to: fault, of: $0) } }
    )
  }
}
