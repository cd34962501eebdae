package import ContractModel
package import JSONParsing

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

  package init(
    contract: MemberName, endpoint: MemberName, rule: RuleID, mapping: MemberName = "",
    key: MemberName = ""
  ) {
    (self.contract, self.endpoint, self.rule) = (contract, endpoint, rule)
    (self.mapping, self.key) = (mapping, key)
  }

  /// A hash of all parts of the name: 16 hexadecimal digits.
  package var fingerprint: String {
    StableHash(texts: [contract.text, endpoint.text, rule.rawValue, mapping.text, key.text]).text
  }
}

extension GroupIdentity: Comparable {
  /// Compares the texts by their bytes.
  package static func < (left: GroupIdentity, right: GroupIdentity) -> Bool {
    for path in [\GroupIdentity.contract, \.endpoint, \.ruleName, \.mapping, \.key] {
      let (first, second) = (left[keyPath: path], right[keyPath: path])
      if first != second { return first < second }
    }
    return false
  }

  private var ruleName: MemberName { MemberName(rule.rawValue) }
}

extension GroupIdentity: CustomStringConvertible {
  /// `GET /api/users/:id: missing-key User.firstname`, safe to display.
  package var description: String {
    let place = [mapping, key].map(\.text).filter { !$0.isEmpty }.joined(separator: ".")
    return displayed("\(endpoint): \(rule.rawValue)" + (place.isEmpty ? "" : " \(place)"))
  }
}
