import ContractModel
import ContractReporting
import DiskReading
import Foundation
import Generation
import JSONParsing

extension Command {
  /// The contracts that a search found, if they can be used; else their mistakes are reported.
  ///
  /// - Parameters:
  ///   - runsExamples: Whether the fixtures of examples have to be there: where payloads are
  ///     checked, contracts often come without them.
  ///   - none: How the program ends if there is no contract.
  ///   - invalid: How it ends if a contract has an error.
  /// - Throws: How the program ends, if they cannot be used.
  static func usableContracts(
    _ found: ContractSearch, _ console: Console, runsExamples: Bool = false,
    ifNone none: ExitCode = .unreadableInput, ifInvalid invalid: ExitCode = .invalidContract
  ) throws(ExitCode) -> ContractSet {
    for problem in found.problems { console.problem("\(problem)") }
    guard !found.paths.isEmpty else {
      guard found.problems.isEmpty else { throw .unreadableInput }
      console.problem("no *\(Contract.fileSuffix) below \(displayed(found.files.root.path))")
      throw none
    }
    let set =
      runsExamples
      ? ContractSet(paths: found.paths, files: found.files)
      : ContractSet(paths: found.paths, files: FilesWithoutExamples(files: found.files))
    guard set.isUsable else {
      let report = LintReport(set, style: .human, colors: console.errorColors) {
        found.files.shownPath($0)
      }
      console.error(report.text, terminator: "")
      throw invalid
    }
    return set
  }
}

/// Contracts on disk, without their examples.
struct FilesWithoutExamples: ContractFiles {
  let files: DiskFiles

  func contract(at path: String) throws -> [UInt8]? { try files.contract(at: path) }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }

  func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]? { nil }
}
