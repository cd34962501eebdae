package import ContractModel
import JSONParsing

extension Endpoint {
  /// Returns the problem of a query that is sent although the contract's request has none.
  ///
  /// - Returns: A message of the rule `unknown-key`; `nil`, if no name in the query is wrong.
  package func problem(ofQuery query: NamedTexts) -> String? {
    guard isBareRequest, let first = query.entries.first else { return nil }
    return "the request has no query, and \(quoted(first.name.text)) is sent"
  }
}
