package import ContractModel
package import FaultTolerance

/// A released version of an app: its contracts at that time, and how its mappers answered faults
/// when their tests ran.
package struct ReleasedVersion: Sendable {
  package let name: String
  package let contracts: [Contract]
  package let tolerance: VersionTolerance
  /// How payloads of the version are found and judged.
  let options: CheckOptions

  /// - Parameters:
  ///   - options: The options of the check, with the targets of these contracts.
  ///   - tolerances: The measured tolerances of any of the contracts.
  package init(
    _ name: String, _ contracts: [Contract], _ options: CheckOptions,
    tolerances: [MeasuredTolerance] = []
  ) {
    (self.name, self.contracts) = (name, contracts)
    tolerance = VersionTolerance(of: contracts, tolerances)
    var options = options
    (options.exampleCount, options.released) = (1, [])
    self.options = options
  }
}
