import ContractModel
import JSONParsing

/// Finds the places where two sides differ, and the targets whose payloads lead there; no payload
/// is made.
struct StructuralPass {
  private let old: DiffSide
  private let new: DiffSide
  private let reaches: [Side: [ContractReach]]
  private(set) var table = PlaceTable()
  /// The targets that both sides describe and that lead to a difference, in the order of the
  /// contracts' texts.
  private(set) var targets: [DiffTarget] = []
  /// The pairs of contracts whose mappings are compared, by their numbers.
  private var comparedPairs: Set<[Int]> = []
  private var reached: [Side: Set<Origin.Place>] = [.old: [], .new: []]

  init(_ old: DiffSide, _ new: DiffSide) {
    (self.old, self.new) = (old, new)
    reaches = [
      .old: old.contracts.map(ContractReach.init), .new: new.contracts.map(ContractReach.init),
    ]
    let endpoints = EndpointPairs(old, new)
    for pair in ContractPairs.numbers(old, new) { compareMappings(pair.old, pair.new) }
    for pair in endpoints.pairs { compareMappings(pair.old.contract, pair.new.contract) }
    for pair in endpoints.pairs { compare(pair) }
    for (side, items) in [(Side.old, endpoints.onlyOld), (.new, endpoints.onlyNew)] {
      for endpoint in items.map(\.endpoint) {
        let title = endpoint.selector.description
        addLonely(.endpoint, title, "the endpoint", endpoint.origin, side)
      }
    }
    guard !table.isEmpty else { return }
    for pair in endpoints.pairs { addTarget(pair) }
    for pair in ContractPairs.numbers(old, new) { addTypes(pair.old, pair.new) }
    targets.sort { MemberName($0.text) < MemberName($1.text) }
  }

  // MARK: - Differences

  private mutating func compareMappings(_ one: Int, _ other: Int) {
    guard comparedPairs.insert([one, other]).inserted else { return }
    let (before, after) = (old.contracts[one], new.contracts[other])
    if before.mappings == after.mappings, before.includedMappings == after.includedMappings,
      before.settings == after.settings
    {
      return
    }
    let (left, right) = (reaches[.old]![one].index, reaches[.new]![other].index)
    for (own, other, side) in [(left, right, Side.old), (right, left, .new)] {
      note(own, side)
      for mapping in own.mappingsInOrder where other[mapping.name] == nil {
        addLonely(.type, mapping.name.text, "the mapping", mapping.origin, side)
      }
    }
    for mapping in left.mappingsInOrder {
      guard let match = right[mapping.name] else { continue }
      for place in MappingDifferences(mapping, match, old, new, (left, right)).places {
        table.add(place)
      }
    }
  }

  private mutating func addLonely(
    _ aspect: DiffPlace.Aspect, _ title: String, _ what: String, _ origin: Origin, _ side: Side
  ) {
    table.add(
      side == .old
        ? DiffPlace(aspect, title, "removed \(what)", old: origin)
        : DiffPlace(aspect, title, "added \(what)", new: origin))
  }

  private mutating func note(_ index: MappingIndex, _ side: Side) {
    for mapping in index.mappingsInOrder {
      for line in index.allLines(of: mapping) { table.note(line.origin, of: mapping.origin, side) }
      for item in index.dispatch(of: mapping)?.cases ?? [] {
        table.note(item.origin, of: mapping.origin, side)
      }
    }
  }

  private mutating func compare(_ pair: EndpointPairs.Pair) {
    let (before, after) = (pair.old.endpoint, pair.new.endpoint)
    let title = after.selector.description
    let add = { (table: inout PlaceTable, change: String) in
      table.add(DiffPlace(.endpoint, title, change, old: before.origin, new: after.origin))
    }
    switch (before.body, after.body) {
    case (.map(let one), .map(let other)):
      for place in LineDifferences(owner: title, old: old, new: new).places(one, other) {
        table.add(place)
      }
    case (let one, let other) where one != other:
      add(&table, "body: \(one.text) -> \(other.text)")
    default: break
    }
    let statuses = (before.selector.http?.statuses ?? [], after.selector.http?.statuses ?? [])
    if Set(statuses.0) != Set(statuses.1) {
      add(&table, "statuses: \(Self.text(statuses.0)) -> \(Self.text(statuses.1))")
    }
    if before.mimeType != after.mimeType {
      add(&table, "MIME type: \(before.mimeType ?? "none") -> \(after.mimeType ?? "none")")
    }
  }

