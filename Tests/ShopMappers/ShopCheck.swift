package import ContractModel
import DiskReading
import Foundation
import Generation
package import MapperTesting
import MappingEngine

/// A mapper, held against the contract of the shop.
package struct ShopCheck {
  private let cases: GeneratedCases
  private let check: MapperCheck

  struct NoPayload: Error {}

  package init(_ mapper: RightMapper) throws {
    guard let root = PackageRoot.folder(around: URL(filePath: #filePath)) else { throw NoPayload() }
    let path = "Fixtures/generation/orders\(Contract.fileSuffix)"
    let contract = try Contract(at: path, files: DiskFiles(root: root))
    let stated = try TargetText(mapper.type).target
    guard let cases = GeneratedCases(contract, target: stated) else { throw NoPayload() }
    self.cases = cases
    let target = MappingTarget(stated)
    check = MapperCheck(
      Mapper(contract, as: target), as: target, mapper.mapper,
      ComparisonOptions(comparing: mapper.properties, named: mapper.names))
  }

  /// A run over all payloads, as a test without options has them, or over so many.
  package func run(
    cases count: Int? = nil
  ) -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    MapperRun(check, cases, MapperTestSettings(cases: count)).run()
  }

  /// The payloads of the same run, without what some laws make of them.
  package func payloads(_ coverage: MapperCoverage) -> [[UInt8]] {
    let counts: [(GeneratedCase.Phase, Int)] = [
      (.canonical, cases.count(of: .canonical) ?? 0), (.cell, coverage.cells),
      (.identityPair, coverage.pairs), (.pairwise, coverage.rows), (.random, coverage.drawn),
    ]
    return counts.flatMap { phase, count in (0..<count).map { cases[phase, $0].payload.bytes } }
  }

  package var contract: Contract { check.statedContract }

  /// A run that holds nothing against nothing, over so many valid payloads.
  package func runIdly(cases count: Int) {
    _ = MapperRun(check, cases, laws: [], MapperTestSettings(cases: count, faults: .none)).run()
  }

  /// Draws the payloads of that run.
  package func draw(cases count: Int) {
    for index in 0..<count { _ = cases[.valid, index].payload }
  }

  /// The single faults in the order in which a budget takes them.
  package var faultNames: [String] {
    (0..<(cases.count(of: .cell) ?? 0)).map { cases[.cell, $0].name }
  }
}
