import ContractModel
import JSONParsing

/// The mappings that a contract's mappings lead to.
struct ContractReach: Sendable {
  /// A mapping or endpoint of the file itself.
  enum Owner: Sendable {
    case mapping(MemberName)
    case endpoint(Endpoint.Selector)

    static func all(_ contract: Contract) -> [Owner] {
      contract.mappings.map { .mapping($0.name) }
        + contract.endpoints.map { .endpoint($0.selector) }
    }
  }

  let contract: Contract
  let index: MappingIndex
  /// The mappings that a mapping's lines, cases and connections name, and those that it extends.
  private let next: [MemberName: [MemberName]]

  init(_ contract: Contract) {
    self.contract = contract
    let index = MappingIndex(contract)
    self.index = index
    next = Dictionary(
      index.mappingsInOrder.map { ($0.name, index.uses(of: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the contract with only the mappings that can be reached from some mappings, and with
  /// some endpoints.
  func restricted(to starts: [MemberName], _ endpoints: [Endpoint]) -> Contract {
    let names = Set(index.mappings(from: starts).map(\.name))
    var contract = contract
    contract.endpoints = endpoints
    contract.mappings.removeAll { !names.contains($0.name) }
    contract.includedMappings.removeAll { !names.contains($0.name) }
    return contract
  }

  /// Returns the contract with only the endpoints and examples whose payloads may contain an object
  /// of the mapping, or belong to the endpoint, and with the mappings that these lead to.
  func surroundings(of owner: Owner) -> Contract {
    switch owner {
    case .mapping(let name):
      let users = leading(to: [name])
      return surroundings(users) { !users.isDisjoint(with: $0.mappings) }
    case .endpoint(let selector):
      return surroundings([]) { $0.selector == selector }
    }
  }

  private func surroundings(
    _ users: Set<MemberName>, where isKept: (Endpoint) -> Bool
  ) -> Contract {
    let endpoints = contract.endpoints.filter(isKept)
    // Mappings that make the same type have to agree on its identity.
    let types = Set(users.flatMap { index[$0].map(index.typeNames) ?? [] })
    let mates = index.mappingsInOrder.filter { !types.isDisjoint(with: index.typeNames(of: $0)) }
    var kept = restricted(to: endpoints.flatMap(\.mappings) + mates.map(\.name), endpoints)
    let selectors = Set(endpoints.map(\.selector))
    kept.statedExamples.removeAll { example in
      !example.targets.contains { target in
        switch target {
        case .endpoint(let selector): selectors.contains(selector.value)
        case .type(_, let value): !users.isDisjoint(with: value.type.mappings.map(\.value))
        }
      }
    }
    return kept
  }

  /// Returns the contract without optional lines that do not lead to any of some mappings, so that
  /// payloads stay small.
  ///
  /// - Parameters:
  ///   - starts: The mappings of the payload itself; if given, only the optional lines on a
  ///     shortest path from them to each of the mappings stay.
  ///   - isKept: Returns whether a line stays, wherever it leads.
  func spared(
    for names: Set<MemberName>, from starts: [MemberName]? = nil, isKept: (PropertyLine) -> Bool
  ) -> Contract {
    let lines = index.mappingsInOrder.flatMap(index.allLines)
    guard !lines.contains(where: \.needsOthers) else { return contract }
    let asked = Set(index.mappingsInOrder.flatMap { index.dispatch(of: $0)?.sources ?? [] })
    let aims = names.union(connected(to: names))
    let leading = starts == nil ? leading(to: aims) : []
    let onWay = starts.map { ways(from: $0, to: aims) } ?? []
    var contract = contract
    func spare(_ mapping: inout ContractMapping) {
      mapping.lines.removeAll { line in
        let named = line.value.type.mappings
        return line.isOptional && !named.isEmpty && !isKept(line) && !asked.contains(line.source)
          && !onWay.contains(line.origin.place) && !named.contains { leading.contains($0.value) }
      }
    }
    for number in contract.mappings.indices { spare(&contract.mappings[number]) }
    for number in contract.includedMappings.indices { spare(&contract.includedMappings[number]) }
    return contract
  }

  private func connected(to names: Set<MemberName>) -> [MemberName] {
    names.compactMap { index[$0] }.flatMap(index.connections)
      .flatMap { $0.value.type.mappings.map(\.value) }
  }

  /// Returns the lines on a shortest path from the start mappings to each of the named mappings.
  private func ways(from starts: [MemberName], to names: Set<MemberName>) -> Set<Origin.Place> {
    var steps: [MemberName: (from: MemberName, line: Origin.Place?)] = [:]
    var (seen, pending) = (Set(starts), starts)
    var position = 0
    while position < pending.count {
      let name = pending[position]
      position += 1
      let lines = index[name].map { index.allLines(of: $0) } ?? []
      let byLines = lines.flatMap { line in
        line.value.type.mappings.map { ($0.value, Optional(line.origin.place)) }
      }
      for (other, line) in byLines + (next[name] ?? []).map({ ($0, nil) })
      where seen.insert(other).inserted {
        steps[other] = (name, line)
        pending.append(other)
      }
    }
    var found: Set<Origin.Place> = []
    for name in names {
      var place = name
      while let step = steps[place] {
        if let line = step.line { found.insert(line) }
        place = step.from
      }
    }
    return found
  }

  /// Returns some mappings, and all mappings that lead to any of these.
  private func leading(to names: Set<MemberName>) -> Set<MemberName> {
    let users = next.reduce(into: [MemberName: [MemberName]]()) { users, entry in
      for name in entry.value { users[name, default: []].append(entry.key) }
    }
    var leading = names
    var pending = Array(leading)
    while let name = pending.popLast() {
      for user in users[name] ?? [] where leading.insert(user).inserted { pending.append(user) }
    }
    return leading
  }

  func referrers(to name: MemberName) -> [MemberName] {
    next.filter { $0.value.contains(name) && $0.key != name }.map(\.key).sorted()
  }
}

extension PropertyLine {
  /// Whether the line reads a value outside of its object, or compares its value with another one.
  /// Such a line may need other lines.
  fileprivate var needsOthers: Bool {
    if case .parent = source.base { return true }
    return source.base == .root || source.base == .document
      || value.constraints.contains { if case .equals = $0.value { true } else { false } }
  }
}
