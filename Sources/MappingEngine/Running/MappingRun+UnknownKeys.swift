import ContractModel
import JSONParsing

extension MappingRun {
  /// Reports the members that no line of the variant reads and no case looks at.
  mutating func reportUnknownKeys(
    _ mapping: PlanMapping, _ variant: Int32, _ frame: Frame, _ place: Place
  ) {
    let severity: ContractError.Severity = mapping.unknownKeys == .error ? .error : .warning
    let unused = plan.variants[Int(variant)].unusedSlots
    reportUnknownKeys(
      mapping.scan, frame.node, unused, severity, place.dispatcher, frame.mapping)
  }

  private mutating func reportUnknownKeys(
    _ number: Int32, _ node: Int, _ unused: PlanRange, _ severity: ContractError.Severity,
    _ dispatcher: Int32, _ mapping: Int32
  ) {
    guard document.word(node).kind == .object else { return }
    let scan = number >= 0 ? plan.scans[Int(number)] : PlanScan()
    var name = document.firstChild(node)
    let end = document.next(node)
    while name < end {
      if let key = anyKey(name, scan), !isUnused(plan.keys[key].slot, unused) {
        if plan.keys[key].scan >= 0 {
          reportUnknownKeys(plan.keys[key].scan, name + 1, unused, severity, -1, mapping)
        }
      } else if !isAggregateKey(name, mapping, node),
        dispatcher < 0 || !isConditionKey(name, dispatcher)
      {
        record(
          .unmappedKey, at: name, nil, mapping: mapping,
          problem: MappingProblem(rule: .unknownKey, severity: severity))
      }
      name = document.next(name + 1)
    }
  }

  /// The entry of a name in a scan's table by the mapping's key style.
  private func anyKey(_ name: Int, _ scan: PlanScan) -> Int? {
    if let key = key(name, scan) { return key }
    guard scan.folding >= 0 else { return nil }
    return foldedKey(name, scan, plan.parts.foldings[Int(scan.folding)]).map { Int($0) }
  }

  private func isUnused(_ slot: Int32, _ unused: PlanRange) -> Bool {
    unused.indices.contains { plan.order[$0] == slot }
  }

  /// Whether an object that is made of keys of this one reads a key.
  private func isAggregateKey(_ name: Int, _ mapping: Int32, _ node: Int) -> Bool {
    plan.mappings[Int(mapping)].aggregates.indices.contains { index in
      let inner = plan.mappings[Int(plan.order[index])]
      return inner.scan >= 0 && anyKey(name, plan.scans[Int(inner.scan)]) != nil
    }
  }

  /// Whether a mapping looked at a key to hand the representation over.
  private func isConditionKey(_ name: Int, _ mapping: Int32) -> Bool {
    let mapping = plan.mappings[Int(mapping)]
    guard mapping.scan >= 0, let key = anyKey(name, plan.scans[Int(mapping.scan)]) else {
      return false
    }
    return mapping.conditionSlots.indices.contains { plan.order[$0] == plan.keys[key].slot }
  }
}
