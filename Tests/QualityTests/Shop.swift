import ContractTesting

/// The contract that the mappers of these tests are held against.
enum Shop {
  static var contract: Contract {
    get throws { try Contract(contentsOf: "Fixtures/generation/orders.contract.json") }
  }
}
