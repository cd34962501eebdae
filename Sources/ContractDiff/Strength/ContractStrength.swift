package import ContractModel
package import JSONParsing
package import MappingEngine

/// The lines of a contract that matter: a mistake in such a line is noticed by an example, or by a
/// payload.
///
/// A payload notices a mistake if it breaks other rules with the mistake than without it. The
/// mistakes are those of `ContractMutant.Change`, as in mutation analysis (DeMillo, Lipton and
/// Sayward, Hints on Test Data Selection, 1978).
package struct ContractStrength: Sendable {
  package struct Payload: Sendable {
    package var target: MappingTarget
    package var document: JSONDocument
    package var exchange: MappingExchange?

    package init(_ target: MappingTarget, _ document: JSONDocument, _ exchange: MappingExchange?) {
      (self.target, self.document, self.exchange) = (target, document, exchange)
    }
  }

  /// A line, case or identity.
  package struct Row: Sendable {
    /// The owner, title and origin of the `ContractMutant`.
    package let owner: String
    package let title: String
    package let origin: Origin
    /// The changes that an example or payload notices, and those that none notices.
    package internal(set) var noticed: [ContractMutant.Change] = []
    package internal(set) var unnoticed: [ContractMutant.Change] = []
    /// Whether the row is a line, not a case or an identity.
    package let isLine: Bool
    /// Whether the row is a line whose value is in no payload.
    package let isUnseen: Bool
  }

  /// The rows, in the order of the file.
  package private(set) var rows: [Row] = []
  /// The number of changes that examples notice, and the number that payloads notice.
  package private(set) var byExamples = 0
  package private(set) var byPayloads = 0

  /// - Parameters:
  ///   - contract: A contract without errors.
  ///   - passes: Returns for each example of a part of the contract whether it passes. `others` has
  ///     the mappings and endpoints that are not in the part.
  package init(
    of contract: Contract, payloads: [Payload],
    passes: @Sendable (_ contract: Contract, _ others: Contract) -> [Bool]
  ) {
    let mapper = Mapper(contract, as: Array(Set(payloads.map(\.target))))
    var readings: [Reading] = payloads.map { Reading($0, mapper) }
    // Small payloads are mapped first, since most changes are noticed by any payload.
    readings.sort { $0.payload.document.byteCount < $1.payload.document.byteCount }
    let present = readings.reduce(into: Set<Origin.Place>()) { $0.formUnion($1.present) }
    let reach = ContractReach(contract)
    // The time for a change must not grow with the contract, so only what it can affect is checked.
    let parts = ContractReach.Owner.all(contract).concurrentMap { [readings] owner in
      let surroundings = reach.surroundings(of: owner)
      let part = surroundings.hasErrors ? contract : surroundings
      let others = contract.without(part)
      return ContractStrength(
        of: ContractMutants(part, of: owner), part, readings, present
      ) { passes($0, others) }
    }
    rows = parts.flatMap(\.rows)
      .sorted { $0.origin.range.lowerBound < $1.origin.range.lowerBound }
    byExamples = parts.reduce(0) { $0 + $1.byExamples }
    byPayloads = parts.reduce(0) { $0 + $1.byPayloads }
  }

  private init(
    of mutants: ContractMutants, _ part: Contract, _ readings: [Reading],
    _ present: Set<Origin.Place>, passes: (Contract) -> [Bool]
  ) {
    let passing = part.statedExamples.isEmpty ? [] : passes(part)
    let readings = readings.filter { part.describes($0.payload.target) }
    let targets = Array(Set(readings.map(\.payload.target)))
    for mutant in mutants.mutants {
      if rows.last?.origin.place != mutant.origin.place {
        rows.append(
          Row(
            owner: mutant.owner, title: mutant.title, origin: mutant.origin,
            isLine: !mutant.isOfWhole,
            isUnseen: !mutant.isOfWhole && !present.contains(mutant.origin.place)))
      }
      let isInExamples =
        passing.contains(true) && zip(passing, passes(mutant.contract)).contains { $0 && !$1 }
      let changed = Mapper(mutant.contract, as: targets)
      let planned = targets.reduce(into: [:]) { $0[$1] = changed.planned($1) }
      var tally = MappingTally(changed)
      let isInPayloads = readings.contains { reading in
        guard mutant.isOfWhole || reading.lines.contains(mutant.origin.place) else { return false }
        let payload = reading.payload
        // Most payloads break no rule, and detecting one violation is faster than finding all.
        guard reading.verdicts.isEmpty, let target = planned[payload.target] else {
          return payload.verdicts(changed) != reading.verdicts
        }
        return !tally.add(payload.document, as: target, exchange: payload.exchange).isEmpty
      }
      byExamples += isInExamples ? 1 : 0
      byPayloads += isInPayloads ? 1 : 0
      let changes = isInExamples || isInPayloads ? \Row.noticed : \.unnoticed
      rows[rows.count - 1][keyPath: changes].append(mutant.change)
    }
  }

  /// The number of lines, cases and identities that matter.
  package var mattering: Int { rows.count { !$0.noticed.isEmpty } }
  /// The number of changes that were made.
  package var changeCount: Int { rows.reduce(0) { $0 + $1.noticed.count + $1.unnoticed.count } }
  package var noticedCount: Int { rows.reduce(0) { $0 + $1.noticed.count } }

  private struct Reading {
    let payload: Payload
    let verdicts: [Verdict]
    /// The lines that were applied, and those of them whose values are present.
    let lines: Set<Origin.Place>
    let present: Set<Origin.Place>

    init(_ payload: Payload, _ mapper: Mapper) {
      self.payload = payload
      let result = payload.result(mapper)
      verdicts = Verdict.all(result)
      let events = result.events.filter { $0.line != nil }
      lines = Set(events.compactMap { $0.line?.origin.place })
      present = Set(events.filter { !$0.isMissing }.compactMap { $0.line?.origin.place })
    }
  }
}

