import ContractModel
import JSONParsing

/// A list that a response contains completely: a line of an endpoint, and the parameters of the
/// requested path.
struct CompleteList: Hashable, Sendable {
  var line: Origin.Place
  var pathParameters: [MemberName: String]
}
