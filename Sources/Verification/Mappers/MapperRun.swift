package import Generation

/// A run of a mapper over all payloads that a budget allows: what failed before, the valid ones and
/// the examples, each single fault, one identity at every two places, every two edges of members,
/// and payloads that are drawn.
package struct MapperRun {
  private let check: MapperCheck
  private let property: PropertyCheck
  private let saved: [CheckOccasion]
  private let occasions: MapperOccasions
  private let budget: MapperBudget
  /// How many single faults there are; 0, if none is wanted.
  private let cellCount: Int
  private let isAgreementWanted: Bool

  /// - Parameters:
  ///   - saved: On which the mapper failed before.
  ///   - examples: Those of the contract that are about the same type.
  package init(
    _ check: MapperCheck, _ cases: GeneratedCases, saved: [CheckOccasion] = [],
    examples: [CheckOccasion] = [], laws: [Law] = Law.byDefault,
    _ settings: MapperTestSettings = MapperTestSettings()
  ) {
    (self.check, self.saved) = (check, saved)
    occasions = MapperOccasions(cases, check.mapper, examples: examples)
    budget = MapperBudget(settings, cases, validCount: occasions.valid.count)
    property = PropertyCheck(cases, check, laws: laws)
    isAgreementWanted = laws.contains(.agreesWithTheContract)
    let isSweepWanted = isAgreementWanted && settings.faults != .none
    cellCount = isSweepWanted ? cases.count(of: .cell) ?? 0 : 0
  }

  /// What the mapper is tested on if there is time enough.
  package var planned: MapperCoverage {
    var coverage = MapperCoverage()
    coverage.cellCount = cellCount
    coverage.cells = min(budget.cells, cellCount)
    coverage.valid = isAgreementWanted ? occasions.valid.count : 0
    (coverage.pairs, coverage.rows, coverage.drawn) = (budget.pairs, budget.rows, budget.drawn)
    return coverage
  }

  /// Runs the mapper.
  ///
  /// - Parameter isOver: Whether the time is up.
  /// - Returns: One group for each reason to disagree, and what the mapper was tested on.
  package func run(
    until isOver: () -> Bool = { false }
  ) -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    var coverage = MapperCoverage()
    coverage.cellCount = cellCount
    var single: [DisagreementGroup] = []
    if isAgreementWanted {
      let valid = occasions.valid
      let all = saved + valid + occasions.faults(budget.cells)
      var count = 0
      single = check.groups(
        over: all.prefix { occasion in
          if count > 0, isOver() { return false }
          count += 1
          let isSaved = count <= saved.count
          if !isSaved, count <= saved.count + valid.count { coverage.valid += 1 }
          if !isSaved, occasion.caseID != nil { coverage.cells += 1 }
          return true
        })
    }
    let known = Set(single.map(\.disagreement.identity))
    return (single + property.groups(known: known, budget, &coverage, until: isOver), coverage)
  }

  /// A payload that is valid; `nil`, if there is none.
  package var valid: [UInt8]? { occasions.valid.first(where: \.isValid)?.payloads.last }
}
