import ContractModel
import JSONParsing

extension MappingRun {
  /// The violation of a required key that is absent, with the nearest key as a hint (rule 8).
  func missingKey(
    _ rule: PlanRule, _ container: Int, _ step: Int, _ frame: Frame
  ) -> MappingProblem {
    let near = nearMember(rule, container, step, frame)
    return MappingProblem(
      rule: .missingKey, value: rule.value, other: Int32(near?.name ?? -1))
  }

  /// A warning if an optional key is absent while one is there that is not mapped and looks like
  /// it.
  func nearKey(
    _ rule: PlanRule, _ container: Int, _ step: Int, _ frame: Frame
  ) -> MappingProblem? {
    guard let near = nearMember(rule, container, step, frame) else { return nil }
    return MappingProblem(
      rule: near.differsInCase ? .keyCase : .nearKey, severity: .warning, value: rule.value,
      other: Int32(near.name), node: Int32(near.name))
  }

  private func nearMember(
    _ rule: PlanRule, _ container: Int, _ step: Int, _ frame: Frame
  ) -> (name: Int, differsInCase: Bool)? {
    guard document.word(container).kind == .object, case .slot = rule.source.start,
      let (scan, takers) = scan(of: container, rule, frame),
      case .segment(let wanted)? = plan.parts.paths[Int(rule.source.path)].steps[at: step]
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

  /// What is looked for in the object that does not have a key, and the mappings that it is mapped
  /// by, too.
  private func scan(
    of container: Int, _ rule: PlanRule, _ frame: Frame
  ) -> (scan: PlanScan, takers: PlanRange)? {
    guard frame.mapping >= 0, case .slot(var slot) = rule.source.start else { return nil }
    let mapping = plan.mappings[Int(frame.mapping)]
    if container == frame.node {
      return mapping.scan >= 0 ? (plan.scans[Int(mapping.scan)], PlanRange()) : nil
    }
    while slot >= 0 {
      let plan = plan.slots[Int(mapping.slotStart) + Int(slot)]
      if slots[frame.slots + Int(slot)] == Int32(container) {
        return plan.scan >= 0 ? (self.plan.scans[Int(plan.scan)], plan.takers) : nil
      }
      slot = plan.parent
    }
    return nil
  }

  /// Whether somebody else who looks into an object reads a member.
  private func isReadElsewhere(_ name: Int, of container: Int, _ takers: PlanRange) -> Bool {
    if !readers.isEmpty,
      readers[Int32(truncatingIfNeeded: container)]?.contains(where: { behind(name, $0) != nil })
        == true
    {
      return true
    }
    return takers.indices.contains { index in
      let taker = plan.mappings[Int(plan.order[index])]
      return behind(name, PlaceReader(place: taker.place, uses: taker.uses)) != nil
    }
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
