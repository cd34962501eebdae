package import ContractModel
import DiskReading
import Foundation
import Generation
import JSONParsing
package import MapperTesting
import MappingEngine

/// Checks a mapper against its contract.
package struct ShopCheck {
  private let cases: GeneratedCases
  private let engine: Mapper
  private let target: MappingTarget
  private let check: MapperCheck

  struct NoPayload: Error {}

  package init(_ mapper: RightMapper) throws {
    guard let root = PackageRoot.folder(around: URL(filePath: #filePath)) else { throw NoPayload() }
    let contract = try Contract(at: mapper.contract, files: DiskFiles(root: root))
    let stated = try TargetText(mapper.type).target
    guard let cases = GeneratedCases(contract, target: stated) else { throw NoPayload() }
    self.cases = cases
    target = MappingTarget(stated)
    engine = Mapper(contract, as: target)
    check = MapperCheck(
      engine, as: target, mapper.mapper,
      ComparisonOptions(comparing: mapper.properties, named: mapper.names),
      tolerating: mapper.tolerating)
  }

  private init(_ other: ShopCheck, _ mapper: MapperUnderTest) {
    (cases, engine, target) = (other.cases, other.engine, other.target)
    check = MapperCheck(engine, as: target, mapper)
  }

  /// A check of another mapper of the same type, on the same payloads.
  package func check(of mapper: MapperUnderTest) -> ShopCheck { ShopCheck(self, mapper) }

  /// Runs over all payloads, like a test without options, or over `count` payloads.
  package func run(
    cases count: Int? = nil
  ) -> (causes: [Cause], coverage: MapperCoverage) {
    makeRun(cases: count).run()
  }

  package func makeRun(cases count: Int? = nil) -> MapperRun {
    MapperRun(check, cases, MapperTestSettings(cases: count))
  }

  /// Returns the payloads of the same run, without those that laws derive from them.
  package func payloads(_ coverage: MapperCoverage) -> [[UInt8]] {
    let counts: [(GeneratedCase.Phase, Int)] = [
      (.canonical, cases.count(of: .canonical) ?? 0), (.cell, coverage.cells),
      (.identityPair, coverage.pairs), (.pairwise, coverage.rows), (.random, coverage.drawn),
    ]
    return counts.flatMap { phase, count in (0..<count).map { cases[phase, $0].payload.bytes } }
  }

  package var contract: Contract { check.statedContract }

  /// Runs over `count` valid payloads without comparing anything.
  package func runIdly(cases count: Int) {
    _ = MapperRun(check, cases, laws: [], MapperTestSettings(cases: count, faults: .none)).run()
  }

  /// Draws the payloads of an idle run.
  package func draw(cases count: Int) {
    for index in 0..<count { _ = cases[.valid, index].payload }
  }
}

// MARK: - Mutants

extension ShopCheck {
  /// Returns the issues that a test reports after a run over all payloads, or over `count`
  /// payloads.
  package func issues(cases count: Int? = nil) -> [String] { issues(run(cases: count).causes) }

  private func issues(_ causes: [Cause]) -> [String] {
    causes.worstFirst.map {
      CauseText($0.cause, and: $0.others, with: contract).description
    }
  }

  /// The single faults in the order of a run, which starts with the faults of combined payloads.
  package var orderedFaults: [OrderedFault] {
    let count = cases.count(of: .combined) ?? 0
    var rows: [MemberName: Int] = [:]
    for row in 0..<count {
      for cell in cases.combinedCells(row) { rows[MemberName(cell.id)] = row }
    }
    let faults = (0..<(cases.count(of: .cell) ?? 0)).map { number in
      let cell = cases[.cell, number]
      let path = cell.id.drop { $0 != "@" }.dropFirst()
      return OrderedFault(
        number: rows[MemberName(cell.id)] ?? count + number, path: String(path),
        item: MapperCase(cell))
    }
    return faults.enumerated().sorted {
      ($0.element.number ?? 0, $0.offset) < ($1.element.number ?? 0, $1.offset)
    }.map(\.element)
  }

  /// Returns the first single fault that shows a mistake. A fault in an update after a valid
  /// payload comes last.
  ///
  /// - Parameter faults: The faults. Only those at the mistake's path are tried, because the others
  ///   do not show the mistake.
  package func firstFault(showing mutant: Mutant, of faults: [OrderedFault]) -> OrderedFault? {
    let check = check(of: mutant.mapper)
    let near = faults.filter { mutant.isNear($0.path) }
    if let first = near.first(where: { check.shows(mutant, on: $0.item) }) { return first }
    guard mutant.mapper.keepsObjects else { return nil }
    return cases.sweep.keyPaths.lazy.filter { mutant.isNear($0.text) }
      .flatMap { MapperCase.updates(of: $0) }.first { check.shows(mutant, on: $0) }
      .map { OrderedFault(number: nil, path: mutant.path, item: $0) }
  }

  private func shows(_ mutant: Mutant, on item: MapperCase) -> Bool {
    issues(MapperRun(check, on: [item]).run().causes).contains(where: mutant.isNamed)
  }
}

/// A single fault of orders.
package struct OrderedFault {
  /// The number of the fault's payload in the order of a run; `nil` for an update after a valid
  /// payload.
  package let number: Int?
  let path: String
  package let item: MapperCase

  package var name: String { item.name }
}
