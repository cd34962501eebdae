import ContractModel
import DiskReading
import Foundation
import Generation
import MappingEngine
import ShopMappers
import Verification

/// A right mapper, held against the contract of the shop.
struct ShopCheck {
  let mapper: RightMapper
  let cases: GeneratedCases
  let check: MapperCheck

  struct NoPayload: Error {}

  init(_ mapper: RightMapper) throws {
    let root = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    let path = "Fixtures/generation/orders\(Contract.fileSuffix)"
    let contract = try Contract(at: path, files: DiskFiles(root: root))
    let stated = try TargetText(mapper.type).target
    guard let cases = GeneratedCases(contract, target: stated) else { throw NoPayload() }
    let target = MappingTarget(stated)
    (self.mapper, self.cases) = (mapper, cases)
    check = MapperCheck(
      Mapper(contract, as: target), as: target, mapper.mapper,
      ComparisonOptions(comparing: mapper.properties, named: mapper.names))
  }

  /// A run over all payloads, as a test without options has them, or over so many.
  func run(cases count: Int? = nil) -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    MapperRun(check, cases, MapperTestSettings(cases: count)).run()
  }

  /// The payloads of the same run, without what some laws make of them.
  func payloads(_ coverage: MapperCoverage) -> [[UInt8]] {
    let counts: [(GeneratedCase.Phase, Int)] = [
      (.canonical, cases.count(of: .canonical) ?? 0), (.cell, coverage.cells),
      (.identityPair, coverage.pairs), (.pairwise, coverage.rows), (.random, coverage.drawn),
    ]
    return counts.flatMap { phase, count in (0..<count).map { cases[phase, $0].payload.bytes } }
  }
}
