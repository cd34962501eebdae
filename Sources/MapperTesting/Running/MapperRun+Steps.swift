package import Generation

extension MapperRun {
  /// Creates a run against a contract over all payloads that a budget allows: the valid ones and
  /// the examples, each single fault, earlier failures, one identity at every two places, every two
  /// edge values of members, and drawn payloads.
  ///
  /// Saved payloads come after the generated ones, so that a cause is reported in the same words on
  /// every run.
  ///
  /// - Parameter laws: The laws; those that do not apply to this kind of mapper are left out.
  package init(
    _ check: MapperCheck, _ cases: GeneratedCases, saved: [MapperCase] = [],
    examples: [MapperCase] = [], recorded: [RecordedBase] = [], laws: [Law] = Law.standard,
    _ settings: MapperTestSettings = MapperTestSettings()
  ) {
    let keepsObjects = check.mapper.keepsObjects
    let valid = cases.valid(keepsObjects: keepsObjects) + examples
    let budget = MapperBudget(settings, cases, validCount: valid.count)
    let isAgreementWanted = laws.contains(.agreesWithTheContract)
    var steps: [Step] = []
    if isAgreementWanted {
      let agreement = [LawCheck(.agreesWithTheContract, check)]
      let faults = SingleFaults(cases, budget.cells)
      let updates =
        keepsObjects
        ? (0..<budget.combined).flatMap { MapperCase.updates(with: cases[.combined, $0]) }
          + (0..<budget.rows).map { MapperCase(updatingWith: cases[.pairwise, $0]) } : []
      steps = [
        Step(valid, agreement, \.valid),
        Step(faults.ofKeyPaths, agreement, \.cells),
        Step(keepsObjects ? faults.updates : [], agreement, nil),
        Step(faults.ofPayload, agreement, \.cells),
        Step(updates, agreement, nil),
        Step(check.nearIdentities(in: cases), agreement, nil),
      ]
      // The generated payloads and the bodies have equal shares.
      var share = settings
      share.cases = settings.cases.map { $0 / (recorded.count + 1) }
      steps += recorded.compactMap { base in
        cases.moved(to: base.payload).map { moved in
          let items = base.items(moved, MapperBudget(share, moved, validCount: 1))
          return Step(items, agreement, \.recorded, isShrunk: true)
        }
      }
      steps.append(Step(saved, agreement, nil))
    }
    let isSweepWanted = isAgreementWanted && settings.faults != .none
    let first = cases.sweep.bases.first?.bytes
    let drawn = laws.map { LawCheck($0, check, valid: first) }.filter(\.isApplicable)
    let histories = HistoryCheck([check], laws)
    let drawnHistories = DrawnHistories([cases], seed: cases.seed, mostResponses: settings.steps)
    let historyCount = keepsObjects && isAgreementWanted ? budget.histories : 0
    self.init(
      check, cases,
      steps + budget.drawnSteps(of: cases, drawn)
        + [Step(histories, drawnHistories, historyCount)],
      cellCount: isSweepWanted ? cases.count(of: .cell) ?? 0 : 0,
      examples: recorded.map(\.item) + examples,
      learn: keepsObjects
        ? {
          histories.learnStoredTypes(
            from: cases.sweep.bases.map { [DrawnResponse(endpoint: 0, payload: $0.tree)] })
        } : nil
    ) { payload in
      cases.moved(to: payload).map { MapperRun(check, moved: $0, settings) }
    }
  }

  /// Creates a run against a contract over another valid payload, its faults and its edge values.
  private init(_ check: MapperCheck, moved cases: GeneratedCases, _ settings: MapperTestSettings) {
    let agreement = [LawCheck(.agreesWithTheContract, check)]
    let budget = MapperBudget(settings, cases, validCount: 1)
    let faults = SingleFaults(cases, budget.cells)
    let items = (faults.ofKeyPaths + faults.ofPayload).map(\.withoutID)
    let valid = cases.valid(keepsObjects: check.mapper.keepsObjects)
    let steps = [Step(valid, agreement, \.valid), Step(items, agreement, \.cells)]
    self.init(check, cases, steps, cellCount: items.count)
  }

