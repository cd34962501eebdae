package import ContractModel
import JSONParsing

extension Endpoint {
  /// The problem of a query that is sent: a request that is described without one has none.
  ///
  /// - Returns: A message of the rule `unknown-key`; `nil`, if the query is right as far as names go.
  package func problem(ofQuery query: NamedTexts) -> String? {
    guard isBareRequest, let first = query.entries.first else { return nil }
    return "the request has no query, and \(quoted(first.name.text)) is sent"
  }
}
