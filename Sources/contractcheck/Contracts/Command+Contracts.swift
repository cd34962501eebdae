import ContractModel
import ContractReporting
import DiskReading
import Foundation
import Generation
import JSONParsing

extension Command {
  /// Returns the contracts that a search found, or reports their errors.
  ///
  /// - Parameters:
  ///   - runsExamples: Whether the fixtures of examples have to exist. Commands that check payloads
  ///     do not need them.
  ///   - none: The exit code if there is no contract.
  ///   - invalid: The exit code if a contract has an error.
  /// - Throws: The exit code if the contracts cannot be used.
  static func usableContracts(
    _ found: ContractSearch, _ console: Console, runsExamples: Bool = false,
    ifNone none: ExitCode = .unreadableInput, ifInvalid invalid: ExitCode = .invalidContract
  ) throws(ExitCode) -> ContractSet {
    try refuse(found, console, ifNone: none)
    let set =
      runsExamples
      ? ContractSet(paths: found.paths, files: found.files)
      : ContractSet(paths: found.paths, files: FilesWithoutExamples(files: found.files))
    return try usable(set, console, ifInvalid: invalid)
  }

  /// Reports what a search did not find, and throws the exit code if there is no contract.
  static func refuse(
    _ found: ContractSearch, _ console: Console, ifNone none: ExitCode
  ) throws(ExitCode) {
    for problem in found.problems { console.problem("\(problem)") }
    guard found.paths.isEmpty else { return }
    guard found.problems.isEmpty else { throw .unreadableInput }
    console.problem("no *\(Contract.fileSuffix) below \(displayed(found.files.root.path))")
    throw none
  }

  /// Returns contracts without errors; otherwise reports the errors, and throws the exit code.
  static func usable(
    _ set: ContractSet, _ console: Console, ifInvalid invalid: ExitCode = .invalidContract
  ) throws(ExitCode) -> ContractSet {
    guard !set.isUsable else { return set }
    let report = LintReport(set, style: .human, colors: console.errorColors)
    console.error(report.text, terminator: "")
    throw invalid
  }
}

/// Contracts on disk, without their examples.
struct FilesWithoutExamples: ContractFiles {
  let files: DiskFiles
  /// A file that is taken to have another text.
  var changed: (path: String, text: [UInt8])?

  func shownPath(_ path: String) -> String { files.shownPath(path) }

  func contract(at path: String) throws -> [UInt8]? {
    if let changed, MemberName.isSame(path, changed.path) { return changed.text }
    return try files.contract(at: path)
  }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }

  func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]? { nil }
}
