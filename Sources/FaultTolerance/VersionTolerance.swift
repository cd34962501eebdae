package import ContractModel
package import JSONParsing
package import MappingEngine

/// What the mappers of one version do with what its contracts refuse.
package struct VersionTolerance: Sendable {
  /// By contract; `nil`, where nothing was measured.
  private let tolerances: [MeasuredTolerance?]
  private let lineNames: [LineNames]

  /// - Parameter tolerances: Those that were measured, of any of the contracts.
  package init(of contracts: [Contract], _ tolerances: [MeasuredTolerance]) {
    self.tolerances = contracts.map { contract in
      tolerances.first { $0.contract == contract.name }
    }
    lineNames = contracts.map(LineNames.init)
  }

  /// Whether nothing was measured of any mapper.
  package var isUnmeasured: Bool { tolerances.allSatisfy { $0 == nil } }

  /// The line that a violation is of, and what the app does with it; `nil`, if nobody has tried.
  ///
  /// - Parameters:
  ///   - number: The contract's.
  ///   - byte: The first byte of the value that it is about.
  package func finding(
    _ violation: Violation, ofContract number: Int, at byte: UInt8?
  ) -> (line: MemberName?, answer: FaultAnswer?) {
    let name = violation.line.flatMap { lineNames[number][$0] }
    let fault = FoldedFault(violation, kind: byte.map(JSONKind.init))
    return (
      name,
      fault.flatMap { fault in name.flatMap { tolerances[number]?.answer(to: fault, of: $0) } }
    )
  }
}

extension JSONKind {
  /// The kind of a value by its first byte.
  fileprivate init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
    case UInt8(ascii: "n"): self = .null
    default: self = .number
    }
  }
}
