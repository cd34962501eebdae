import ContractModel
import DiskReading
import Foundation
import JSONParsing
import Reporting
import Verification

extension Command {
  /// `contractcheck test`: the examples of contracts.
  static let test = Command(
    name: "test", summary: "run the examples of contracts", operands: "[CONTRACT...]",
    options: [],
    details: [
      """
      Maps the payload of each example as its contract says, and compares the objects, values,
      events and violations with what the example expects. A CONTRACT is a file, or a folder that
      is searched for them. Without one, everything below the package's root is run.
      """,
      """
      An example that expects no violations fails if there is an error, and if nothing was mapped.
      Ends with 1 if an example fails, with 3 if a contract has an error, with 5 if there is no
      example.
      """,
    ]
  ) { arguments, console in
    let found = ContractSearch(arguments.operands)
    guard let set = try usableContracts(found, console) else {
      return found.paths.isEmpty && found.problems.isEmpty
        ? .nothingChecked : found.paths.isEmpty ? .unreadableInput : .invalidContract
    }
    let outcomes = set.contracts.map { contract in
      (contract: contract, outcomes: ExampleVerifier(contract, files: found.files).outcomes())
    }
    let report = ExampleReport(outcomes, of: set) { found.files.shownPath($0) }
    console.print(report.text, terminator: "")
    if !found.problems.isEmpty { return .unreadableInput }
    let all = outcomes.flatMap(\.outcomes)
    if all.isEmpty { return .nothingChecked }
    return all.allSatisfy(\.isPassed) ? .success : .violations
  }

  /// The contracts that a search found, if they can be used; else their mistakes are reported.
  static func usableContracts(_ found: ContractSearch, _ console: Console) throws -> ContractSet? {
    for problem in found.problems { console.error("contractcheck: \(problem)") }
    guard !found.paths.isEmpty else {
      if found.problems.isEmpty {
        console.error(
          "contractcheck: no *\(Contract.fileSuffix) below \(displayed(found.files.root.path))")
      }
      return nil
    }
    let set = ContractSet(paths: found.paths, files: found.files)
    guard set.isUsable else {
      let report = LintReport(set, style: .human) { found.files.shownPath($0) }
      console.error(report.text, terminator: "")
      return nil
    }
    return set
  }
}
