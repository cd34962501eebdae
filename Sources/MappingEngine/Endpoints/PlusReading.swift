import ContractModel
import JSONParsing

/// The reading of a query that has a `+` that is not percent-encoded: some servers read it as
/// itself (RFC 3986), most read it as a space, as in a form.
package struct PlusReading: Sendable {
  /// The parameters in the reading that violates the contract least.
  package let query: NamedTexts
  /// Whether the reading makes a difference: the readings violate different rules of the contract,
  /// or the query writes its spaces as `%20`, so that the `+` is no space.
  package let matters: Bool
  package let hint: String

  package static let message = "the query has a \"+\", which most servers read as a space"
}

extension Mapper {
  /// Compares the two readings of a request's query; returns `nil`, if there is no `+`.
  ///
  /// - Parameter request: The request, whose query has `+` read as itself.
  package func plusReading(
    of url: String, _ request: MappingRequest, as target: MappingTarget
  ) -> PlusReading? {
    guard let text = RequestURL.queryText(of: url), text.contains(UInt8(ascii: "+")) else {
      return nil
    }
    var spaced = request
    spaced.query = RequestURL.parameters(in: text, plusIsSpace: true)
    let (own, others) = (violations(of: request, as: target), violations(of: spaced, as: target))
    let write = "write %2B for a plus, and %20 for a space"
    guard own.map(\.place) == others.map(\.place) else {
      let new = others.first { other in !own.contains { $0.place == other.place } }
      let old = own.first { one in !others.contains { $0.place == one.place } }
      let breach =
        new.map { "read as a space, \($0.message)" } ?? "read as itself, \(old?.message ?? "")"
      let isSpace = others.count < own.count
      return PlusReading(
        query: isSpace ? spaced.query : request.query, matters: true, hint: "\(breach); \(write)")
    }
    let hasSpaces = String(decoding: text, as: UTF8.self).contains("%20")
    return PlusReading(
      query: request.query, matters: hasSpaces,
      hint: hasSpaces ? "spaces are %20 in the query: write %2B for a plus" : write)
  }

  /// Returns the errors of a request's query. The body is ignored.
  private func violations(
    of request: MappingRequest, as target: MappingTarget
  ) -> [(place: PlacedRule, message: String)] {
    guard let document = try? JSONDocument(parsing: "{}") else { return [] }
    var store = ObjectStore()
    let result = map(
      document, as: target, into: &store, exchange: MappingExchange(request: request))
    return result.violations.filter { $0.severity == .error }.map {
      (PlacedRule(rule: $0.rule, line: $0.origin.range), $0.message)
    }
  }

  private struct PlacedRule: Equatable {
    var rule: RuleID
    var line: Range<Int>
  }
}
