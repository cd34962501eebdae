import ContractModel

/// Limits on the size of the payloads generated for one target of a contract.
package struct GenerationLimits: Sendable {
  /// The most values that the simplest payload may have.
  package var valueCount: Int
  /// The most cases of mappings, besides the first ones, for which payloads are searched.
  package var caseCount: Int

  package init(valueCount: Int = CanonicalPayloads.mostValues, caseCount: Int = .max) {
    (self.valueCount, self.caseCount) = (valueCount, caseCount)
  }
}
