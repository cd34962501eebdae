import CaptureChecking
import ContractModel
import DiskReading
import FailureStorage
import Generation
import JSONParsing
import MappingEngine

extension Command {
  static let replay = Command(
    name: "replay", summary: "map a generated payload, or one that a test has saved, again",
    operands: "ID",
    options: ReplayOptions.options,
    details: [
      """
      Prints the payload of an id such as null@[0].file_url, pairwise:7 or random:42:3, and maps it, as
      map does.
      """,
      """
      An ID such as avatars-3f9a2c is that of a failure in .contractcheck/failures or
      Fixtures/regressions of the package, which knows its type. In swift test,
      CONTRACTCHECK_REPLAY=ID runs the app's own mapper on it.
      """,
      """
      Exit codes: 1 if the payload has a violation of severity error.
      """,
    ], offered: .nothing
  ) { arguments, console in
    let id = try arguments.operands.only(
      or: "replay needs one id", hint: "such as \"null@[0].file_url\"")
    let options = try ReplayOptions(arguments.given)
    let saved = try savedFailure(id, around: options.package, console)
    guard let text = saved.map({ "\($0.contract.name)#\($0.target)" }) ?? options.target else {
      throw UsageError(
        message: "replay needs --as",
        hint: "write --as \"[User]\", --as \"user: User\" or an endpoint")
    }
    let found = ContractSearch(options.contracts)
    let set = try usableContracts(found, console)
    let named = try NamedTarget(text, in: set)
    let replayed = try saved.map { ReplayedPayload($0) } ?? ReplayedPayload(id: id, of: named)
    try console.print(replayed.text)
    let report = replayed.report(by: named, of: set, colors: console.outputColors)
    try console.print("\n" + report.text, terminator: "")
    return report.isAdmitted ? .success : .violations
  }

  /// Returns the saved failure with an id; `nil` if the id is one of generated payloads.
  private static func savedFailure(
    _ id: String, around package: String?, _ console: Console
  ) throws -> SavedFailure? {
    guard SavedFailure.couldBe(id) else { return nil }
    do {
      return try SavedFailures(around: package).failure(id: id)
    } catch {
      for problem in error.problems { console.error(problem) }
      throw UsageError(message: error.message, hint: error.hint)
    }
  }
}

private struct ReplayOptions: CommandOptions {
  let target: String?
  let contracts: [String]
  let package: String?

  init(_ options: inout OptionReader) throws(UsageError) {
    target = try options.last(.payloadType, .text)
    contracts = try options.all(.contracts, .text)
    package = try options.last(.package, .text)
  }
}
