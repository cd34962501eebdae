import JSONParsing
import MappingEngine

/// The shapes of payloads, by key path. Only payloads of paths that differ in a parameter are
/// united.
package struct CaptureStatistics: Sendable {
  /// The payloads of one endpoint and status, of one event, or of one pattern of files.
  package struct Section: Sendable {
    /// `GET /users/:id -> 200`, `event paid`, `users/*.json`.
    package let name: String
    /// Whether the section is of files with an unknown endpoint.
    let isOfFiles: Bool
    package let payloadCount: Int
    package let rows: [Row]
  }

  /// The values at a key path.
  package struct Row: Sendable {
    /// The key path: `items[].id`; empty for the payload itself.
    package let keyPath: String
    /// The key path of the objects that have the key; `nil` for elements, and if keys are data.
    let parent: String?
    /// The number of objects that could have the key; `nil` for elements of arrays.
    package let objectCount: Int?
    let facts: ValueFacts
    fileprivate let payloadTimes: PayloadTimes

    package var count: Int { facts.count }
    package var nullCount: Int { facts.nullCount }
    /// The kinds besides null, with their counts.
    package var kinds: [(kind: ValueKind, count: Int)] {
      facts.someKinds.map { ($0, facts.kinds[$0]) }
    }
    /// The number of different texts and integers, which is an estimate beyond 63; `nil` if there
    /// are none.
    package var distinctCount: Int? { facts.samples?.distinctCount }
    /// The formats of the texts, with their counts.
    package var formats: [(format: TextFormat, count: Int)] {
      TextFormat.allCases.filter { facts.formats[$0] > 0 }.map { ($0, facts.formats[$0]) }
    }
    /// The times at which values were captured.
    package var seen: SeenTimes { facts.seen }
    /// Whether more than ten payloads were captured before the first value, or after the last one.
    package var isNew: Bool { payloadTimes.isNew(seen) }
    package var isGone: Bool { payloadTimes.isGone(seen) }
  }

  package let sections: [Section]

  /// Whether any payload has a date.
  package var hasTimes: Bool {
    sections.contains { $0.rows.contains { $0.seen.range != nil } }
  }

  /// - Parameter keyPath: The key path whose values, and those below it, are included.
  package init(_ summary: CaptureSummary, under keyPath: String = "") {
    let sections =
      Self.requests(of: summary, keyPath).map(\.section) + Self.others(of: summary, keyPath)
    self.init(sections: sections)
  }

  private init(sections: [Section]) {
    self.sections = sections.filter { !$0.rows.isEmpty }
  }

  /// Returns the statistics of two captures, in which the same path segments are data.
  static func pair(
    _ old: CaptureSummary, _ new: CaptureSummary, under keyPath: String
  ) -> (old: CaptureStatistics, new: CaptureStatistics) {
    let mark = "\u{1}"
    var both = CaptureSummary()
    both.merge(new)
    var marked = old
    marked.hosts = old.hosts.mapValues { $0.withMethods(marked: mark) }
    both.merge(marked)
    let all = requests(of: both, keyPath, mark: mark)
    let sections = { (summary: CaptureSummary, isMarked: Bool) in
      CaptureStatistics(
        sections: all.filter { $0.isMarked == isMarked }.map(\.section)
          + others(of: summary, keyPath))
    }
    return (sections(old, true), sections(new, false))
  }

  /// - Parameter mark: A text after the methods of some requests.
  private static func requests(
    of summary: CaptureSummary, _ keyPath: String, mark: String? = nil
  ) -> [(section: Section, isMarked: Bool)] {
    summary.hosts.sorted { $0.key < $1.key }.flatMap { host, tree in
      var table = summary.table
      return DraftPath(tree, in: &table).endpoints().flatMap { endpoint in
        endpoint.bodies.map { answer, value in
          let host = summary.hosts.count > 1 ? host.text : ""
          let method = endpoint.method.text
          let isMarked = mark.map(method.hasSuffix) ?? false
          let name = isMarked ? String(method.dropLast()) : method
          let action = endpoint.action == "" ? "" : " \(endpoint.action)"
          return (
            section(
              "\(name) \(host)\(endpoint.path)\(action) -> \(answer.status)", [value], keyPath,
              table),
            isMarked
          )
        }
      }
    }
  }

  private static func others(of summary: CaptureSummary, _ keyPath: String) -> [Section] {
    summary.events.sorted { $0.key < $1.key }.map { name, value in
      section("event \(name)", [value], keyPath, summary.table)
    }
      + BodyRules(summary).rules.map { rule in
        section(rule.pattern, rule.values, keyPath, summary.table, isOfFiles: true)
      }
  }

  private static func section(
    _ name: String, _ values: [ValueID], _ keyPath: String, _ table: ValueTable,
    isOfFiles: Bool = false
  ) -> Section {
    let facts = ValueFacts(values, in: table)
    var rows: [Row] = []
    add(facts, "", objectCount: nil, facts.payloadTimes ?? PayloadTimes(), to: &rows, table)
    let isInside = { (row: Row) in
      row.keyPath.utf8.starts(with: keyPath.utf8)
        && (keyPath.isEmpty || row.keyPath.utf8.count == keyPath.utf8.count
          || ".[".utf8.contains(Array(row.keyPath.utf8)[keyPath.utf8.count]))
    }
    return Section(
      name: name, isOfFiles: isOfFiles, payloadCount: facts.count, rows: rows.filter(isInside))
  }

  private static func add(
    _ facts: ValueFacts, _ keyPath: String, objectCount: Int?, _ times: PayloadTimes,
    to rows: inout [Row], _ table: ValueTable, in parent: String? = nil
  ) {
    rows.append(
      Row(
        keyPath: keyPath, parent: parent, objectCount: objectCount, facts: facts,
        payloadTimes: times))
    if let element = facts.element {
      add(element, keyPath + "[]", objectCount: nil, times, to: &rows, table)
    }
    let objects = facts.objects.map { table.object($0.id) }
    let dictionaries = objects.filter(table.isDictionary)
    let prefix = keyPath.isEmpty ? "" : keyPath + "."
    var members: [MemberName: [ValueID]] = [:]
    for object in objects where !table.isDictionary(object) {
      for member in object.sortedMembers { members[member.name, default: []].append(member.value) }
    }
    let total = objects.reduce(0) { $0 + $1.count } - dictionaries.reduce(0) { $0 + $1.count }
    let found = members.map { (name: $0.key, facts: ValueFacts($0.value, in: table)) }
    for (name, facts) in found.sorted(by: { Self.isBefore($0, $1) }) {
      let path = prefix + displayed(PathEscape.escaped(name))
      add(facts, path, objectCount: total, times, to: &rows, table, in: keyPath)
    }
    let values = dictionaries.flatMap(\.valuesOfAnyKey)
    guard !values.isEmpty else { return }
    add(
      ValueFacts(values, in: table), prefix + KeyName.placeholder, objectCount: nil, times,
      to: &rows, table)
  }

  /// Orders key paths like the members of objects.
  private static func isBefore(
    _ left: (name: MemberName, facts: ValueFacts), _ right: (name: MemberName, facts: ValueFacts)
  ) -> Bool {
    left.facts.isBefore(right.facts) ?? (left.name < right.name)
  }
}
