import ContractModel
import JSONParsing

extension MappingRun {
  /// Returns the violation of an absent required key, with the nearest key as a hint (§ 8).
  mutating func missingKey(_ line: Line) -> MappingProblem {
    MappingProblem(.missingKey, value: line.planned.value, other: nearMember(line)?.name ?? -1)
  }

  /// Returns a warning if an optional key is absent and an unmapped key looks like it.
  mutating func nearKey(_ line: Line) -> MappingProblem? {
    guard let near = nearMember(line) else { return nil }
    return MappingProblem(
      near.differsInCase ? .keyCase : .nearKey, severity: .warning, value: line.planned.value,
      other: near.name, node: near.name)
  }

  private mutating func nearMember(_ line: Line) -> NearMember? {
    let container = line.node
    guard document.word(container).kind == .object, let (scan, takers) = scan(of: line) else {
      return nil
    }
    // With a key style, a member that the scan matched to another key may still be near.
    let isUnreadKnown = members.isWanted && scan.folding < 0
    if isUnreadKnown, line.frame.unread.isEmpty { return nil }
    guard
      case .segment(let wanted)? = plan.tables.paths[line.planned.source.path]
        .steps[at: line.missingStep]
    else { return nil }
    var search = NearSearch(key: wanted, line: line, takers: takers)
    let end = document.next(container)
    if isUnreadKnown {
      for index in line.frame.unread {
        let (name, place) = (Int(members.unread[index].name), members.unread[index].place)
        guard place == scan.place, container < name, name < end else { continue }
        consider(name, &search)
        if search.isOver { break }
      }
    } else {
      var name = document.firstChild(container)
      while name < end, !search.isOver {
        if key(name, scan) == nil { consider(name, &search) }
        name = document.next(name + 1)
      }
    }
    return search.near
  }

  /// A member whose name looks like a key.
  private struct NearMember {
    var name: Int
    var distance: Int
    var differsInCase: Bool
  }

  private struct NearSearch {
    let key: MemberName
    let line: Line
    /// The mappings that also map the object itself.
    let takers: PlanRange
    var near: NearMember?

    var isOver: Bool { near?.differsInCase ?? false }
  }

  private mutating func consider(_ name: Int, _ search: inout NearSearch) {
    guard isNearLength(name, search.key),
      let likeness = likenesses.likeness(
        of: name, in: document, to: search.key, path: search.line.planned.source.path,
        step: search.line.missingStep),
      !isReadElsewhere(name, of: search.line.node, search.takers)
    else { return }
    switch likeness {
    case .sameLetters:
      search.near = NearMember(name: name, distance: 0, differsInCase: true)
    case .near(let distance):
      if isNearer(name, distance, than: search.near) {
        search.near = NearMember(name: name, distance: distance, differsInCase: false)
      }
    }
  }

  /// Returns whether a name is nearer than the one found so far. Of equally near names the first in
  /// byte order wins, so that the order of members does not matter.
  private func isNearer(_ name: Int, _ distance: Int, than other: NearMember?) -> Bool {
    guard let other, other.distance <= distance else { return true }
    return other.distance == distance
      && document.contentBytes(name).lexicographicallyPrecedes(document.contentBytes(other.name))
  }

  /// Returns whether the lengths are similar enough for a likeness: similar names differ by a few
  /// characters, or by the separators between their parts.
  private func isNearLength(_ name: Int, _ wanted: MemberName) -> Bool {
    abs(document.word(name).length - 2 - wanted.text.utf8.count) <= 8
  }

  /// Returns the scan of the object that lacks a line's key, and the mappings that also map this
  /// object itself.
  private func scan(of line: Line) -> (scan: PlanScan, takers: PlanRange)? {
    let frame = line.frame
    guard frame.mapping >= 0, case .slot(var slot) = line.planned.source.start else { return nil }
    let mapping = plan.tables.mappings[frame.mapping]
    if line.node == frame.node {
      return mapping.scan >= 0 ? (plan.tables.scans[mapping.scan], PlanRange()) : nil
    }
    while slot >= 0 {
      let step = plan.tables.slots[mapping.slotStart + slot]
      if slots[frame.slots + Int(slot)] == Int32(line.node) {
        return step.scan >= 0 ? (plan.tables.scans[step.scan], step.takers) : nil
      }
      slot = step.parent
    }
    return nil
  }

  /// Returns whether another reader of an object reads a member.
  private mutating func isReadElsewhere(_ name: Int, of container: Int, _ takers: PlanRange) -> Bool
  {
    if members.readers(of: container)?.contains(where: { behind(name, $0) != nil }) == true {
      return true
    }
    return takers.indices.contains { index in
      let taker = plan.tables.mappings[plan.tables.order[index]]
      return behind(name, PlaceReader(place: taker.place, uses: taker.uses)) != nil
    }
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
