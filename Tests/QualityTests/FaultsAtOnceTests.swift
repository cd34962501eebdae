import Generation
import ShopMappers
import Testing

@testable import MapperTesting

@Suite("What many single faults at once show, each shows alone")
struct FaultsAtOnceTests {
  /// The single faults that a run does not look at one by one.
  private func passing(_ run: MapperRun) -> [MapperCase] {
    run.steps.flatMap { step in
      run.passingAtOnce(step) { false }.sorted().map(step.item)
    }
  }

  @Test("A right mapper keeps its contract on most faults that the contract admits at once")
  func right() throws {
    let shop = try ShopCheck(RightMapper.all[0])
    let run = shop.makeRun()
    let together = passing(run)
    let admitted = shop.orderedFaults.count { fault in
      run.check.admits(fault.item.payload.bytes) && !fault.item.isUnspecified
    }
    #expect(together.count * 2 > admitted, "\(together.count) of \(admitted)")
    for index in stride(from: 0, to: together.count, by: 20) {
      #expect(run.passes(together[index]), "\(together[index].name)")
    }
  }

  @Test("No fault that shows a mistake hides among others")
  func wrong() throws {
    let shop = try ShopCheck(RightMapper.all[0])
    let faults = shop.orderedFaults
    var showingCount = 0
    for (number, mutant) in Mutant.all.enumerated()
    where number % 4 == 0 && mutant.missed == nil && !mutant.mapper.keepsObjects {
      let run = shop.check(of: mutant.mapper).makeRun()
      let showing = faults.map(\.item).filter { item in
        item.cell.map { mutant.isNear($0.pathText) } ?? false
          && run.check.admits(item.payload.bytes) && !run.passes(item)
      }
      // Where every payload shows it, no fault could hide it.
      guard !showing.isEmpty, run.valid.allSatisfy({ run.check.disagreements(over: [$0]).isEmpty })
      else { continue }
      showingCount += showing.count
      let together = Set(passing(run).compactMap(\.id))
      for item in showing {
        #expect(!together.contains(item.id ?? ""), "\(mutant.name): \(item.name)")
      }
    }
    #expect(showingCount > 20)
  }
}
