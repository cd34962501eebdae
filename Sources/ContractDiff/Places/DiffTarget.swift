import ContractModel
import JSONParsing

/// A kind of payload that both sides describe: an endpoint, or a mapping that no endpoint uses.
struct DiffTarget: Sendable {
  struct Half: Sendable {
    var contract: Contract
    /// The contract's number on its side.
    var number: Int
    var target: ContractExample.Target
    /// The endpoint of the target; `nil` for a type.
    var endpoint: Endpoint?

    init(_ contract: Contract, _ number: Int, endpoint: Endpoint) {
      (self.contract, self.number, self.endpoint) = (contract, number, endpoint)
      target = .endpoint(Located(endpoint.selector))
    }

    init(_ contract: Contract, _ number: Int, type name: MemberName) {
      (self.contract, self.number) = (contract, number)
      target = .type(root: .representation, ConstrainedType(.mapping(Located(name))))
    }
  }

  var old: Half
  var new: Half
  var text: String
  /// The differing places that the payload leads to.
  var places: Set<Int> = []
  /// The mappings that differ, or that have a line which differs, on either side.
  var changedNames: Set<MemberName> = []
  /// The number of mappings that the payload leads to; payloads with fewer mappings are easier to
  /// read.
  var size = 0

  subscript(side: Side) -> Half {
    get { side == .old ? old : new }
    set { if side == .old { old = newValue } else { new = newValue } }
  }

  /// A difference in responses, or in requests.
  struct Aim: Hashable, Sendable {
    var place: Int
    var isRequest: Bool
  }

  /// The differences that the payload leads to.
  var aims: Set<Aim> { Set(places.map { Aim(place: $0, isRequest: isRequest) }) }

  /// Whether apps send the payload and servers read it.
  var isRequest: Bool { new.endpoint?.selector.isRequest ?? false }
}
