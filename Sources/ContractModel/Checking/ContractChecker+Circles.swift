import JSONParsing

extension ContractChecker {
  /// Reports mappings that lead back to themselves without descending in the payload: mapping a
  /// payload by them would never end.
  ///
  /// A key path that starts at `@document`, `@root` or `@parent` may lead up again, so each of its
  /// cycles is reported. A key path to the representation itself neither ascends nor descends. Its
  /// cycle is reported only if no other key path of the cycle descends.
  mutating func checkCircles() {
    let steps = Dictionary(
      index.mappingsInOrder.map { ($0.name, index.steps(from: $0)) },
      uniquingKeysWith: { first, _ in first })
    let names = index.mappingsInOrder.map(\.name)
    let all = MappingCircles(names) { steps[$0]?.map(\.mapping) ?? [] }
    let level = MappingCircles(names) { name in
      steps[name]?.filter { $0.direction != .down && $0.direction != .anywhere }.map(\.mapping)
        ?? []
    }
    for name in names {
      for step in steps[name] ?? [] {
        let isEndless =
          switch step.direction {
          case .down, .handover: false
          case .anywhere: all.join(name, step.mapping)
          case .itself: level.join(name, step.mapping)
          }
        if isEndless, let line = step.line { logCircle(line, from: name, to: step.mapping) }
      }
    }
  }

  private mutating func logCircle(
    _ line: PropertyLine, from name: MemberName, to other: MemberName
  ) {
    let way =
      name == other
      ? "\(quoted(name.text)) reaches itself"
      : "\(quoted(other.text)) leads back to \(quoted(name.text))"
    log.error(
      "the mapping never ends: \(way) by \(quoted(line.source.description)), which does not go down "
        + "in the payload",
      hint: "map what it has to know by a mapping that does not lead back, or by a foreign key and "
        + "\"connect\"", at: line.origin)
  }
}

extension MappingIndex {
  fileprivate struct Step {
    enum Direction {
      /// Into the contents of the representation.
      case down
      /// To the representation itself.
      case itself
      /// To the representation itself, by a case.
      case handover
      /// To a value that may be above the representation.
      case anywhere
    }

    var mapping: MemberName
    var direction: Direction
    var line: PropertyLine?
  }

  fileprivate func steps(from mapping: ContractMapping) -> [Step] {
    let lines = allLines(of: mapping).flatMap { line in
      line.value.type.mappings.map { name in
        Step(mapping: name.value, direction: Self.direction(of: line.source), line: line)
      }
    }
    let handovers = (dispatch(of: mapping)?.uses ?? []).compactMap { use -> Step? in
      guard case .name(let name) = use, name.value != mapping.name else { return nil }
      return Step(mapping: name.value, direction: .handover)
    }
    return lines + handovers
  }

  private static func direction(of source: SourceKeyPath) -> Step.Direction {
    switch source.base {
    case .representation: source.steps.isEmpty ? .itself : .down
    case .parent, .root, .document: .anywhere
    default: .down  // no object is outside of the payload
    }
  }
}
