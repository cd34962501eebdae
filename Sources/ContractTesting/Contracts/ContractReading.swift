import ContractModel
import ContractReporting
import DiskReading
import Foundation
import Generation

/// Contracts that a test reads from a disk.
enum ContractReading {
  /// Reads contracts and what they include.
  ///
  /// - Returns: One a path, in their order.
  /// - Throws: `TestSetupError` with what `contractcheck lint` says, if there is an error.
  static func contracts(at paths: [String], of files: DiskFiles) throws -> [Contract] {
    let set = try set(of: paths, files)
    return set.contracts.map { contract in
      var contract = contract
      contract.rootFolder = files.root.path
      return contract
    }
  }

  /// Reads contracts with their texts, which reports show lines of.
  static func set(of paths: [String], _ files: DiskFiles) throws -> ContractSet {
    let set = ContractSet(paths: paths, files: files)
    if set.isUsable { return set }
    let report = LintReport(set, style: .human) { files.shownPath($0) }
    throw TestSetupError(String(report.text.dropLast()))
  }
}
