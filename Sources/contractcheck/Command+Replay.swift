import ContractModel
import DiskReading
import FailureStorage
import Generation
import JSONParsing
import MappingEngine
import Reporting
import Verification

extension Command {
  /// `contractcheck replay`: one payload that was made up or saved, again.
  static let replay = Command(
    name: "replay", summary: "map a generated payload, or one that a test has saved, again",
    operands: "ID",
    options: [
      Option(
        name: "as", short: nil, value: "TYPE",
        summary: "what the payload is: [User], user: User, or an endpoint such as \"GET /users\""),
      .contracts, .package,
    ],
    details: [
      """
      Prints the payload of an id such as null@[0].file_url, pairwise:7 or random:42:3, what has to
      be reported of it, and what the engine makes of it, as map does.
      """,
      """
      An ID such as avatars-3f9a2c is that of a failure in .contractcheck/failures or
      Fixtures/regressions of the package, which knows its type; the app's own mapper replays it in
      swift test.
      """,
      "Ends with 1 if something else is reported than is predicted.",
    ], offered: .nothing
  ) { arguments, console in
    guard arguments.operands.count == 1, let id = arguments.operands.first else {
      throw UsageError(message: "replay needs one id", hint: "such as \"null@[0].file_url\"")
    }
    let saved = try savedFailure(id, arguments, console)
    guard let text = saved.map({ "\($0.contract.name)#\($0.target)" }) ?? arguments.value("as")
    else {
      throw UsageError(
        message: "replay needs --as",
        hint: "write --as \"[User]\", --as \"user: User\" or an endpoint")
    }
    let found = ContractSearch(arguments.values("contracts"))
    guard let set = try usableContracts(found, console) else {
      return found.paths.isEmpty ? .unreadableInput : .invalidContract
    }
    let named = try NamedTarget(text, in: set)
    let replayed = try saved.map { ReplayedPayload($0) } ?? ReplayedPayload(id: id, of: named)
    try console.print(replayed.text)
    let report = replayed.report(by: named, of: set, colors: console.outputColors) {
      found.files.shownPath($0)
    }
    try console.print("\n" + report, terminator: "")
    let errors = GeneratedJudge(named.contract, named.stated).errors(in: replayed.bytes)
    let isAsPredicted = replayed.prediction.map { $0 == errors } ?? true
    if !isAsPredicted {
      console.problem(
        "found \(GeneratedReport.text(of: errors)), which is not predicted")
    }
    return isAsPredicted ? .success : .violations
  }

  /// The failure with an id; `nil`, if the id is one of generated payloads.
  private static func savedFailure(
    _ id: String, _ arguments: Arguments, _ console: Console
  ) throws -> SavedFailure? {
    guard SavedFailure.couldBe(id) else { return nil }
    do {
      return try SavedFailures(around: arguments.value("package")).failure(id: id)
    } catch {
      for problem in error.problems { console.error(problem) }
      throw UsageError(message: error.message, hint: error.hint)
    }
  }
}
