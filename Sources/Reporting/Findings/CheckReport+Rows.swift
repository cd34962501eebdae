import CaptureChecking
import ContractModel
import JSONParsing
import MappingEngine

extension CheckReport {
  /// The groups for people, the worst first: by severity, share of payloads, and count; then in the
  /// order of the contracts. Rows that are let pass come last.
  var rows: [Row] { groupsOfRows.map(Row.init).sorted { $0.precedes($1) } }

  /// The number of rows above information, and of those that the baseline accepts.
  var rowCounts: (all: Int, accepted: Int) {
    let rows = groupsOfRows.filter { $0.contains { $0.totals.severity > .information } }
    return (rows.count, rows.count { $0.allSatisfy(\.isAccepted) })
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
