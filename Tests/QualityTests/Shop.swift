import ContractTesting

/// The contract that the mappers of these tests are held against.
enum Shop {
  static let type = "order: Order"

  static var contract: Contract {
    get throws { try Contract(contentsOf: "Fixtures/generation/orders.contract.json") }
  }

  /// Returns the violations that the harness finds in a mapper.
  static func violations(
    of mapper: MapperUnderTest, comparing properties: [PropertyComparison] = [],
    named names: [String: String] = [:]
  ) throws -> [MapperViolation] {
    try MapperTest(mapper, keeps: contract, as: type, comparing: properties, named: names)
      .violations()
  }
}
