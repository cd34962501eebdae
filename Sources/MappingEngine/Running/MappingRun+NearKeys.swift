import ContractModel
import JSONParsing

extension MappingRun {
  /// The violation of a required key that is absent, with the nearest key as a hint (rule 8).
  func missingKey(_ line: Line) -> MappingProblem {
    MappingProblem(.missingKey, value: line.rule.value, other: nearMember(line)?.name ?? -1)
  }

  /// A warning if an optional key is absent while one is there that is not mapped and looks like
  /// it.
  func nearKey(_ line: Line) -> MappingProblem? {
    guard let near = nearMember(line) else { return nil }
    return MappingProblem(
      near.differsInCase ? .keyCase : .nearKey, severity: .warning, value: line.rule.value,
      other: near.name, node: near.name)
  }

  private func nearMember(_ line: Line) -> (name: Int, differsInCase: Bool)? {
    let container = line.node
    guard document.word(container).kind == .object, let (scan, takers) = scan(of: line),
      case .segment(let wanted)? = plan.tables.paths[line.rule.source.path]
        .steps[at: line.missingStep]
    else { return nil }
    var near: (name: Int, distance: Int)?
    var name = document.firstChild(container)
    let end = document.next(container)
    while name < end {
      if isNearLength(name, wanted), key(name, scan) == nil,
        let likeness = likeness(of: document.string(name), to: wanted.text),
        !isReadElsewhere(name, of: container, takers)
      {
        switch likeness {
        case .sameLetters: return (name, true)
        case .near(let distance):
          if isNearer(name, distance, than: near) { near = (name, distance) }
        }
      }
      name = document.next(name + 1)
    }
    return near.map { ($0.name, false) }
  }

  /// Of two that are as near the first by its bytes, so that the order of members does not matter.
  private func isNearer(
    _ name: Int, _ distance: Int, than other: (name: Int, distance: Int)?
  ) -> Bool {
    guard let other, other.distance <= distance else { return true }
    return other.distance == distance
      && document.contentBytes(name).lexicographicallyPrecedes(document.contentBytes(other.name))
  }

  /// Words differ by a few characters, or by the marks between their parts.
  private func isNearLength(_ name: Int, _ wanted: MemberName) -> Bool {
    abs(document.word(name).length - 2 - wanted.text.utf8.count) <= 8
  }

  /// The scan of the object that does not have a line's key, and the mappings that it is mapped by,
  /// too.
  private func scan(of line: Line) -> (scan: PlanScan, takers: PlanRange)? {
    let frame = line.frame
    guard frame.mapping >= 0, case .slot(var slot) = line.rule.source.start else { return nil }
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

  /// Whether somebody else who looks into an object reads a member.
  private func isReadElsewhere(_ name: Int, of container: Int, _ takers: PlanRange) -> Bool {
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
