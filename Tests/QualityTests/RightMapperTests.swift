import ContractTesting
import Foundation
import Testing

@Suite("Right mappers")
struct RightMapperTests {
  @Test("Codable structures with coding keys keep the contract")
  func codable() throws {
    let start = ContinuousClock.now
    let mapper = MapperUnderTest.decoding(CodableStyle.Response.self, with: CodableStyle.decoder)
    let texts = try Shop.violations(of: mapper, named: CodableStyle.names)
    print("TIME", ContinuousClock.now - start)
    for t in texts { print(t, "\n") }
    #expect(texts == [])
  }

  @Test("A table keeps the contract")
  func table() throws {
    let start = ContinuousClock.now
    let texts = try Shop.violations(of: .mapping { try TableMapper.shop.map($0) })
    print("TIME", ContinuousClock.now - start)
    for t in texts { print(t, "\n") }
    #expect(texts == [])
  }
}
