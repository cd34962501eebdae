import ContractModel
import JSONParsing

extension FaultCollector {
  /// Adds identities that are missing or occur twice.
  mutating func addIdentities() {
    guard reads.isIdentity else { return }
    replace(.identity, "zero", "identity 0", with: likeBase("0"))
    replace(.identity, "empty-string", "identity \"\"", with: "\"\"")
    if let other = OtherValue.text(of: reads, in: tree) {
      replace(.identity, "another", "identity \(other)", with: other)
    }
    if string == nil {
      replace(.identity, "string", "identity as text", with: JSONWriter.text(of: token))
    }
    addMentions()
  }

  /// Adds a second object next to the first one, in the array around it.
  private mutating func addMentions() {
    guard let (array, element) = base.elementAround(parent), isMember else { return }
    let end = end(of: element)
    let again = OtherValue.copy(of: element, in: base, keeping: \.isIdentity)
    let other = OtherValue.copy(of: element, in: base)
    add(
      .identity, "repeated", "identity with other values elsewhere",
      .insert(again, at: end, in: array))
    add(.identity, "other", "another identity beside it", .insert(other, at: end, in: array))
    add(
      .identity, "second-missing", "second element without identity", .remove(node),
      .insert(other, at: element, in: array))
    add(
      .identity, "first-missing", "first element without identity",
      .insert(other, at: end, in: array), .remove(node))
    add(
      .identity, "first-null", "first element with identity null",
      .insert(other, at: end, in: array), .replace(node, "null"))
  }
}
