import CaptureChecking
import CaptureSources
import ContractModel
import DiskReading
import Foundation
import JSONParsing

extension Command {
  private static let judging = CheckSettings.options.filter { $0.effect == .judging }

  /// `contractcheck merge`: the parts of a check as one.
  static let merge = Command(
    name: "merge", summary: "merge the parts of a check, a draft or statistics into one",
    operands: "PART...",
    options: judging
      + SummaryMerge.options.filter { option in
        !judging.contains { $0.name == option.name }
      },
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
      Of parts that infer or stats --partial has written, the draft or the table is made that one run
      makes of all inputs, with --output, --out, --force, --under and --report as there.
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
    // Parts of summaries have options of their own.
    let settings = Result { try CheckSettings(arguments, console.environment) }
    do {
      let parts = try PartAgreement.ordered(try parts(in: arguments.operands))
      return parts.first?.header.subject == .check
        ? try merge(parts, settings.get(), arguments, console)
        : try SummaryMerge(parts, arguments, console).run()
    } catch let error as PartError {
      _ = try settings.get()
      console.problem("\(error)", hint: error.hint)
      return .unreadableInput
    }
  }

  private static func merge(
    _ parts: [CheckPart], _ given: CheckSettings, _ arguments: Arguments, _ console: Console
  ) throws -> ExitCode {
    for option in SummaryMerge.options
    where arguments.has(option) && !judging.contains(where: { $0.name == option.name }) {
      throw UsageError(message: "--\(option.name) is not for parts of check", hint: nil)
    }
    let console = console.colored(given.color)
    let found = ContractSearch(given.contracts)
    guard let set = try usableContracts(found, console) else {
      if !found.paths.isEmpty { return .invalidContract }
      return found.problems.isEmpty ? .nothingChecked : .unreadableInput
    }
    return try PartMerge(parts, given, set, console) { found.files.shownPath($0) }
      .run(problems: found.problems)
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
