import ContractModel
import ContractReporting
import DiskReading
import FaultTolerance
import Foundation
import Generation
import JSONParsing

/// The source of a version's contracts: a file, a folder, or `git:REV:PATH`.
struct ContractSource {
  let set: ContractSet
  /// Returns the bytes of a file beside the contracts; `nil` if there is none.
  private let bytes: (String) throws -> [UInt8]?

  /// Reads the contracts, and reports their errors.
  ///
  /// - Throws: `UsageError` for a revision that git does not know; an exit code if there is no
  ///   contract, or one has an error.
  init(_ text: String, _ console: Console) throws {
    guard text.hasPrefix("git:") else {
      let found = ContractSearch([text])
      set = try Command.usableContracts(found, console)
      guard found.problems.isEmpty else { throw ExitCode.unreadableInput }
      let files = found.files
      bytes = { try files.bytes(at: $0) }
      return
    }
    let parts = text.dropFirst(4).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError(
        message: "\(quoted(text)) names no revision and path",
        hint: "write git:REV:PATH, such as git:v3.1:Contracts")
    }
    let files: GitFiles
    do {
      files = try GitFiles(revision: parts[0], path: parts[1])
    } catch let failure as GitFiles.Failure {
      throw UsageError(message: "\(quoted(text)): \(failure)")
    }
    guard !files.paths.isEmpty else {
      console.problem("no *\(Contract.fileSuffix) at \(quoted(text))")
      throw ExitCode.unreadableInput
    }
    set = try Command.usable(ContractSet(paths: files.paths, files: files), console)
    bytes = { try files.bytes(at: $0) }
  }

  /// Returns the measured tolerances of the contracts' mappers: the files `NAME.tolerance.json`
  /// beside the contracts.
  ///
  /// - Throws: `ExitCode` if a file cannot be read, which is reported.
  func tolerances(_ console: Console) throws -> [MeasuredTolerance] {
    try set.contracts.compactMap { contract in
      let beside = { (path: String) -> String in
        path.dropLast(Contract.fileSuffix.count) + MeasuredTolerance.fileSuffix
      }
      let file = displayed(beside(set.shownPath(contract.path)))
      let tolerance: MeasuredTolerance
      do {
        guard let bytes = try bytes(beside(contract.path)) else { return nil }
        tolerance = try MeasuredTolerance(bytes)
      } catch {
        console.problem("\(file) cannot be read: \(error)")
        throw ExitCode.unreadableInput
      }
      if !tolerance.digest.utf8.elementsEqual(contract.digest.text.utf8) {
        console.problem(
          "\(file) was measured for another contract than \(displayed(set.shownPath(contract.path))), "
            + "whose digest is \(contract.digest.text)",
          hint: "run the tests of its mappers once more, with CONTRACTCHECK_TOLERANCE")
      }
      return tolerance.contract == contract.name ? tolerance : nil
    }
  }
}
