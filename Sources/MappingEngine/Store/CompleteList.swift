import ContractModel
import JSONParsing

/// A list that a response contains completely: an endpoint's line, and the path's parameters.
struct CompleteList: Hashable, Sendable {
  var line: Origin.Place
  var pathParameters: [MemberName: String]
}
