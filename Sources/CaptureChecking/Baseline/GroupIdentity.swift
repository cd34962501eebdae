package import ContractModel
package import JSONParsing
package import MappingEngine

/// The name of a group across runs. It has no line number, value, count or wording, so it stays the
/// same in the next capture and after the contract is reformatted.
package struct GroupIdentity: Hashable, Sendable {
  package let contract: MemberName
  /// The endpoint or type, as a contract writes it.
  package let endpoint: MemberName
  package let rule: RuleID
  /// The mapping; empty, if the group is about bodies as a whole.
  package let mapping: MemberName
  /// The key path of the line, or the key that no line reads; empty, if there is neither.
  package let key: MemberName

  /// A hash of all parts of the name: 16 hexadecimal digits.
  package var fingerprint: String { StableHash(texts: texts.map(\.text)).text }
}

extension GroupIdentity: Comparable {
  /// Compares the texts by their bytes.
  package static func < (left: GroupIdentity, right: GroupIdentity) -> Bool {
    left.texts.lexicographicallyPrecedes(right.texts)
  }

  private var texts: [MemberName] {
    [contract, endpoint, MemberName(rule.rawValue), mapping, key]
  }
}

extension GroupIdentity: CustomStringConvertible {
  /// `GET /api/users/:id: missing-key User.firstname`, safe to display.
  package var description: String {
    let place = [mapping, key].map(\.text).filter { !$0.isEmpty }.joined(separator: ".")
    return displayed("\(endpoint): \(rule.rawValue)" + (place.isEmpty ? "" : " \(place)"))
  }
}

extension CaptureCheck {
  package func identity(of key: FindingKey) -> GroupIdentity {
    // A group for all payloads of a mapping has the mapping as its endpoint.
    let mapping = key.isOfRate ? nil : mappers[key.endpoint.contract].mapping(of: key)
    return GroupIdentity(
      contract: contracts[key.endpoint.contract].name,
      endpoint: MemberName(self[key.endpoint].name), rule: key.rule, mapping: mapping ?? "",
      key: line(of: key).map { MemberName($0.source.description) } ?? key.key ?? "")
  }

  package func line(of key: FindingKey) -> PropertyLine? {
    mappers[key.endpoint.contract].line(of: key)
  }
}
