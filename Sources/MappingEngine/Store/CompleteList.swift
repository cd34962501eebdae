import ContractModel
import JSONParsing

/// A list that a response has as a whole: a line of an endpoint, and the path that was asked for.
struct CompleteList: Hashable, Sendable {
  var line: Origin.Place
  var pathParameters: [MemberName: String]
}
