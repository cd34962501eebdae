import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("The engine reports each single fault as the contract's lines require")
struct FaultPredictionTests {
  /// The counts of the cells of one contract.
  private struct Tally {
    var cellCount = 0
    var predictedCount = 0
    /// The number of cells without a prediction, because Foundation decides their results.
    var openCount = 0
    var classes: Set<FaultClass> = []
    /// The first cells with another result than predicted.
    var differences: [String] = []
    var unchanged: [String] = []
    var twice: [String] = []
    /// The cells whose bytes differ from those of the edited tree.
    var otherBytes: [String] = []
  }

  static let paths =
    (try? PackageFiles.contracts(below: "Contracts")
      + PackageFiles.contracts(below: "Fixtures/mapping")) ?? []

  @Test("Predictions hold for every target of every contract", arguments: TestDepth.some(paths))
  func everyCell(path: String) throws {
    let tally = try tally(of: Contract.named(path))
    #expect(tally.differences == [])
    #expect(tally.unchanged == [], "a fault changes the payload")
    #expect(tally.twice == [], "an id names one cell")
    #expect(tally.otherBytes == [], "the bytes are those of the changed tree")
    // No line of these contracts has a transformer of the app or another calendar. Only Foundation
    // decides which texts are URLs.
    #expect(tally.predictedCount == tally.cellCount - tally.openCount)
    #expect(tally.openCount * 20 < tally.cellCount)
    #expect(tally.cellCount > 100)
  }

  // No key of these contracts has a letter that decomposes; `FaultSweepTests` has such a key.
  @Test("Every fault class occurs")
  func classes() throws {
    let paths = ["Contracts/articles", "Fixtures/mapping/connections", "Fixtures/mapping/texts"]
    var classes: Set<FaultClass> = []
    for path in paths + ["Fixtures/mapping/coercion-strict", "Fixtures/mapping/keys"] {
      let contract = try Contract.named(path + ".contract.json")
      for target in contract.sweepTargets {
        classes.formUnion((FaultSweep(contract, target: target)?.cells ?? []).map(\.faultClass))
      }
    }
    #expect(FaultClass.allCases.filter { !classes.contains($0) } == [.keyNFD])
  }

  private func tally(of contract: Contract) throws -> Tally {
    var tally = Tally()
    var seen: Set<MemberName> = []
    for target in contract.sweepTargets {
      let sweep = try #require(FaultSweep(contract, target: target))
      let judge = SweepJudge(contract, target)
      let prediction = try #require(Prediction(contract, target))
      var ids: Set<MemberName> = []
      for cell in sweep.cells where !ids.insert(MemberName(cell.id)).inserted {
        tally.twice.append(cell.id)
      }
      for keyPath in sweep.keyPaths {
        // A line may be read in hundreds of places; each level is checked once.
        let isNew = seen.insert(MemberName("\(keyPath.reads.signature) \(keyPath.level)")).inserted
        guard isNew else { continue }
        // Only every fourth cell is checked, because a debug build takes a millisecond per cell.
        // The first cell differs for each line.
        for (number, cell) in keyPath.cells.enumerated() where (number + seen.count) % 4 == 0 {
          check(cell, judge, prediction, &tally)
        }
      }
      for cell in sweep.rootCells { check(cell, judge, prediction, &tally) }
      let base = sweep.bases[0].tree
      #expect(judge.errors(in: base.bytes) == prediction.errors(in: base))
    }
    return tally
  }

  private func check(
    _ cell: FaultCell, _ judge: SweepJudge, _ prediction: Prediction, _ tally: inout Tally
  ) {
    let payload = cell.payload()
    tally.cellCount += 1
    if payload.bytes == cell.base.tree.bytes { tally.unchanged.append(cell.id) }
    let object = cell.object.map { (cell.bytes(of: $0), payload.text(of: $0)) }
    if cell.bytes != payload.bytes || object.map({ $0 != Array($1.utf8) }) ?? false {
      tally.otherBytes.append(cell.id)
    }
    guard let predicted = prediction.errors(in: payload) else {
      tally.openCount += OpenAddress.contains(cell.faultClass, cell.variant) ? 1 : 0
      return
    }
    tally.predictedCount += 1
    let errors = judge.errors(in: payload.bytes)
    if errors != predicted, tally.differences.count < 10 {
      tally.differences.append(
        "\(cell.id): \(payload.text.prefix(300)): \(predicted.texts), found \(errors.texts)")
    }
  }
}
