import Foundation
import MapperTesting
import ShopMappers

/// `contractbench quality`: right mappers in different styles, each on 100,000 payloads. None may
/// be accused.
enum QualityBenchmark {
  private static let payloadCount = 100_000

  struct Accused: Error, CustomStringConvertible {
    let count: Int
    var description: String { "\(count) accusations of right mappers" }
  }

  static func run() throws {
    var count = 0
    for mapper in RightMapper.all {
      let shop = try ShopCheck(mapper)
      var groups: [DisagreementGroup] = []
      let time = ContinuousClock().measure { groups = shop.run(cases: payloadCount).groups }
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      let rate = Int(Double(payloadCount) / seconds)
      print("quality \(mapper.name): \(groups.count) accusations; \(rate) payloads/s")
      for group in groups { print(DisagreementText(group, with: shop.contract)) }
      // At once, also into a file: they take minutes.
      fflush(nil)
      count += groups.count
    }
    if count > 0 { throw Accused(count: count) }
  }
}
