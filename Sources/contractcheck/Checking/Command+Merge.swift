import CaptureChecking
import CaptureSources
import ContractModel
import DiskReading
import Foundation
import JSONParsing

extension Command {
  /// `contractcheck merge`: the parts of a check as one.
  static let merge = Command(
    name: "merge", summary: "merge the parts of a check into one report", operands: "PART...",
    options: CheckSettings.options.filter { $0.effect == .judging },
    details: [
      """
      A PART is a file that check --partial has written, or a file with one a line. Together they
      are judged and reported as if one check had seen all inputs.
      """,
      """
      The parts have to be of the same contracts, which are read again, and of the same options; of
      shards (--shard K/N) none may be missing and none be there twice. Parts that are no shards are
      taken as captures of their own, one behind the other.
      """,
      """
      Ends as check does: with 1 if something is at or above --fail-on, 4 if an input could not be
      read or a part cannot be merged, 5 if too little was checked.
      """,
      CheckSettings.judging,
      CheckSettings.shares,
      ReportOutputs.details,
    ]
  ) { arguments, console in
    guard !arguments.operands.isEmpty else {
      throw UsageError(message: "merge needs parts", hint: "check --partial FILE writes one")
    }
    let given = try CheckSettings(arguments, console.environment)
    let console = console.colored(given.color)
    let found = ContractSearch(given.contracts)
    guard let set = try usableContracts(found, console) else {
      if !found.paths.isEmpty { return .invalidContract }
      return found.problems.isEmpty ? .nothingChecked : .unreadableInput
    }
    do {
      let parts = try PartAgreement.ordered(try parts(in: arguments.operands))
      let merge = try PartMerge(parts, given, set, console) { found.files.shownPath($0) }
      return try merge.run(problems: found.problems)
    } catch let error as PartError {
      console.problem("\(error)", hint: error.hint)
      return .unreadableInput
    }
  }

  private static func parts(in files: [String]) throws(PartError) -> [CheckPart] {
    var parts: [CheckPart] = []
    for file in files {
      let text: [UInt8]
      do {
        text =
          file == "-"
          ? try PayloadFile.standardInput : [UInt8](try Data(contentsOf: URL(filePath: file)))
      } catch {
        throw PartError(displayed(file), "cannot be read: \(SystemReason.text(error))")
      }
      parts += try CheckPart.parts(in: text, of: file)
    }
    return parts
  }
}
