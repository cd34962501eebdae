import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// Compares the keys that the mapper reads from valid payloads with the keys of the contract.
  ///
  /// - Parameter payloads: One payload for each case of the mappings. Payloads that the mapper
  ///   rejects, or whose reading cannot be followed, are skipped.
  /// - Returns: A note for each type of object, in the order of the payloads; or the reason why the
  ///   model's reading could not be watched.
  package func readingNotes(
    _ payloads: [[UInt8]]
  ) -> (notes: [ReadingNote], doubt: String?) {
    var found = FoundReadings()
    for payload in payloads {
      guard let watch = mapper.read({ self.mapper.watch?(payload) }), watch.failure == nil,
        let result = result(of: payload)
      else { continue }
      if let doubt = watch.disagreement { return ([], doubt) }
      note(watch, result, in: &found)
    }
    return (found.notes, nil)
  }

  private func note(
    _ watch: DecodingRecord, _ result: MappingResult, in found: inout FoundReadings
  ) {
    let checked = result.events.filter { $0.line?.isOnlyChecked ?? false }.map(\.path)
    let events = result.events.filter { event in
      // The content of a checked-only object need not be read.
      event.isTerminal
        && !checked.contains { event.path != $0 && event.path.starts(with: $0) }
    }
    let ways = Set(
      events.flatMap { event in (0...event.path.steps.count).map { event.path.prefix($0) } })
    // The paths of values that are read as a whole: no path leads on from there.
    let whole = Set(events.map(\.path)).subtracting(
      ways.filter { !$0.steps.isEmpty }.map { $0.prefix($0.steps.count - 1) })
    let holders = events.compactMap { event in
      event.line.flatMap { line in event.path.holder(of: line).map { (path: $0, line: line) } }
    }
    for reading in watch.readings where reading.key != nil {
      let isInside = (1..<max(2, reading.path.steps.count)).contains { count in
        whole.contains(reading.path.prefix(count))
      }
      if isInside || ways.contains(reading.path) || tellsCases(reading.path) { continue }
      // The innermost object of the contract around the key is the one that lacks a line for it.
      let around = holders.filter { reading.path.starts(with: $0.path) }
      let depth = around.map(\.path.steps.count).max() ?? 0
      let holder = around.first { $0.path.steps.count == depth }
      let key = InstancePath(Array(reading.path.steps.dropFirst(depth)))
      let mapping = holder.flatMap { mappingName(of: $0.line) }
      if mapping.map({ isRead(key, inOtherCasesThan: $0) }) ?? false { continue }
      found.addUnmentioned("\(key)", of: mapping)
    }
    let unread = Set(watch.neverRead.map(\.path))
    for event in events where event.line?.property != nil {
      guard let line = event.line, !event.isMissing else { continue }
      let isUnread = unread.contains { event.path.starts(with: $0) }
      found.add(line, of: mappingName(of: line), isUnread: isUnread)
    }
  }

  /// Returns whether another case of an object's mapping has a line for a key.
  private func isRead(_ key: InstancePath, inOtherCasesThan name: MemberName) -> Bool {
    guard key.steps.count == 1, case .member(let key)? = key.steps.last else { return false }
    return types.index.mappingsInOrder.contains { mapping in
      guard let uses = mapping.dispatch?.uses else { return false }
      let family = uses.reduce(into: [mapping.name]) { names, use in
        if case .name(let name) = use { names.append(name.value) }
      }
      return family.contains(name)
        && family.compactMap { types.index[$0] }.flatMap { types.index.allLines(of: $0) }
          .contains { $0.source.steps.count == 1 && $0.source.lastName == key }
    }
  }

  /// Returns whether a path ends in a key by which some mapping distinguishes its cases.
  private func tellsCases(_ path: InstancePath) -> Bool {
    guard case .member(let name)? = path.steps.last else { return false }
    return types.index.mappingsInOrder.contains { mapping in
      guard let dispatch = mapping.dispatch else { return false }
      let sources =
        dispatch.cases.flatMap { $0.conditions.map(\.source) }
        + [dispatch.switchPath?.value].compactMap { $0 }
      return sources.contains { $0.lastName == name }
    }
  }
}

/// The keys of several payloads, by the types of their objects.
private struct FoundReadings {
  private var order: [MemberName?] = []
  private var unmentioned: [MemberName?: [MemberName]] = [:]
  private var lines: [MemberName?: [(line: PropertyLine, isUnread: Bool)]] = [:]

  mutating func addUnmentioned(_ key: String, of mapping: MemberName?) {
    note(mapping)
    let key = MemberName(key)
    if unmentioned[mapping]?.contains(key) != true { unmentioned[mapping, default: []].append(key) }
  }

  /// Adds a line; a line that is read in one payload counts as read.
  mutating func add(_ line: PropertyLine, of mapping: MemberName?, isUnread: Bool) {
    note(mapping)
    let key = ContractLineKey(line)
    if let place = lines[mapping]?.firstIndex(where: { ContractLineKey($0.line) == key }) {
      if !isUnread { lines[mapping]?[place].isUnread = false }
    } else {
      lines[mapping, default: []].append((line, isUnread))
    }
  }

  private mutating func note(_ mapping: MemberName?) {
    if !order.contains(mapping) { order.append(mapping) }
  }

  var notes: [ReadingNote] {
    order.map { mapping in
      ReadingNote(
        mapping: mapping, unmentioned: (unmentioned[mapping] ?? []).map(\.text),
        unread: (lines[mapping] ?? []).filter(\.isUnread).map(\.line))
    }.filter { !$0.isEmpty }
  }
}

extension InstancePath {
  /// Returns the path of the object from which a line reads the value at this path; `nil` for a
  /// line that does not read a member of an object.
  fileprivate func holder(of line: PropertyLine) -> InstancePath? {
    let count = line.source.steps.count
    guard line.source.base == .representation, 1...max(1, steps.count) ~= count,
      !line.source.steps.contains(.fanOut)
    else { return nil }
    return prefix(steps.count - count)
  }

  func starts(with other: InstancePath) -> Bool { steps.starts(with: other.steps) }

  func prefix(_ count: Int) -> InstancePath { InstancePath(Array(steps.prefix(count))) }

  func dropLast(_ count: Int = 1) -> InstancePath { InstancePath(steps.dropLast(count)) }
}
