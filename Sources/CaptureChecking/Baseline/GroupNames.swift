package import ContractModel
package import JSONParsing
package import MappingEngine

/// The names of the groups of a check: looked up once each, as the reports of a line a violation
/// ask for every one.
package final class GroupNames: Sendable {
  package struct Name: Sendable {
    package var identity: GroupIdentity
    /// The contract's line.
    package var line: PropertyLine?
    package var mapping: MemberName?
  }

  /// How many names are kept.
  private static let mostKnown = 10_000

  private let contracts: [MemberName]
  /// By contract: what knows the lines and mappings of groups.
  private let tallies: [MappingTally]
  /// The mappings of lines, by contract.
  private let mappings: [[Int32: MemberName]]
  private let known = Mutex<[CheckTotals.GroupKey: Name]>([:])
  private let endpoints = Mutex<[CheckTotals.EndpointKey: String]>([:])
  /// Where the lines of contracts' files start.
  private let positions = Mutex<[MemberName: TextPositions]>([:])
  /// Where lines of contracts stand, as they are named to programs.
  private let places = Mutex<[Origin.Place: String]>([:])

  package init(_ check: CaptureCheck) {
    contracts = check.contracts.map(\.name)
    tallies = check.contracts.indices.map {
      check.tally(ofContract: $0) ?? check.emptyTally(ofContract: $0)
    }
    mappings = tallies.map(\.mappingsOfLines)
  }

  package func name(of key: CheckTotals.GroupKey) -> Name {
    if let name = known.withLock({ $0[key] }) { return name }
    let tally = tallies[key.endpoint.contract]
    let group = key.group
    let line = tally.line(of: group)
    // What is about all payloads of a mapping has the mapping for its endpoint.
    let mapping =
      key.isOfRate
      ? nil
      : group.line < 0 ? tally.mapping(of: group) : mappings[key.endpoint.contract][group.line]
    let identity = GroupIdentity(
      contract: contracts[key.endpoint.contract],
      endpoint: MemberName(Self.name(of: key.endpoint)), rule: key.rule, mapping: mapping ?? "",
      key: MemberName(line?.source.description ?? group.key?.text ?? ""))
    let name = Name(identity: identity, line: line, mapping: mapping)
    known.withLock { known in
      // Each key that no line reads may come once.
      if known.count < Self.mostKnown { known[key] = name }
    }
    return name
  }

  /// The endpoint or type as a contract writes it, safe to display.
  package func name(of key: CheckTotals.EndpointKey) -> String {
    if let name = endpoints.withLock({ $0[key] }) { return name }
    let name = Self.name(of: key)
    endpoints.withLock { $0[key] = name }
    return name
  }

  /// The place of a byte of a contract's file, whose lines are counted once.
  ///
  /// - Parameter text: The file's text.
  package func position(of offset: Int, in path: String, _ text: ArraySlice<UInt8>) -> TextPosition
  {
    positions.withLock { positions in
      let path = MemberName(path)
      return positions[path, default: TextPositions(in: text)].position(at: offset)
    }
  }

  /// Where a contract has the line of a violation, or its cases: `users.contract.json:9:14`.
  ///
  /// - Parameter find: Looks it up; `nil`, if no file has it.
  package func contractPlace(of violation: Violation, _ find: () -> String?) -> String? {
    let place = (violation.line?.origin ?? violation.origin).place
    if let text = places.withLock({ $0[place] }) { return text }
    guard let text = find() else { return nil }
    places.withLock { $0[place] = text }
    return text
  }

  private static func name(of key: CheckTotals.EndpointKey) -> String {
    if key.isOutside { return "(no endpoint)" }
    switch key.target {
    case .endpoint(let selector): return displayed(selector.description)
    case .type(let root, let value):
      let prefix = root.steps.isEmpty ? "" : "\(root): "
      return displayed(prefix + value.description)
    }
  }
}
