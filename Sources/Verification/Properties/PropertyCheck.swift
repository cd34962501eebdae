package import Generation
import JSONParsing

/// Holds a mapper against its contract on payloads that are made up: the same identity at every two
/// places, every two edges of members, and as many drawn ones as are asked for; each failure is
/// shrunk to a minimal payload.
///
/// The laws that compare two payloads are held on drawn valid ones, unless they are about refusals.
package struct PropertyCheck {
  private let cases: GeneratedCases
  private let check: MapperCheck
  private let laws: [LawCheck]
  private let comparesMappers: Bool
  /// How often a failing payload is judged at most while it shrinks.
  private static let evaluationLimit = 600
  /// How many failures are shrunk; what comes then is told as it is.
  private static let shrinkLimit = 8

  /// - Parameters:
  ///   - cases: Of the target that the check is made for.
  ///   - laws: Besides, those that only this check knows are left out if they do not apply.
  package init(_ cases: GeneratedCases, _ check: MapperCheck, laws: [Law]) {
    (self.cases, self.check, comparesMappers) = (cases, check, false)
    let valid = cases.sweep.bases.first?.tree.bytes
    self.laws = laws.map { LawCheck($0, check, valid: valid) }.filter(\.isApplicable)
  }

  /// Whether a mapper agrees with another one, on single faults too.
  package init(_ cases: GeneratedCases, _ check: MapperCheck, agreesWith other: MapperUnderTest) {
    (self.cases, self.check, comparesMappers) = (cases, check, true)
    laws = [LawCheck(.agreesWithAnotherMapper, check, other: other)]
  }

  /// Runs the mapper over the payloads.
  ///
  /// - Parameters:
  ///   - known: What was found before: of it, nothing is told again.
  ///   - coverage: Is told what the mapper was tested on.
  ///   - isOver: Whether the time is up.
  package func groups(
    known: Set<Disagreement.Identity>, _ budget: MapperBudget, _ coverage: inout MapperCoverage,
    until isOver: () -> Bool
  ) -> [DisagreementGroup] {
    var found = FoundDisagreements(known: known)
    func run(_ phase: GeneratedCase.Phase, _ count: Int) -> Int {
      for index in 0..<count {
        if isOver() { return index }
        add(cases[phase, index], to: &found, until: isOver)
      }
      return count
    }
    if comparesMappers {
      coverage.valid = run(.canonical, cases.count(of: .canonical) ?? 0)
      coverage.cells = run(.cell, budget.cells)
      coverage.cellCount = cases.count(of: .cell) ?? 0
    }
    coverage.pairs = run(.identityPair, budget.pairs)
    coverage.rows = run(.pairwise, budget.rows)
    coverage.drawn = run(budget.drawsFaults ? .random : .valid, budget.drawn)
    return found.groups
  }

  /// What is found on one payload alone.
  package func groups(replaying item: GeneratedCase) -> [DisagreementGroup] {
    var found = FoundDisagreements(known: [])
    add(item, to: &found) { false }
    return found.groups
  }

  private func add(
    _ item: GeneratedCase, to found: inout FoundDisagreements, until isOver: () -> Bool
  ) {
    let payload = item.payload
    let isUnspecified = isUnspecified(item)
    for (number, law) in laws.enumerated() where isUseful(law, item) {
      if number > 0, isOver() { return }
      let breaches = law.breaches(on: payload, isUnspecified: isUnspecified)
      for breach in breaches where found.isNew(breach, item) {
        found.add(minimal(breach, item, payload, law, found.groups.count, isOver), item)
      }
      // A payload on which one law is broken says little of the others.
      if !breaches.isEmpty { return }
    }
  }

  private func isUseful(_ law: LawCheck, _ item: GeneratedCase) -> Bool {
    law.isOfFaults
      || item.phase == .valid || (item.phase == .random && item.faults.isEmpty)
  }

  private func isUnspecified(_ item: GeneratedCase) -> Bool {
    item.isUnspecified
      || item.faults.contains { fault in
        fault.spelling.map { check.mapper.makesOne($0.key, $0.other) } ?? false
      }
  }

  private func minimal(
    _ breach: Disagreement, _ item: GeneratedCase, _ payload: PayloadTree, _ law: LawCheck,
    _ count: Int, _ isOver: () -> Bool
  ) -> ShrunkDisagreement {
    var breach = breach
    if breach.rule == nil, breach.kind == .refuses { breach.rule = item.line }
    guard count < Self.shrinkLimit else { return ShrunkDisagreement(disagreement: breach) }
    return withoutActuallyEscaping(isOver) { isOver in
      DisagreementShrinker(
        cases, law, evaluationLimit: Self.evaluationLimit, shouldStop: isOver
      ).minimal(breach, item, payload)
    }
  }
}

/// A disagreement on a minimal payload.
struct ShrunkDisagreement {
  var disagreement: Disagreement
  var shrinking: Shrinking?
}

/// What was found so far, each reason once.
private struct FoundDisagreements {
  private let known: Set<Disagreement.Identity>
  private(set) var groups: [DisagreementGroup] = []
  private var places: [Disagreement.Identity: Int] = [:]

  init(known: Set<Disagreement.Identity>) { self.known = known }

  /// Whether a reason is new; of one that is not, the occasion is noted.
  mutating func isNew(_ disagreement: Disagreement, _ item: GeneratedCase) -> Bool {
    if known.contains(disagreement.identity) { return false }
    guard let place = places[disagreement.identity] else { return true }
    if item.phase == .cell, !groups[place].isOnValid,
      disagreement.size < groups[place].disagreement.size
    {
      // A single fault of the canonical payload is minimal.
      groups[place].disagreement = disagreement
      (groups[place].caseID, groups[place].shrinking) = (item.id, nil)
      groups[place].occasions.insert(item.name, at: 0)
    } else if groups[place].occasions.last != item.name {
      groups[place].occasions.append(item.name)
    }
    return false
  }

  mutating func add(_ found: ShrunkDisagreement, _ item: GeneratedCase) {
    places[found.disagreement.identity] = groups.count
    // A replay asks what one payload becomes.
    let isOfOne = !found.disagreement.breaksLaw || found.disagreement.comparesMappers
    let caseID = isOfOne ? item.id : nil
    groups.append(
      DisagreementGroup(
        disagreement: found.disagreement, occasions: [item.name],
        isOnValid: item.phase == .canonical,
        caseID: caseID, shrinking: found.shrinking))
  }
}
