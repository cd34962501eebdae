import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import ShopMappers
import TestSupport
import Testing

@testable import MapperTesting

@Suite("A payload with many faults shows what each fault shows alone")
struct FaultsAtOnceTests {
  /// Returns the single faults that a run skips because a combined payload passed.
  private func passing(_ run: MapperRun) -> [MapperCase] {
    run.steps.flatMap { step in
      run.passingFaults(step) { false }.sorted().map(step.item)
    }
  }

  @Test(
    "A right mapper keeps its contract on most admitted faults at once",
    .enabled(if: TestDepth.isFull))
  func right() throws {
    let shop = try ShopCheck(RightMapper.all[0])
    let run = shop.makeRun()
    let together = passing(run).filter { !$0.isUnspecified }
    let admitted = shop.orderedFaults.count { fault in
      run.check.admits(fault.item.payload.bytes) && !fault.item.isUnspecified
    }
    #expect(together.count * 2 > admitted, "\(together.count) of \(admitted)")
    for index in stride(from: 0, to: together.count, by: 20) {
      #expect(run.passes(together[index]), "\(together[index].name)")
    }
  }

  @Test("Combined faults hide no mistake", .enabled(if: TestDepth.isFull))
  func wrong() throws {
    let shop = try ShopCheck(RightMapper.all[0])
    let faults = shop.orderedFaults
    var showingCount = 0
    for (number, mutant) in Mutant.all.enumerated()
    where number % 32 == 0 && mutant.missed == nil && !mutant.mapper.keepsObjects {
      let run = shop.check(of: mutant.mapper).makeRun()
      let showing = faults.map(\.item).filter { item in
        item.cell.map { mutant.isNear($0.pathText) } ?? false
          && !run.passes(item)
      }
      // If valid payloads show the mistake, no fault can hide it.
      guard !showing.isEmpty, run.valid.allSatisfy({ run.check.disagreements(over: [$0]).isEmpty })
      else { continue }
      showingCount += showing.count
      let together = Set(passing(run).compactMap(\.id))
      for item in showing {
        #expect(!together.contains(item.id ?? ""), "\(mutant.name): \(item.name)")
      }
    }
    #expect(showingCount > 4)
  }

  /// Reads null as 0 if the key may be absent, and has no other mistake.
  private struct Leaf: Decodable {
    var a: Int
    var f: Int?

    private enum CodingKeys: CodingKey { case a, f }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decode(Int.self, forKey: .a)
      guard container.contains(.f) else { return }
      f = try container.decodeNil(forKey: .f) ? 0 : container.decode(Int.self, forKey: .f)
    }
  }

  private struct Pair: Decodable {
    var p: Leaf
    var q: Leaf
  }

  private static let pairs = """
    { "contract": 1, "mappings": { "Pair": { "map": { "p": "Leaf", "q": "Leaf" } },
      "Leaf": { "map": { "a": "Int", "f?": "Int" } } } }
    """

  @Test("A mapper reads each fault that the contract leaves open, alone or with others")
  func open() throws {
    let contract = try OneContract.contract(Self.pairs)
    let target = try TargetText("Pair").target
    let type = MappingTarget(target)
    let cases = try #require(GeneratedCases(contract, target: target))
    var taken: [[UInt8]] = []
    let mapper = MapperUnderTest.mapping { data in
      let pair = try JSONDecoder().decode(Pair.self, from: data)
      taken.append(Array(data))
      return pair
    }
    let run = MapperRun(MapperCheck(Mapper(contract, as: type), as: type, mapper), cases)
    let together = passing(run).filter(\.isUnspecified)
    let alone = together.filter { taken.contains($0.bytes) }
    #expect(together.count > 10 && alone.isEmpty)
    for item in together {
      let written = try #require(item.cell?.written)
      #expect(taken.contains { $0.firstRange(of: written) != nil }, "\(item.name)")
    }
  }

  @Test("Combined faults hide no mistake under leniency")
  func tolerated() throws {
    let contract = try OneContract.contract(Self.pairs)
    let target = try TargetText("Pair").target
    let type = MappingTarget(target)
    let cases = try #require(GeneratedCases(contract, target: target))
    let check = MapperCheck(Mapper(contract, as: type), as: type, .decoding(Pair.self))
    let run = MapperRun(check, cases)
    let together = Set(passing(run).compactMap(\.id))
    #expect(together.contains("null@p.a"))
    #expect(together.isDisjoint(with: ["null@p.f", "null@q.f"]), "\(together.sorted())")
  }

  /// Returns the single faults for which a run accepts a mapper that rejects everything.
  private func refused(_ contract: Contract, as type: MappingTarget, _ cases: GeneratedCases)
    -> [MapperCase]
  {
    struct Refusal: Error {}
    let mapper = MapperUnderTest.mapping { _ -> Int in throw Refusal() }
    let check = MapperCheck(Mapper(contract, as: type), as: type, mapper)
    let run = MapperRun(check, cases)
    return run.steps.flatMap { step in
      run.passingFaults(step) { false }.sorted().map(step.item)
    }
  }

  @Test(
    "The contract rejects in a payload what it rejects in the object alone",
    .enabled(if: TestDepth.isFull),
    arguments: try ["Fixtures/mapping", "Fixtures/quality"].flatMap {
      try PackageFiles.contracts(below: $0)
    })
  func refused(path: String) throws {
    let contract = try Contract(at: path, files: PackageContracts())
    var count = 0
    for (number, target) in contract.generationTargets.enumerated() where number % 3 == 0 {
      guard let cases = GeneratedCases(contract, target: target) else { continue }
      let type = MappingTarget(target)
      let engine = Mapper(contract, as: type)
      for (number, item) in refused(contract, as: type, cases).enumerated() where number % 5 == 0 {
        count += 1
        let payload = item.payload.bytes
        guard let document = try? JSONDocument(parsing: payload) else { continue }
        let isAdmitted = engine.admits(document, as: type)
        #expect(!isAdmitted, "\(target): \(item.name)")
      }
    }
    #expect(count > 0)
  }
}
