package import ContractModel
package import JSONParsing
package import MappingEngine

/// The name of a group, and its place in the contract.
package struct FindingName: Sendable {
  package let identity: GroupIdentity
  /// The contract's line.
  package let line: PropertyLine?
  package let mapping: MemberName?
  /// The place of the line, or of the cases, in the contract.
  package let origin: Origin
}

extension CaptureCheck {
  package func name(of key: FindingKey) -> FindingName {
    let (contract, mapper) = (key.endpoint.contract, mappers[key.endpoint.contract])
    let line = mapper.line(of: key)
    // A group for all payloads of a mapping has the mapping as its endpoint.
    let mapping = key.isOfRate ? nil : mapper.mapping(of: key)
    let identity = GroupIdentity(
      contract: contracts[contract].name, endpoint: MemberName(self[key.endpoint].name),
      rule: key.rule, mapping: mapping ?? "",
      key: MemberName(line?.source.description ?? key.key?.text ?? ""))
    return FindingName(
      identity: identity, line: line, mapping: mapping,
      origin: line?.origin ?? mapper.caseOrigin(of: key) ?? .none)
  }
}
