import ContractModel
import Foundation
import Generation
import JSONParsing

/// `contractbench generate`: draws payloads one after another into the same memory, with and
/// without their bytes: orders, and lists of parts of orders.
enum GenerateBenchmark {
  private static let payloadCount = 20_000

  static func run() throws {
    let path = "Fixtures/generation/orders\(Contract.fileSuffix)"
    let contract = try Contract(at: path, files: PackageContractFile())
    measure("orders", DrawPlan(contract, contract.endpoints[0]), size: 8)
    for (type, size) in [("Customer", 60), ("Line", 90)] as [(MemberName, Int)] {
      let element = ConstrainedType(.mapping(Located(type)))
      let array = ConstrainedType(.array(of: element))
      let plan = DrawPlan(contract, .type(root: .representation, array))
      measure("[\(type)]", plan, size: size)
    }
  }

  private static func measure(_ name: String, _ plan: DrawPlan, size: Int) {
    var generator = PayloadGenerator(plan)
    var tree = PayloadTree()
    var bytes: [UInt8] = []
    var byteCount = 0
    let drawing = PairedRounds {
      for index in 0..<payloadCount {
        generator.draw(seed: Seed(1), index: index, size: size, into: &tree)
      }
    } peer: {
      byteCount = 0
      for index in 0..<payloadCount {
        generator.draw(seed: Seed(1), index: index, size: size, into: &tree)
        bytes.removeAll(keepingCapacity: true)
        tree.write(into: &bytes)
        byteCount += bytes.count
      }
    }
    print(
      "generate \(name): \(rate(drawing.ours)) payloads/s drawn, \(rate(drawing.peers)) with",
      "their bytes; \(payloadCount) of \(byteCount / payloadCount) bytes on average,",
      "\(drawing.ours.count) rounds")
  }

  private static func rate(_ seconds: [Double]) -> Int {
    Int(Double(payloadCount) / median(seconds))
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
