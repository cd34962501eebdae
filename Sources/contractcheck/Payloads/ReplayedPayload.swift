import CaptureChecking
import ContractModel
import ContractReporting
import FailureStorage
import Generation
import JSONParsing
import MappingEngine
import Reporting

/// A payload with an id, generated or saved.
struct ReplayedPayload {
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
