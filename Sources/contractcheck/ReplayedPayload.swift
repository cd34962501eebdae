import ContractModel
import Generation
import JSONParsing
import MappingEngine
import Reporting

/// A payload that has an id, wherever it comes from.
struct ReplayedPayload {
  let id: String
  /// The payload as people say it.
  let name: String
  let bytes: [UInt8]
  /// What has to be reported; `nil`, if the contract leaves that to an app.
  let prediction: Set<ExpectedViolation>?

  /// Finds the payload of an id, among those that the contract makes up.
  init(id: String, of named: NamedTarget) throws(UsageError) {
    let cases = try named.generatedCases()
    guard let one = cases.case(id: id) else {
      throw UsageError(
        message: "\(quoted(named.stated.text)) has no payload \(quoted(id))",
        hint: didYouMean(id, among: cases.sweep.cells.map(\.id))
          ?? "contractcheck generate --ids lists them")
    }
    let payload = one.payload
    (self.id, name, bytes) = (id, one.name, payload.bytes)
    prediction = one.prediction(for: payload)
  }

  /// The id, the name, what is predicted and the payload.
  var text: String {
    let predicted =
      prediction.map { GeneratedReport.text(of: $0) } ?? "what a transformer of the app says"
    return """
      \(displayed(id)): \(displayed(name))
      predicted: \(predicted)

      \(displayed(String(decoding: bytes, as: UTF8.self)))
      """
  }

  /// What the engine makes of it; ends with a line end.
  func report(
    by named: NamedTarget, of set: ContractSet, path: @escaping (String) -> String
  ) -> String {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      return unreadableText(error, in: bytes, named: "payload") + "\n"
    }
    let mapper = Mapper(named.contract, as: named.target)
    var store = ObjectStore()
    let result = mapper.map(document, as: named.target, into: &store)
    let payload = PayloadText(name: "payload", bytes: bytes, hiding: result.sensitiveRanges)
    return MapReport(payload, result, by: mapper, of: set, path: path).text
  }
}
