package import ContractModel
package import JSONParsing
import MappingEngine
import Synchronization
package import Verification

/// What the groups of a check are called: looked up once each, as the reports of a line a violation
/// ask for every one.
package final class GroupNames: Sendable {
  package struct Name: Sendable {
    package var identity: GroupIdentity
    /// The contract's line.
    package var line: PropertyRule?
    package var mapping: MemberName?
    /// What a group was called before keys that no line reads, or that are there twice, were told by
    /// their key paths: as baselines of version 1 have it.
    package var formerIdentity: GroupIdentity
  }

  private let contracts: [MemberName]
  /// By contract: what knows the lines and mappings of groups.
  private let tallies: [MappingTally]
  private let known = Mutex<[CheckTotals.GroupKey: Name]>([:])

  init(_ check: CaptureCheck) {
    contracts = check.contracts.map(\.name)
    tallies = check.contracts.indices.map {
      check.tally(ofContract: $0) ?? check.emptyTally(ofContract: $0)
    }
  }

  package func name(of key: CheckTotals.GroupKey) -> Name {
    if let name = known.withLock({ $0[key] }) { return name }
    let tally = tallies[key.endpoint.contract]
    let line = key.line ?? key.group.flatMap { tally.line(of: $0) }
    let mapping = key.group.flatMap { tally.mapping(of: $0) }
    let identity = GroupIdentity(
      contract: contracts[key.endpoint.contract],
      endpoint: MemberName(Self.name(of: key.endpoint)), rule: key.rule, mapping: mapping ?? "",
      key: MemberName(line?.source.description ?? key.group?.key?.text ?? ""))
    let name = Name(
      identity: identity, line: line, mapping: mapping,
      formerIdentity: Self.former(identity, key.group))
    known.withLock { $0[key] = name }
    return name
  }

  private static func former(
    _ identity: GroupIdentity, _ group: PayloadProblems.Group?
  ) -> GroupIdentity {
    guard let keyPath = group?.key else { return identity }
    return GroupIdentity(
      contract: identity.contract, endpoint: identity.endpoint, rule: identity.rule,
      mapping: identity.rule == .duplicateKey ? "" : identity.mapping, key: lastName(of: keyPath))
  }

  /// The last member's name of a key path as a contract writes it, without its escapes.
  private static func lastName(of keyPath: MemberName) -> MemberName {
    var (name, isEscaped) = (String.UnicodeScalarView(), false)
    for scalar in keyPath.text.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped: isEscaped = true
      case "." where !isEscaped: name = String.UnicodeScalarView()
      default:
        let own = String.UnicodeScalarView([scalar])
        name += isEscaped ? PathEscape.meaning(of: scalar) ?? own : own
        isEscaped = false
      }
    }
    return MemberName(String(name))
  }

  /// The endpoint or type as a contract writes it, safe to display.
  static func name(of key: CheckTotals.EndpointKey) -> String {
    if key.isOutside { return "(no endpoint)" }
    switch key.target {
    case .endpoint(let selector): return displayed(selector.description)
    case .type(let root, let value):
      let prefix = root.steps.isEmpty ? "" : "\(root): "
      return displayed(prefix + value.description)
    }
  }
}
