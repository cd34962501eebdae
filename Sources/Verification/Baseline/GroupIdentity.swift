package import ContractModel
package import JSONParsing

/// What violations of one kind are called from run to run: no line, value, count or wording is in
/// it, so that it is the same group in the next capture and after a contract was laid out anew.
package struct GroupIdentity: Hashable, Sendable {
  package let contract: MemberName
  /// The endpoint or type, as a contract writes it.
  package let endpoint: MemberName
  package let rule: RuleID
  /// Empty, if the group is about bodies as a whole.
  package let mapping: MemberName
  /// The key path of the line, or the key that no line reads; empty, if there is none.
  package let key: MemberName

  package init(
    contract: MemberName, endpoint: MemberName, rule: RuleID, mapping: MemberName = "",
    key: MemberName = ""
  ) {
    (self.contract, self.endpoint, self.rule) = (contract, endpoint, rule)
    (self.mapping, self.key) = (mapping, key)
  }

  /// 16 hexadecimal digits.
  package var fingerprint: String {
    StableHash(texts: [contract.text, endpoint.text, rule.rawValue, mapping.text, key.text]).text
  }
}

extension GroupIdentity: Comparable {
  /// The order of the texts, by their bytes.
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
