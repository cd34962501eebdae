import CaptureChecking
import ContractModel
import ContractReporting
import DiskReading
import FailureStorage
import Generation
import JSONParsing
import MappingEngine
import Reporting

extension Command {
  static let replay = Command(
    name: "replay", summary: "map a generated payload, or one that a test has saved, again",
    operands: "ID", options: [.payloadType, .contracts, .package],
    details: """
      Prints the payload of an id such as null@[0].file_url, pairwise:7 or random:42:3, and maps it, as
      map does.

      An ID such as avatars-3f9a2c is that of a failure in .contractcheck/failures or
      Fixtures/regressions of the package, which knows its type. In swift test,
      CONTRACTCHECK_REPLAY=ID runs the app's own mapper on it.

      Exit codes: 1 if the payload has a violation of severity error.
      """.paragraphs, offered: .nothing
  ) { arguments, console in
    let id = try arguments.operands.only(
      or: "replay needs one id", hint: "such as \"null@[0].file_url\"")
    let saved = try savedFailure(id, around: arguments.given(.package).last, console)
    let target = saved.map { "\($0.contract.name)#\($0.target)" }
    guard let text = target ?? arguments.given(.payloadType).last else {
      throw UsageError(
        message: "replay needs --as",
        hint: "write --as \"[User]\", --as \"user: User\" or an endpoint")
    }
    let set = try usableContracts(ContractSearch(arguments.given(.contracts)), console)
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

/// A payload with an id, generated or saved.
private struct ReplayedPayload {
  /// The id, the name and further facts, on lines that are safe to display.
  private let heading: [String]
  /// The payloads that are mapped before this one, into the same objects.
  private let earlier: [[UInt8]]
  let bytes: [UInt8]

  /// Generates the payload with an id from a contract.
  init(id: String, of named: NamedTarget) throws(UsageError) {
    let cases = try named.generatedCases()
    guard let one = cases.case(id: id) else {
      throw UsageError(
        message: "\(quoted(named.stated.text)) has no payload \(quoted(id))",
        hint: didYouMean(id, among: cases.sweep.cells.map(\.id))
          ?? "contractcheck generate --ids lists them")
    }
    (earlier, bytes) = ([], one.payload.bytes)
    heading = ["\(displayed(id)): \(displayed(one.name))"]
  }

  init(_ failure: SavedFailure) {
    let payloads = failure.payloads.map(\.bytes)
    (earlier, bytes) = (Array(payloads.dropLast()), payloads.last ?? [])
    heading = [
      "\(displayed(failure.id)): \(displayed(failure.identity))",
      "saved by: \(displayed(failure.check))",
    ]
  }

  /// The heading and the payloads, as text.
  var text: String {
    let payloads = (earlier + [bytes]).map { displayed(String(decoding: $0, as: UTF8.self)) }
    return (heading + [""] + payloads).joined(separator: "\n")
  }

  /// Returns the engine's report on the payload, which ends with a line end, and whether it is
  /// admitted.
  func report(
    by named: NamedTarget, of set: ContractSet, colors: TextColors
  ) -> (text: String, isAdmitted: Bool) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      return (unreadableText(error, in: bytes, named: "payload", colors: colors) + "\n", false)
    }
    let mapper = Mapper(named.contract, as: named.target)
    var store = ObjectStore()
    for payload in earlier {
      guard let document = try? JSONDocument(parsing: payload) else { continue }
      _ = mapper.map(document, as: named.target, into: &store)
    }
    let result = mapper.map(document, as: named.target, into: &store)
    let payload = PayloadText(name: "payload", bytes: bytes, hiding: result.sensitiveRanges)
    let report = MapReport(payload, result, by: mapper, of: set, colors: colors)
    return (report.text, result.isAdmitted)
  }
}
