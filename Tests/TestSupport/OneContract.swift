package import ContractModel
import Generation

/// A contract in memory: it is at every path, and every fixture exists.
package struct OneContract: ContractFiles {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter mappings: The members of `"mappings"`.
  package static func of(mappings: String) throws -> Contract {
    try contract(#"{ "contract": 1, "mappings": { \#(mappings) } }"#)
  }

  package static func contract(_ text: String) throws -> Contract {
    try Contract(at: "a.contract.json", files: OneContract(text))
  }

  package func contract(at path: String) -> [UInt8]? { bytes }

  package func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }

  package func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}