/// A rule that a payload breaks, and the path.
private struct Verdict: Hashable {
  var rule: RuleID
  var severity: ContractError.Severity
  var path: InstancePath

  static func all(_ result: MappingResult) -> [Verdict] {
    result.violations.map { Verdict(rule: $0.rule, severity: $0.severity, path: $0.path) }
  }
}

extension Contract {
  /// Returns the mappings and endpoints that another contract does not have.
  fileprivate func without(_ other: Contract) -> Contract {
    let names = Set((other.mappings + other.includedMappings).map(\.name))
    var rest = self
    let selectors = Set(other.endpoints.map(\.selector))
    rest.statedExamples = []
    rest.endpoints.removeAll { selectors.contains($0.selector) }
    rest.mappings.removeAll { names.contains($0.name) }
    rest.includedMappings.removeAll { names.contains($0.name) }
    return rest
  }

  /// Whether the contract has the endpoint of a target, or the mappings of its type.
  fileprivate func describes(_ target: MappingTarget) -> Bool {
    switch target {
    case .endpoint(let selector): endpoints.contains { $0.selector == selector }
    case .type(_, let value):
      value.type.mappings.allSatisfy { name in
        (mappings + includedMappings).contains { $0.name == name.value }
      }
    }
  }
}

extension ContractStrength.Payload {
  fileprivate func result(_ mapper: Mapper) -> MappingResult {
    var store = ObjectStore()
    return mapper.map(document, as: target, into: &store, exchange: exchange)
  }

  fileprivate func verdicts(_ mapper: Mapper) -> [Verdict] { Verdict.all(result(mapper)) }
}

extension ContractMutant {
  /// Whether the change is not in a line, so that any payload may notice it.
  fileprivate var isOfWhole: Bool { change == .case || change == .identity }
}
