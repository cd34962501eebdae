import ContractModel

/// How large what is generated for one target of a contract may become.
package struct GenerationLimits: Sendable {
  /// The most values that the simplest payload may have.
  package var valueCount: Int
  /// For how many cases of mappings, besides the first ones, payloads are looked for.
  package var caseCount: Int

  package init(valueCount: Int = CanonicalPayloads.mostValues, caseCount: Int = .max) {
    (self.valueCount, self.caseCount) = (valueCount, caseCount)
  }
}
