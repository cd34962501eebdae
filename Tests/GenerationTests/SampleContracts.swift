import ContractModel
import JSONParsing
import MappingEngine
import TestSupport

@testable import Generation

/// A target of a contract of the package.
struct SampleTarget {
  var name: String
  var contract: Contract
  var target: ContractExample.Target
  /// The canonical payload of the contract.
  var canonical: JSONDocument?
}

enum SampleContracts {
  /// Every mapping and every endpoint of the contracts below the folders.
  static func targets() throws -> [SampleTarget] {
    let paths = try ["Contracts", "Fixtures/mapping", "Fixtures/generation"].flatMap {
      try PackageFiles.contracts(below: $0)
    }
    return try paths.flatMap { path in
      targets(of: try Contract(at: path, files: PackageContracts()), named: path)
    }
  }

  static func targets(of contract: Contract, named name: String) -> [SampleTarget] {
    let mappings = contract.mappings.map { mapping in
      SampleTarget(
        name: "\(name) \(mapping.name)", contract: contract,
        target: .type(
          root: .representation, ConstrainedType(.mapping(Located(mapping.name)))),
        canonical: contract.canonicalPayload(ofMapping: mapping.name))
    }
    let endpoints = contract.endpoints.map { endpoint in
      SampleTarget(
        name: "\(name) \(endpoint.selector)", contract: contract,
        target: .endpoint(Located(endpoint.selector)),
        canonical: contract.canonicalPayload(of: endpoint))
    }
    return mappings + endpoints
  }

  /// The contract of an order.
  static func orderContract() throws -> Contract {
    try Contract(at: "Fixtures/generation/orders.contract.json", files: PackageContracts())
  }

  /// The plan of an order.
  static func orders() throws -> DrawPlan {
    let contract = try orderContract()
    return DrawPlan(contract, contract.endpoints[0])
  }
}
