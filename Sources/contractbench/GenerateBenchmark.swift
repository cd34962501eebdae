import ContractModel
import Foundation
import Generation
import JSONParsing

/// `contractbench generate`: arrays of lines of an order, drawn one after another into the same
/// memory, without and with their bytes.
enum GenerateBenchmark {
  private static let payloadCount = 20_000
  private static let size = 50

  static func run() throws {
    let path = "Fixtures/generation/orders\(Contract.fileSuffix)"
    let contract = try Contract(at: path, files: PackageContractFile())
    let line = ValueRule(.mapping(Located("Line")))
    let plan = GenerationPlan(
      contract, .type(root: .representation, ValueRule(.array(of: line))))
    var generator = PayloadGenerator(plan)
    var tree = PayloadTree()
    var bytes: [UInt8] = []
    var byteCount = 0
    for index in 0..<payloadCount {
      generator.draw(seed: Seed(1), index: index, size: size, into: &tree)
      byteCount += tree.bytes.count
    }
    let drawing = PairedRounds {
      for index in 0..<payloadCount {
        generator.draw(seed: Seed(1), index: index, size: size, into: &tree)
      }
    } peer: {
      for index in 0..<payloadCount {
        generator.draw(seed: Seed(1), index: index, size: size, into: &tree)
        bytes.removeAll(keepingCapacity: true)
        tree.write(into: &bytes)
      }
    }
    print(
      "generate: \(rate(drawing.ours)) payloads/s drawn, \(rate(drawing.peers)) with their bytes;",
      "\(payloadCount) of \(byteCount / payloadCount) bytes,", "\(drawing.ours.count) rounds")
  }

  private static func rate(_ seconds: [Double]) -> Int {
    Int(Double(payloadCount) / seconds.sorted()[seconds.count / 2])
  }
}

/// The package's own contracts, found from its root.
private struct PackageContractFile: ContractFiles {
  func contract(at path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
  }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}
