import CaptureChecking
import ContractDrafting
import ContractModel
import DiskReading
import Foundation
import Generation
import JSONParsing
import Reporting

struct UpdateOptions {
  let contract: String
  let writes: Bool
  let changes: ContractUpdate.Changes
  /// The type of bare bodies.
  let target: String?

  /// - Returns: `nil` if no contract is to be changed.
  static func given(_ options: inout OptionReader) throws(UsageError) -> UpdateOptions? {
    let contract = try options.last(
      OptionDeclaration(
        "update", "EXISTING",
        "say as a diff how EXISTING, a contract, has to change so that the captures fulfil it",
        offered: .files, path: .whole), .text)
    let readCount = options.declared.count
    let writes = try options.isOn("write", "with --update: change the contract")
    let narrows = try options.isOn(
      "narrow",
      "with --update: take out each ?, literal and case that none of 300 or more objects needs")
    let addsKeys = try options.isOn(
      "new-keys", "with --update: add a line for each member that no line reads")
    let target = try options.last(
      "as", "TYPE", "with --update: what bare bodies are: [User], user: User, or an endpoint",
      .text)
    guard contract == nil else {
      var changes: ContractUpdate.Changes = narrows ? .narrow : []
      if addsKeys { changes.insert(.newKeys) }
      return UpdateOptions(
        contract: contract ?? "", writes: writes, changes: changes, target: target)
    }
    for option in options.declared.dropFirst(readCount) where options.has(option) {
      throw UsageError(message: "--\(option.name) goes with --update")
    }
    return nil
  }
}

extension UpdateOptions {
  func run(_ operands: [String], _ reading: SummaryOptions, _ console: Console) throws -> ExitCode {
    let found = ContractSearch([self.contract])
    guard found.paths.count < 2 else {
      throw UsageError(
        message: "\(displayed(self.contract)) has \(found.paths.count) contracts",
        hint: "--update takes one file")
    }
    let set = try Command.usableContracts(found, console)
    guard let contract = set.contracts.first, let text = set.text(of: contract.path) else {
      return .invalidContract
    }
    let (reading, missing) = try reading.reading(of: operands, console)
    var check = CheckOptions()
    try check.take(target, try ConfigurationFile.nearest().inputRules, in: set, ignoring: true)
    let evidence = UpdateEvidence.of(contract, options: check, for: changes, in: reading)
    if let code = Interruption.end(console, "no change is proposed") { return code }
    let problems = evidence.check.totals.inputs.problems
    for problem in problems { console.problem("\(problem)") }
    let update = try ContractUpdate(of: Array(text), by: evidence) {
      let files = FilesWithoutExamples(files: found.files, changed: (contract.path, $0))
      return ContractSet(paths: [contract.path], files: files).isUsable
    }
    for remainder in update.remainders { report(remainder, set, console) }
    let path = set.shownPath(contract.path)
    let diff = update.diff(path: path.hasPrefix("/") ? String(path.dropFirst()) : path)
    if writes, !diff.isEmpty {
      try ReportFile(found.files.root.appending(path: contract.path).path).write(update.text)
      console.error("\(displayed(path)) is changed")
    } else {
      try console.print(diff, terminator: "")
    }
    guard problems.isEmpty, missing.isEmpty else { return .unreadableInput }
    guard !update.remainders.contains(where: \.isError) else { return .violations }
    guard diff.isEmpty else { return writes ? .success : .violations }
    let count = evidence.check.totals.payloadCount
    guard count > 0 else {
      console.problem("no payload of the captures belongs to \(displayed(path))")
      return .nothingChecked
    }
    if update.remainders.isEmpty {
      console.error("\(displayed(path)): nothing to change by \(counted(count, "payload"))")
    }
    return .success
  }

  /// Reports a violation that no edit repairs.
  private func report(
    _ remainder: ContractUpdate.Remainder, _ set: ContractSet, _ console: Console
  ) {
    guard let text = set.text(of: remainder.path) else {
      return console.problem(remainder.message)
    }
    let position = TextPosition(offset: remainder.offset, in: text)
    let path = displayed(set.shownPath(remainder.path))
    console.problem("\(path):\(position): not repaired: \(remainder.message)")
  }
}
