import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("The engine reports of each single fault what the contract's lines say")
struct FaultPredictionTests {
  static let paths =
    (try? PackageFiles.contracts(below: "Contracts")
      + PackageFiles.contracts(below: "Fixtures/mapping"))
    ?? []

  @Test("Of every target of every contract", arguments: paths)
  func everyCell(path: String) throws {
    let contract = try Contract.named(path)
    var counts = (cells: 0, undecided: 0, differing: 0)
    for target in contract.sweepTargets {
      guard let sweep = FaultSweep(contract, target: target) else { continue }
      let judge = SweepJudge(contract, target)
      for cell in sweep.cells {
        let payload = cell.payload()
        counts.cells += 1
        guard let prediction = cell.base.prediction(for: payload) else {
          counts.undecided += 1
          continue
        }
        let errors = judge.errors(in: payload.bytes)
        if errors != prediction {
          counts.differing += 1
          if counts.differing <= 12 {
            Issue.record(
              "\(target): \(cell.id): \(payload.text.prefix(300)): predicted \(prediction.texts), found \(errors.texts)"
            )
          }
        }
      }
    }
    print("SWEEP", path, counts)
  }
}
