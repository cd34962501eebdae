package import ContractModel
package import JSONParsing
package import MappingEngine

/// The names of the groups of a check. Each is looked up once, since line-by-line reports need the
/// name for every violation.
package final class GroupNames: Sendable {
  package struct Name: Sendable {
    package var identity: GroupIdentity
    /// The contract's line.
    package var line: PropertyLine?
    package var mapping: MemberName?
    /// The place of the line, or of the cases, in the contract.
    package var origin: Origin
  }

  /// How many names are cached.
  private static let mostKnown = 10_000

  package let check: CaptureCheck
  private let known = Mutex<[FindingKey: Name]>([:])

  package init(_ check: CaptureCheck) { self.check = check }

  package func name(of key: FindingKey) -> Name {
    if let name = known.withLock({ $0[key] }) { return name }
    let mapper = check.mappers[key.endpoint.contract]
    let line = mapper.line(of: key)
    // A group for all payloads of a mapping has the mapping as its endpoint.
    let mapping = key.isOfRate ? nil : mapper.mapping(of: key)
    let identity = GroupIdentity(
      contract: check.contracts[key.endpoint.contract].name,
      endpoint: MemberName(check[key.endpoint].name), rule: key.rule, mapping: mapping ?? "",
      key: MemberName(line?.source.description ?? key.key?.text ?? ""))
    let name = Name(
      identity: identity, line: line, mapping: mapping,
      origin: line?.origin ?? mapper.caseOrigin(of: key) ?? .none)
    known.withLock { known in
      // The cache is bounded, since keys that no line reads may all differ.
      if known.count < Self.mostKnown { known[key] = name }
    }
    return name
  }
}
