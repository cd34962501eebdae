package import ContractModel
import DiskReading
import Foundation
import Generation
import JSONParsing
import MappingEngine
package import Verification

/// A mapper, held against the contract of the shop.
package struct ShopCheck {
  private let cases: GeneratedCases
  private let check: MapperCheck
  private let engine: Mapper
  private let target: MappingTarget

  struct NoPayload: Error {}

  package init(_ mapper: RightMapper) throws {
    try self.init(
      mapper.mapper, as: mapper.type,
      ComparisonOptions(comparing: mapper.properties, named: mapper.names))
  }

  /// - Parameter type: What the mapper maps, as in a contract's example.
  package init(
    _ mapper: MapperUnderTest, as type: String, _ options: ComparisonOptions = ComparisonOptions()
  ) throws {
    guard let root = PackageRoot.folder(around: URL(filePath: #filePath)) else { throw NoPayload() }
    let path = "Fixtures/generation/orders\(Contract.fileSuffix)"
    let contract = try Contract(at: path, files: DiskFiles(root: root))
    let stated = try TargetText(type).target
    guard let cases = GeneratedCases(contract, target: stated) else { throw NoPayload() }
    self.cases = cases
    target = MappingTarget(stated)
    engine = Mapper(contract, as: target)
    check = MapperCheck(engine, as: target, mapper, options)
  }

  /// A run over all payloads, as a test without options has them, or over so many.
  package func run(
    cases count: Int? = nil, laws: [Law] = Law.allCases
  ) -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    MapperRun(check, cases, laws: laws, MapperTestSettings(cases: count)).run()
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

  /// Maps payloads by the contract alone, each into a store of its own.
  package func mapByContract(_ payloads: [[UInt8]]) {
    for payload in payloads {
      guard let document = try? JSONDocument(parsing: payload) else { continue }
      var store = ObjectStore(findsObjectsAgain: false)
      _ = engine.map(document, as: target, into: &store)
    }
  }

  /// The single faults in the order in which a budget takes them.
  package var faultNames: [String] {
    (0..<(cases.count(of: .cell) ?? 0)).map { cases[.cell, $0].name }
  }
}
