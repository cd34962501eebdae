package import ContractModel
import JSONParsing
import RecordScreening

/// A part of a mapping that prevents a screen for its objects.
package enum ScreenObstacle: Sendable, Equatable {
  case line(SourceKeyPath)
  case cases, keyStyle, keyCount, keyPaths, identity
}

extension ScreenBuilder {
  /// Returns the obstacles of a mapping or of some of its cases; empty, if there are none.
  func obstacles(_ mapping: PlanMapping) -> [ScreenObstacle] {
    if let obstacle = obstacle(mapping) { return [obstacle] }
    var all: [ScreenObstacle] = []
    for variant in variants(mapping) ?? [] {
      all += obstacles(plan.tables.variants[variant]).filter { !all.contains($0) }
    }
    return all
  }

  /// Returns the obstacle that excludes a mapping as a whole.
  func obstacle(_ mapping: PlanMapping) -> ScreenObstacle? {
    guard mapping.source >= 0, mapping.scan >= 0 else { return .keyPaths }
    guard variants(mapping) != nil else { return .cases }
    if isFolding(mapping.scan) { return .keyStyle }
    return isTooWide(mapping.scan) ? .keyCount : nil
  }

  /// Returns the obstacles of a variant of a mapping; empty, if there are none.
  func obstacles(_ variant: PlanVariant) -> [ScreenObstacle] {
    let lines = plan.tables.order[variant.lines.indices]
    guard variant.type >= 0 else { return [.keyPaths] }
    var obstacles = lines.filter { !isPlain(plan.tables.lines[$0]) }
    obstacles += plan.tables.order[variant.constants.indices]
    if variant.modifiedBy >= 0 { obstacles.append(variant.modifiedBy) }
    if !obstacles.isEmpty { return obstacles.map { .line(plan.tables.sourceLines[$0].source) } }
    guard variant.isPlainlyReadByOthers else { return [.keyPaths] }
    return hasPlainIdentity(variant, among: lines) ? [] : [.identity]
  }

  /// Returns the variants of a mapping; `nil`, if the choice needs more than the text of a member.
  private func variants(_ mapping: PlanMapping) -> [Int32]? {
    guard mapping.hasCases else { return [mapping.outer] }
    guard let slot = switchSlot(mapping) else { return nil }
    var uses = [mapping.otherwise]
    for index in mapping.cases.indices {
      guard switchText(plan.tables.cases[index], slot) != nil else { return nil }
      uses.append(plan.tables.cases[index].use)
    }
    var variants: [Int32] = []
    for use in uses {
      switch use {
      case .variant(let variant): variants.append(variant)
      case .mapping: return nil
      case .none, .skip: break
      }
    }
    return variants
  }

  /// Returns the slot of the discriminator; `nil`, if there is none, or its path is not one member.
  func switchSlot(_ mapping: PlanMapping) -> Int32? {
    guard mapping.switchCondition >= 0 else { return nil }
    return slot(plan.tables.conditions[mapping.switchCondition].source)
  }

  private func slot(_ source: PlanSource) -> Int32? {
    guard case .slot(let slot) = source.start, plan.tables.paths[source.path].steps.count == 1
    else { return nil }
    return slot
  }

  /// Returns the member's text that selects a case; `nil`, if the case has another condition.
  func switchText(_ item: PlanCase, _ slot: Int32) -> [UInt8]? {
    guard !item.trims, item.conditions.count == 1 else { return nil }
    let condition = plan.tables.conditions[Int(item.conditions.start)]
    guard self.slot(condition.source) == slot, case .equals(let literal) = condition.test,
      case .string(let text) = plan.tables.literals[literal]
    else { return nil }
    return Array(text.text.utf8)
  }

  private func isPlain(_ line: PlanLine) -> Bool {
    line.slot != nil && !line.isDotted && line.assign == .set && !line.updatesInPlace
      && !line.isOfExchange
  }

  private func isFolding(_ number: Int32) -> Bool {
    let scan = plan.tables.scans[number]
    return scan.folding >= 0
      || scan.keys.indices.contains {
        let key = plan.tables.keys[$0]
        return key.length >= 0 && key.scan >= 0 && isFolding(key.scan)
      }
  }

  /// Returns whether an object has more members than a screen can distinguish.
  private func isTooWide(_ number: Int32) -> Bool {
    let keys = keys(number)
    return keys.count > ScreenPlan.mostMembers
      || keys.contains { $0.scan >= 0 && isTooWide($0.scan) }
  }

  /// Returns whether there is no identity, or one of a single member that is a whole number or an
  /// unconverted text.
  private func hasPlainIdentity(_ variant: PlanVariant, among lines: ArraySlice<Int32>) -> Bool {
    guard !variant.identity.isEmpty else { return true }
    guard variant.identity.count == 1,
      case .line(let number) = plan.tables.identityParts[Int(variant.identity.start)]
    else { return false }
    let line = plan.tables.lines[number]
    let value = plan.tables.values[line.value]
    guard let slot = line.slot, plan.tables.paths[line.source.path].steps.count == 1,
      lines.count(where: { plan.tables.lines[$0].slot == slot }) == 1, value.constraints.isEmpty
    else { return false }
    switch value.kind {
    case .int, .uint: return value.takesPlainIntegers
    case .string: return value.plainKinds != 0
    default: return false
    }
  }
}

extension ScreenBuilder {
  /// Returns whether a screen passes some value of a line, if its mappings can be screened.
  mutating func lowers(_ line: Int32) -> Bool {
    switch plan.tables.values[plan.tables.lines[line].value].kind {
    case .mapping: return true
    case .array(let element), .dictionary(let element):
      if case .mapping = plan.tables.values[element].kind { return true }
    default: break
    }
    let value = value(of: [line])
    return !value.kinds.isSubset(of: .null) || value.test >= 0
  }
}