  /// Creates a run of a store that loads several endpoints, over histories alone.
  ///
  /// - Parameter near: The cases of two objects with nearly equal identities.
  package init(
    _ histories: HistoryCheck, _ drawn: DrawnHistories, near: [MapperCase] = [],
    saved: [MapperCase] = [],
    _ settings: MapperTestSettings = MapperTestSettings()
  ) {
    let count = settings.histories ?? settings.cases ?? MapperBudget.historyCountOfStores
    self.init(
      histories.checks[0], nil,
      [
        Step(histories, drawn, count),
        Step(near, [], nil, histories, isShrunk: true),
        Step(saved, [], nil, histories, isShrunk: true),
      ], cellCount: 0,
      learn: { histories.learnStoredTypes(from: (0..<min(count, 20)).map { drawn[$0] }) })
  }

  /// Creates a run of a store over given histories alone.
  package init(_ histories: HistoryCheck, on items: [MapperCase]) {
    let step = Step(items, [], \.histories, histories, isShrunk: true)
    self.init(histories.checks[0], nil, [step], cellCount: 0)
  }

  /// Creates a run over the same payloads that checks whether the mapper agrees with another one;
  /// every payload on which they differ is shrunk.
  package init(
    _ check: MapperCheck, _ cases: GeneratedCases, agreesWith other: MapperUnderTest,
    _ settings: MapperTestSettings = MapperTestSettings()
  ) {
    let laws = [LawCheck(.agreesWithAnotherMapper, check, other: other)]
    let canonicalCount = cases.count(of: .canonical) ?? 0
    let budget = MapperBudget(settings, cases, validCount: canonicalCount)
    let steps = [
      Step(cases, .canonical, canonicalCount, laws, \.valid),
      Step(cases, .cell, budget.cells, laws, \.cells),
    ]
    self.init(
      check, cases, steps + budget.drawnSteps(of: cases, laws),
      cellCount: cases.count(of: .cell) ?? 0)
  }

  /// Creates a run against a contract, or another mapper, over given payloads alone.
  package init(
    _ check: MapperCheck, on items: [MapperCase], in cases: GeneratedCases? = nil,
    agreesWith other: MapperUnderTest? = nil, laws: [Law] = Law.standard
  ) {
    let law = other == nil ? Law.agreesWithTheContract : .agreesWithAnotherMapper
    let histories = HistoryCheck([check], laws)
    var step = Step(
      items, [LawCheck(law, check, other: other)], \.cells, histories,
      isShrunk: other != nil || items.contains { !$0.history.isEmpty })
    step.isOfGivenPayloads = true
    self.init(check, cases, [step], cellCount: items.count)
  }
}

extension MapperBudget {
  /// Returns the steps for the payloads that no single fault makes.
  fileprivate func drawnSteps(of cases: GeneratedCases, _ laws: [LawCheck]) -> [MapperRun.Step] {
    let phase: GeneratedCase.Phase = drawsFaults ? .random : .valid
    return [
      MapperRun.Step(cases, .combined, combined, laws, \.combined),
      MapperRun.Step(cases, .identityPair, pairs, laws, \.pairs),
      MapperRun.Step(cases, .pairwise, rows, laws, \.rows),
      MapperRun.Step(cases, phase, drawn, laws, \.drawn),
    ]
  }
}

extension MapperRun.Step {
  fileprivate init(
    _ items: [MapperCase], _ laws: [LawCheck], _ counter: WritableKeyPath<MapperCoverage, Int>?,
    _ histories: HistoryCheck? = nil, isShrunk: Bool = false
  ) {
    self.init(
      count: items.count, item: { items[$0] }, laws: laws, histories: histories,
      isShrunk: isShrunk, counter: counter)
  }

  /// Creates a step of histories, each made on demand.
  fileprivate init(
    _ check: HistoryCheck, _ histories: DrawnHistories, _ count: Int
  ) {
    self.init(
      count: count, item: { MapperCase(histories, $0) }, laws: [], histories: check,
      isShrunk: true, counter: \.histories)
  }

  /// Creates a step of the first cases of a phase, each made on demand.
  fileprivate init(
    _ cases: GeneratedCases, _ phase: GeneratedCase.Phase, _ count: Int, _ laws: [LawCheck],
    _ counter: WritableKeyPath<MapperCoverage, Int>
  ) {
    self.init(
      count: count, item: { MapperCase(cases[phase, $0]) }, laws: laws, isShrunk: true,
      counter: counter)
  }
}
