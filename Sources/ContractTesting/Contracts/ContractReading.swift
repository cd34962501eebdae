import ContractModel
import ContractReporting
import DiskReading
import Foundation
import Generation

enum ContractReading {
  /// Reads contracts and the files that they include; returns one contract for each path, in order.
  ///
  /// - Throws: `TestSetupError` with the report of `contractcheck lint` if there is an error.
  static func contracts(at paths: [String], of files: DiskFiles) throws -> [Contract] {
    let set = try set(of: paths, files)
    return set.contracts.map { contract in
      var contract = contract
      contract.rootFolder = files.root.path
      return contract
    }
  }

  /// Reads contracts with their texts, from which reports show lines.
  static func set(of paths: [String], _ files: DiskFiles) throws -> ContractSet {
    let set = ContractSet(paths: paths, files: files)
    if set.isUsable { return set }
    let report = LintReport(set, style: .human)
    throw TestSetupError(String(report.text.dropLast()))
  }
}
