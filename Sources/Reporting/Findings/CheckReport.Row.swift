import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

extension CheckReport {
  /// The violations of one line of a contract and one rule, at all endpoints. Reports for people
  /// call this a group.
  ///
  /// Reports for programs and baselines have a group for each endpoint.
  struct Row {
    /// `User.firstname`, safe to display; empty for bodies as a whole.
    let place: String
    /// `"unstable" 40, "draft" 12`, safe to display; empty, if the rule is not about values.
    let values: String
    /// The line of the contract; its path is not yet safe to display.
    let line: ContractLine?
    /// `Contracts/users.contract.json:9:14`, safe to display.
    let contractPlace: String
    /// The mapping that has the line. An inherited line belongs to the base.
    private let owner: MemberName?
    /// The violations at each endpoint, the worst first; at least one.
    let parts: [Group]
    /// The first violations in the order of the capture, up to the number of examples of a group;
    /// only those that the baseline does not accept, if there are any.
    let examples: [CheckViolation]
    /// The number of violations from which the examples are taken.
    let exampleTotal: Int

    let count: Int
    /// The share of the endpoints' payloads.
    let payloads: PayloadShare

    var rule: RuleID { parts[0].rule }
    /// The highest severity of the parts.
    var severity: Severity { parts.map(\.severity).max() ?? .off }
    /// Whether the baseline accepts all parts.
    var isAccepted: Bool { parts.allSatisfy(\.isAccepted) }
    /// Whether every part is accepted or tolerated.
    var isLetPass: Bool { parts.allSatisfy(\.isLetPass) }
  }
}

extension CheckReport.Row {
  /// - Parameter groups: The groups of one line and one rule; at least one.
  init(_ groups: [CheckReport.Group]) {
    let report = groups[0].report
    owner = Self.owner(of: groups)
    parts = groups.sorted { Self.isWorse($0.payloads, $0.count, $1.payloads, $1.count) }
    let first = groups[0]
    place = [owner.map { displayed($0.text) }, displayed(first.keyPath)].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: ".")
    line = CheckReport.Group.contractLine(of: groups)
    let values = groups.reduce(into: GroupValues()) { $0.merge($1.totals.values) }
    self.values = report.showsValuesToPeople ? report.valuesText(values) : ""
    contractPlace = line?.place ?? displayed(first.contractPath)
    let open = groups.filter { !$0.isAccepted }
    let shown = open.isEmpty ? groups : open
    examples = Self.first(report.check.options.exampleCount, of: shown)
    exampleTotal = shown.reduce(0) { $0 + $1.count }
    count = parts.reduce(0) { $0 + $1.count }
    payloads = parts.reduce(.none) { $0 + $1.payloads }
  }

  private static func owner(of groups: [CheckReport.Group]) -> MemberName? {
    let first = groups[0]
    guard groups.contains(where: { $0.mapping != first.mapping }) else {
      // A group for all payloads of a mapping has the mapping as its endpoint.
      return first.mapping
        ?? (first.line != nil && first.rule.isOfCapture ? MemberName(first.endpoint) : nil)
    }
    return groups.lazy.compactMap { group in
      group.line.flatMap { group.contract.mapping(thatHas: $0) }
    }.first
  }

  /// Returns `GET /users/:id`, or `all payloads`; safe to display. If the part's mapping inherits
  /// the row's line, the text includes the mapping: `event star (StarEvent)`.
  func endpoint(of part: CheckReport.Group) -> String {
    let other = part.mapping.flatMap { $0 == owner ? nil : " (\(displayed($0.text)))" }
    let whole = part.key.endpoint == part.report.check.outside ? "all records" : "all payloads"
    return (part.isOfEndpoint ? part.endpoint : whole) + (other ?? "")
  }

  /// Whether the first group is worse, by the share of payloads, then by the count; `nil`, if both
  /// are equal.
  static func isWorse(
    _ payloads: PayloadShare, _ count: Int, _ others: PayloadShare, _ otherCount: Int
  ) -> Bool? {
    if payloads.isMore(than: others) { return true }
    if others.isMore(than: payloads) { return false }
    return count == otherCount ? nil : count > otherCount
  }

  /// Whether the row precedes another; `nil`, if neither is worse.
  ///
  /// Rows that are let pass come last. Errors come before warnings, since only errors reject
  /// payloads.
  func precedes(_ other: CheckReport.Row) -> Bool? {
    if isLetPass != other.isLetPass { return other.isLetPass }
    if severity != other.severity { return severity > other.severity }
    return Self.isWorse(payloads, count, other.payloads, other.count)
  }

  /// - Parameter count: The number of examples; 0: all.
  private static func first(_ count: Int, of groups: [CheckReport.Group]) -> [CheckViolation] {
    let all = groups.flatMap(\.totals.examples)
    let sorted = groups.count == 1 ? all : all.sorted { $0.order < $1.order }
    return count == 0 ? sorted : Array(sorted.prefix(count))
  }
}

