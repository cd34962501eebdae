/// The files from which contracts are read: a file system, or a substitute.
///
/// Paths are relative to one root and have slashes between their parts.
public protocol ContractFiles {
  /// Returns the bytes of a contract file, or `nil` if it does not exist.
  ///
  /// - Throws: An error, if the file exists but cannot be read.
  func contract(at path: String) throws -> [UInt8]?

  /// Returns whether the nearest `Fixtures` folder above a contract has a file.
  func hasFixture(_ name: String, forContractAt path: String) -> Bool

  /// Returns the bytes of a file in the nearest `Fixtures` folder above a contract, or `nil` if it
  /// does not exist.
  ///
  /// - Throws: An error, if the file exists but cannot be read.
  func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]?

  /// Returns the path of a contract file in the form that reports show; by default the path itself.
  func shownPath(_ path: String) -> String
}

extension ContractFiles {
  public func shownPath(_ path: String) -> String { path }
}

/// A contract that exists only as a text: every path leads to it, and it has every fixture.
package struct ContractText: ContractFiles {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  package func contract(at path: String) -> [UInt8]? { bytes }
  package func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }
  package func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}
