package import ContractModel
import JSONParsing
package import MappingEngine

/// The subject of groups of a check: an endpoint, a type that the user names, all payloads of a
/// mapping, or the records that no endpoint describes.
package struct CheckedPlace: Sendable {
  enum Kind {
    case endpoint(Endpoint)
    /// A named type: 0 is that of bare bodies, the others are those of input rules.
    case named(Int, MappingTarget)
    /// All payloads of a mapping. An empty name stands for the lines of endpoints.
    case mapping(MemberName)
    case outside
  }

  let kind: Kind
  package let key: EndpointKey
  /// The endpoint or type. It is a type also for all payloads of a mapping, and for records that no
  /// endpoint describes.
  package let target: MappingTarget
  /// The contract's endpoint; `nil` for types.
  package let endpoint: Endpoint?
  /// The endpoint or type as a contract writes it, safe to display.
  package let name: String
  /// The target of payloads; `nil`, if payloads belong to other places.
  let planned: PlanTarget?

  private init(_ kind: Kind, _ key: EndpointKey, _ contract: Contract, _ mapper: Mapper) {
    (self.kind, self.key) = (kind, key)
    switch kind {
    case .endpoint(let own): (target, endpoint) = (.endpoint(own.selector), own)
    case .named(_, let named):
      (target, endpoint) = (named, contract.endpoints.first { .endpoint($0.selector) == named })
    case .mapping(let name): (target, endpoint) = (Self.type(name), nil)
    case .outside: (target, endpoint) = (Self.type(""), nil)
    }
    switch kind {
    case .endpoint, .named: (name, planned) = (Self.name(target), mapper.planned(target))
    case .mapping: (name, planned) = (Self.name(target), nil)
    case .outside: (name, planned) = ("(no endpoint)", nil)
    }
  }

  private static func name(_ target: MappingTarget) -> String {
    switch target {
    case .endpoint(let selector): displayed(selector.description)
    case .type(let root, let value):
      displayed((root.steps.isEmpty ? "" : "\(root): ") + value.description)
    }
  }

  private static func type(_ name: MemberName) -> MappingTarget {
    .type(root: .representation, ConstrainedType(.mapping(Located(name))))
  }

  package var isRequest: Bool { endpoint?.selector.isRequest ?? false }

  /// Returns the places of each contract, in the order of reports. The number of a place's key is
  /// its index.
  static func all(
    _ contracts: [Contract], _ mappers: [Mapper], _ options: CheckOptions
  ) -> [[CheckedPlace]] {
    contracts.enumerated().map { number, contract in
      let named = (0...options.inputRules.count).compactMap { position -> Kind? in
        guard let named = options.named(position), named.contract == number else { return nil }
        return .named(position, named.target)
      }
      let mappings = (contract.mappings + contract.includedMappings).map(\.name) + [""]
      let kinds =
        contract.endpoints.map(Kind.endpoint) + named + mappings.map(Kind.mapping)
        + (number == 0 ? [.outside] : [])
      return kinds.enumerated().map { index, kind in
        CheckedPlace(kind, EndpointKey(contract: number, number: index), contract, mappers[number])
      }
    }
  }
}

extension CaptureCheck {
  package subscript(key: EndpointKey) -> CheckedPlace { places[key.contract][key.number] }

  /// The key of records that no endpoint describes, which is the last one of the first contract.
  package var outside: EndpointKey {
    EndpointKey(contract: 0, number: (places.first?.count ?? 0) - 1)
  }

  /// Returns the key of a named type; `nil`, if there is none.
  static func key(_ number: Int, in places: [[CheckedPlace]]) -> EndpointKey? {
    places.joined().first { if case .named(number, _) = $0.kind { true } else { false } }?.key
  }

  /// Returns the key for violations of all payloads of a mapping.
  func wholeKey(ofMapping name: MemberName, _ contract: Int) -> EndpointKey {
    let place = places[contract].first { place in
      if case .mapping(let own) = place.kind { own == name || own == "" } else { false }
    }
    return place?.key ?? outside
  }

  /// Whether payloads may belong to a place, or records that no endpoint describes.
  func has(_ key: EndpointKey) -> Bool {
    guard places.indices.contains(key.contract), places[key.contract].indices.contains(key.number)
    else { return false }
    return self[key].planned != nil || key == outside
  }
}
