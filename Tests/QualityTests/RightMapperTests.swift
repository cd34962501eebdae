import ContractTesting
import MapperTesting
import ShopMappers
import TestSupport
import Testing

@Suite("Right mappers")
struct RightMapperTests {
  @Test(
    "A mapper that keeps the contract is not accused",
    arguments: TestDepth.some(RightMapper.all.map(\.name)))
  func isNotAccused(name: String) throws {
    let mapper = try #require(RightMapper.all.first { $0.name == name })
    let violations = try mapper.violations()
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n\n"))")
  }
}

extension RightMapper {
  fileprivate func violations() throws -> [String] {
    try MapperTest(
      mapper, keeps: Contract(contentsOf: contract), as: type, comparing: properties, named: names,
      tolerating: tolerating, settings: MapperTestSettings(cases: 600)
    ).violations().map(\.description)
  }
}