// MARK: - All rows

extension CheckReport {
  /// The groups for people, the worst first: by severity, share of payloads, and count; then in the
  /// order of the contracts. Rows that are let pass come last.
  var rows: [Row] { groupsOfRows.map(Row.init).sorted { $0.precedes($1) } }

  /// The number of rows above information, of those that the baseline accepts, and of those that
  /// are tolerated.
  var rowCounts: (all: Int, accepted: Int, tolerated: Int) {
    let rows = groupsOfRows.filter { $0.contains { $0.totals.severity > .information } }
    return (
      rows.count, rows.count { $0.allSatisfy(\.isAccepted) },
      rows.count { $0.allSatisfy(\.isLetPass) && $0.contains { $0.tolerated != nil } }
    )
  }

  /// The groups of each row.
  ///
  /// A line is one row, whatever mappings inherit it. But if an endpoint has two of these mappings,
  /// each mapping is a row: the number of payloads with both is not counted.
  private var groupsOfRows: [[Group]] {
    groups.parted(by: RowKey.init).flatMap { groups in
      Set(groups.map(\.key.endpoint)).count == groups.count
        ? [groups] : groups.parted(by: \.mapping)
    }
  }

  /// The key of a row's groups: a rule, and a line of a file; without a line, a key of a mapping in
  /// a contract.
  private struct RowKey: Hashable {
    let rule: RuleID
    let place: Origin.Place
    let key: MemberName
    let mapping: MemberName?
    let contract: Int?

    init(_ group: Group) {
      (rule, key) = (group.rule, group.identity.key)
      let origin = group.line?.origin ?? .none
      place = origin.place
      let hasLine = !origin.range.isEmpty
      (mapping, contract) = hasLine ? (nil, nil) : (group.mapping, group.key.endpoint.contract)
    }
  }
}

// MARK: - In words

extension CheckReport.Row {
  /// The endpoint, or the number of endpoints: `18 endpoints`, `2 endpoints, all payloads`.
  var endpoints: String {
    guard parts.count > 1 else { return endpoint(of: parts[0]) }
    let count = parts.count(where: \.isOfEndpoint)
    let whole = parts.first { !$0.isOfEndpoint }.map(endpoint)
    return [count == 0 ? nil : counted(count, "endpoint"), whole].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// The place for a title: `User.firstname`, or the endpoint for bodies as a whole.
  var title: String { place.isEmpty ? endpoints : place }

  /// `present 80 %`, if there is only one endpoint; otherwise each endpoint shows its rate.
  var rate: String { parts.count == 1 ? parts[0].rate : "" }

  /// The mark, if there is only one endpoint; otherwise each endpoint shows its mark.
  var mark: String { parts.count == 1 ? parts[0].mark : "" }

  /// `12 violations in 12 of 60 payloads of GET /users/:id, present 80 %`
  var extent: String { CheckReport.extent(count, "\(payloads)", of: endpoints, rate) }

  /// `12 violations in 12 of 60 payloads`
  var found: String { CheckReport.found(count, "\(payloads)") }

  /// Returns `GET /users/:id: 12× in 12 of 60, present 80 %`.
  func text(of part: CheckReport.Group) -> String {
    let payloads = part.payloads.whole == 0 ? "" : " in \(part.payloads)"
    let notes = [part.rate, part.mark].filter { !$0.isEmpty }
    return (["\(endpoint(of: part)): \(part.count)×\(payloads)"] + notes).joined(separator: ", ")
  }
}

extension CheckReport.Group {
  /// The share of the endpoint's payloads; none for unexpected statuses.
  var payloads: PayloadShare {
    isOfEndpoint && rule != .unexpectedStatus
      ? PayloadShare(totals.payloadCount, of: payloadTotal) : .none
  }

  /// Why the group does not fail the check, or fails it again, safe to display; may be empty.
  var mark: String { remarks.joined(separator: "; ") }
}

extension Contract {
  fileprivate func mapping(thatHas line: PropertyLine) -> MemberName? {
    (mappings + includedMappings).first { mapping in
      mapping.lines.contains { $0.origin.place == line.origin.place }
    }?.name
  }
}

extension Array {
  /// Returns the elements by a common key, in the order of the first element of each part.
  func parted<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var numbers: [Key: Int] = [:]
    var parts: [[Element]] = []
    for element in self {
      let key = key(element)
      if let number = numbers[key] {
        parts[number].append(element)
      } else {
        numbers[key] = parts.count
        parts.append([element])
      }
    }
    return parts
  }

  /// Returns the elements sorted by a partial order; elements that it does not order keep their
  /// order.
  func sorted(_ precedes: (Element, Element) -> Bool?) -> [Element] {
    enumerated().sorted { left, right in
      precedes(left.element, right.element) ?? (left.offset < right.offset)
    }.map(\.element)
  }
}
