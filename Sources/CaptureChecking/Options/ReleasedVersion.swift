package import ContractModel
package import FaultTolerance
import JSONParsing

/// A version of an app that was shipped: its contracts as they were, and what its mappers did with
/// faults when their tests ran.
package struct ReleasedVersion: Sendable {
  package let name: String
  package let contracts: [Contract]
  package let tolerance: VersionTolerance
  /// How its payloads are found and judged.
  let options: CheckOptions

  /// - Parameters:
  ///   - options: Those of the check, with targets that these contracts have.
  ///   - tolerances: Those that were measured, of any of the contracts.
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
