import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// The keys that the mapper reads of a valid payload, held against those of the contract.
  package func readingNotes(_ payload: [UInt8]) -> [ReadingNote] {
    guard let watch = mapper.watch?(payload) else { return [] }
    if let doubt = watch.doubt { return [.unwatched(reason: doubt)] }
    guard watch.failure == nil, let result = result(of: payload) else { return [] }
    let events = result.events.filter(\.isTerminal)
    let paths = PathSet(events.map(\.path))
    var seen: Set<InstancePath> = []
    let unmentioned = watch.readings.compactMap { reading -> ReadingNote? in
      guard reading.key != nil, !tellsCases(reading.path), !paths.isOnTheWay(reading.path),
        !paths.isInside(reading.path),
        seen.insert(reading.path).inserted
      else { return nil }
      return .unmentioned(reading.path, key: reading.key)
    }
    let unread = watch.neverRead.compactMap { path -> ReadingNote? in
      let event = events.first { $0.path.starts(with: path) && $0.rule?.property != nil }
      return event?.rule.map { .neverRead(event?.path ?? path, $0) }
    }
    return unmentioned + unread
  }
}

extension MapperCheck {
  /// Whether a path ends in a key that some mapping tells its cases by.
  private func tellsCases(_ path: InstancePath) -> Bool {
    guard case .member(let name)? = path.steps.last else { return false }
    let mappings = contract.contract.mappings + contract.contract.includedMappings
    return mappings.contains { mapping in
      guard let dispatch = mapping.dispatch else { return false }
      let sources =
        dispatch.cases.flatMap { $0.conditions.map(\.source) }
        + [dispatch.switchPath?.value].compactMap { $0 }
      return sources.contains { $0.lastName == name }
    }
  }
}

/// Paths that are read, and those on the way to them.
private struct PathSet {
  private var ends: Set<InstancePath> = []
  private var ways: Set<InstancePath> = []

  init(_ paths: [InstancePath]) {
    for path in paths {
      ends.insert(path)
      for count in 0...path.steps.count {
        ways.insert(InstancePath(Array(path.steps.prefix(count))))
      }
    }
  }

  func isOnTheWay(_ path: InstancePath) -> Bool { ways.contains(path) }

  /// Whether a path leads into a value that is read as a whole.
  func isInside(_ path: InstancePath) -> Bool {
    (1..<max(2, path.steps.count)).contains { count in
      let way = InstancePath(Array(path.steps.prefix(count)))
      return ends.contains(way) && !hasMore(way)
    }
  }

  private func hasMore(_ path: InstancePath) -> Bool {
    ways.contains { $0.steps.count == path.steps.count + 1 && $0.starts(with: path) }
  }
}

extension InstancePath {
  fileprivate func starts(with other: InstancePath) -> Bool {
    steps.starts(with: other.steps)
  }
}
