import Foundation
import Reporting
import ShopMappers
import Verification

/// `contractbench quality`: right mappers in different styles, each on 100,000 payloads. None may
/// be accused.
enum QualityBenchmark {
  private static let payloadCount = 100_000

  struct Accused: Error, CustomStringConvertible {
    var description: String
  }

  static func run() throws {
    var accused: [String] = []
    for mapper in RightMapper.all {
      let shop = try ShopCheck(mapper)
      var groups: [DisagreementGroup] = []
      let time = ContinuousClock().measure { groups = shop.run(cases: payloadCount).groups }
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      let rate = Int(Double(payloadCount) / seconds)
      print("quality \(mapper.name): \(groups.count) accusations; \(rate) payloads/s")
      // At once, also into a file: they take minutes.
      fflush(nil)
      let contract = shop.contract
      accused += groups.map { DisagreementText($0, with: contract).description }
    }
    if !accused.isEmpty { throw Accused(description: accused.joined(separator: "\n\n")) }
  }
}