  private static func text(_ statuses: [StatusMatcher]) -> String {
    statuses.isEmpty ? "any of success" : statuses.map(\.description).joined(separator: ",")
  }

  // MARK: - Targets

  private mutating func addTarget(_ pair: EndpointPairs.Pair) {
    let half = { (item: EndpointPairs.Item, side: DiffSide) in
      DiffTarget.Half(side.contracts[item.contract], item.contract, endpoint: item.endpoint)
    }
    var found = DiffTarget(
      old: half(pair.old, old), new: half(pair.new, new),
      text: pair.new.endpoint.selector.description)
    for (side, item) in [(Side.old, pair.old), (.new, pair.new)] {
      for origin in [item.endpoint.origin] + item.endpoint.body.lines.map(\.origin) {
        found.places.formUnion(table.numbers(at: origin.place, side))
      }
      add(item.endpoint.mappings, of: item.contract, to: &found, side)
    }
    append(found)
  }

  /// Adds a target that leads to a difference; its contracts are restricted to what it needs.
  private mutating func append(_ target: DiffTarget) {
    guard !target.places.isEmpty else { return }
    var target = target
    for side in [Side.old, .new] {
      let half = target[side]
      target[side].contract = reaches[side]![half.number].restricted(
        to: half.starts, [half.endpoint].compactMap(\.self))
    }
    targets.append(target)
  }

  private mutating func add(
    _ starts: [MemberName], of contract: Int, to target: inout DiffTarget, _ side: Side
  ) {
    let reach = reaches[side]![contract]
    for mapping in reach.index.mappings(from: starts) {
      target.size += 1
      reached[side]?.insert(mapping.origin.place)
      let origins = [mapping.origin] + reach.index.allLines(of: mapping).map(\.origin)
      let numbers = origins.flatMap { table.numbers(at: $0.place, side) }
      guard !numbers.isEmpty else { continue }
      target.places.formUnion(numbers)
      target.changedNames.insert(mapping.name)
    }
  }

  /// Adds the differing mappings that no endpoint leads to, and the mappings that name them,
  /// because the lines of these may read key paths inside of the differing ones.
  private mutating func addTypes(_ one: Int, _ other: Int) {
    let (left, right) = (reaches[.old]![one], reaches[.new]![other])
    let unreached = left.index.mappingsInOrder.filter { mapping in
      guard let match = right.index[mapping.name] else { return false }
      return reached[.old]?.contains(mapping.origin.place) != true
        && reached[.new]?.contains(match.origin.place) != true
        && (hasPlace(mapping, left.index, .old) || hasPlace(match, right.index, .new))
    }
    var names: Set<MemberName> = []
    for mapping in unreached {
      for name in [mapping.name] + left.referrers(to: mapping.name).prefix(2)
      where right.index[name] != nil && names.insert(name).inserted {
        addType(name, one, other)
      }
    }
  }

  private func hasPlace(_ mapping: ContractMapping, _ index: MappingIndex, _ side: Side) -> Bool {
    ([mapping.origin] + index.allLines(of: mapping).map(\.origin)).contains {
      !table.numbers(at: $0.place, side).isEmpty
    }
  }

  private mutating func addType(_ name: MemberName, _ one: Int, _ other: Int) {
    var found = DiffTarget(
      old: DiffTarget.Half(old.contracts[one], one, type: name),
      new: DiffTarget.Half(new.contracts[other], other, type: name), text: name.text)
    let known = reached
    add([name], of: one, to: &found, .old)
    add([name], of: other, to: &found, .new)
    reached = known
    append(found)
  }
}

extension Endpoint.Body {
  fileprivate var text: String {
    switch self {
    case .value(let value): JSONWriter.text(of: value.description)
    case .map: "an object of key paths"
    case .absent: "none"
    }
  }
}
