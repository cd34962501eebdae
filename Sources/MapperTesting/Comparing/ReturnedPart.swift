package import ContractModel
import JSONParsing
package import MappingEngine

/// The part of a payload that a mapper returns if it does not return all of it: the contract's
/// value for one key path.
package struct ReturnedPart {
  private let names: [MemberName]
  /// The lines that read the part: one, except for cases and for several properties of one key.
  private let lines: Set<ContractLineKey>

  /// - Parameter keyPath: The key path from the root of the payload: `data.items`.
  /// - Returns: `nil` if no line makes a property of the key path.
  package init?(_ keyPath: String, of target: MappingTarget, in contract: Contract) {
    let wanted = MemberName(keyPath)
    let search = PartSearch(contract, target) { source in
      wanted.text.utf8.starts(with: source.description.utf8)
    }
    guard let source = search.found.keys.first(where: { MemberName($0.description) == wanted })
    else { return nil }
    names = source.steps.compactMap { if case .segment(let name) = $0 { name } else { nil } }
    lines = Set(search.found[source]?.map { ContractLineKey($0) } ?? [])
  }

  /// Returns the key paths of a payload whose value a mapper may return, shortest first.
  package static func keyPaths(of target: MappingTarget, in contract: Contract) -> [String] {
    PartSearch(contract, target) { _ in true }.order.map(\.description)
  }

  /// Returns the contract's values for the key path; empty if the payload has none.
  ///
  /// The place of a value is that in the result of the whole payload.
  func values(
    in result: MappingResult
  ) -> [(value: MappedValue, line: PropertyLine, place: InstancePath)] {
    let events = result.events.filter(isRead)
    guard !events.isEmpty else { return [] }
    let places = ObjectPlaces(result)
    return events.compactMap { event in
      guard let line = event.line, let place = places.place(of: event), let value = event.value,
        !value.isNull
      else { return nil }
      return (value, line, place)
    }
  }

  /// Returns whether an event is about the part itself.
  func isRead(by event: MappingEvent) -> Bool {
    event.isTerminal && event.path.steps.count == names.count && contains(event.path)
      && (event.line.map { lines.contains(ContractLineKey($0)) } ?? false)
  }

  /// Returns whether a path of a payload leads to the part, or into it.
  func contains(_ path: InstancePath) -> Bool {
    path.steps.count >= names.count
      && zip(path.steps, names).allSatisfy { step, name in
        switch step {
        case .member(let member): member == name
        case .element(let index): SourceKeyPath.index(name) == index
        }
      }
  }
}

/// The key paths of a payload that become properties, from the root through single objects.
private struct PartSearch {
  private(set) var found: [SourceKeyPath: [PropertyLine]] = [:]
  private(set) var order: [SourceKeyPath] = []
  private let index: MappingIndex
  private let isWanted: (SourceKeyPath) -> Bool

  /// A mapping that is followed at a key path.
  private struct Visit: Hashable {
    var mapping: MemberName
    var steps: [SourceKeyPath.Step]
  }

  private var visited: Set<Visit> = []
  private var pending: [Visit] = []
  /// The most key paths; recursive mappings have infinitely many.
  private static let limit = 200

  /// - Parameter isWanted: Whether a key path, or one below it, is searched for.
  init(
    _ contract: Contract, _ target: MappingTarget, where isWanted: @escaping (SourceKeyPath) -> Bool
  ) {
    index = MappingIndex(contract)
    self.isWanted = isWanted
    switch target {
    case .type(let root, let value): follow(value.type, root.steps)
    case .endpoint(let selector):
      switch contract.endpoints.first(where: { $0.selector == selector })?.body {
      case .value(let value)?: follow(value.type, [])
      case .map(let lines)?: add(lines, below: [])
      case .absent?, nil: break
      }
    }
    var number = 0
    while number < pending.count, order.count < Self.limit {
      let visit = pending[number]
      number += 1
      if let mapping = index[visit.mapping] {
        add(index.allLines(of: mapping), below: visit.steps)
        for case .name(let name) in index.dispatch(of: mapping)?.uses ?? [] {
          enqueue(Visit(mapping: name.value, steps: visit.steps))
        }
      }
    }
  }

  private mutating func add(_ lines: [PropertyLine], below steps: [SourceKeyPath.Step]) {
    for line in lines where line.property != nil && line.source.base == .representation {
      let source = SourceKeyPath(steps: steps + line.source.steps)
      guard isWanted(source), !source.steps.contains(.fanOut) else { continue }
      if !source.steps.isEmpty {
        if found[source] == nil { order.append(source) }
        found[source, default: []].append(line)
      }
      follow(line.value.type, source.steps)
    }
  }

  private mutating func follow(_ type: ValueType, _ steps: [SourceKeyPath.Step]) {
    if case .mapping(let name) = type { enqueue(Visit(mapping: name.value, steps: steps)) }
  }

  private mutating func enqueue(_ visit: Visit) {
    if visited.insert(visit).inserted { pending.append(visit) }
  }
}
