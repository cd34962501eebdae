package import ContractModel
package import JSONParsing

/// The name of violations of one kind from run to run: no line, value, count or wording is in it,
/// so that it is the same group in the next capture and after a contract was laid out anew.
package struct GroupIdentity: Hashable, Sendable {
  package let contract: MemberName
  /// The endpoint or type, as a contract writes it.
  package let endpoint: MemberName
  package let rule: RuleID
  /// Empty, if the group is about bodies as a whole.
  package let mapping: MemberName
  /// The key path of the line, or the key that no line reads; empty, if there is none.
  package private(set) var key: MemberName

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

extension GroupIdentity {
  /// The names that baselines of version 1 may have for the group: keys of payloads had their last
  /// name alone, `id` for `repo.id`, and points in them were not escaped.
  ///
  /// A point may be one in a name, so every end of the key path is one of them, the longest first.
  var oldNames: [GroupIdentity] {
    guard [.unknownKey, .duplicateKey, .keyCase, .nearKey].contains(rule) else { return [] }
    let bytes = Array(key.text.utf8)
    let point = UInt8(ascii: ".")
    let starts = [0] + bytes.indices.filter { bytes[$0] == point }.map { $0 + 1 }
    return starts.flatMap { start -> [GroupIdentity] in
      let end = String(decoding: bytes[start...], as: UTF8.self)
      return [end, end.replacing("\\.", with: ".")].map { name in
        var old = self
        old.key = MemberName(name)
        return old
      }
    }
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
