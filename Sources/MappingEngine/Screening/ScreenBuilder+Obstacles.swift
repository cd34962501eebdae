package import ContractModel
package import JSONParsing
import RecordScreening

/// What of a mapping keeps its objects from being lowered.
package enum ScreenObstacle: Sendable, Equatable {
  case line(SourceKeyPath)
  case cases, keyStyle, keyPaths, identity
}

extension ScreenBuilder {
  /// What keeps a mapping out; empty, if nothing does.
  func obstacles(_ mapping: PlanMapping, _ variant: PlanVariant) -> [ScreenObstacle] {
    let rules = plan.tables.order[variant.rules.indices]
    if mapping.hasCases { return [.cases] }
    guard mapping.source >= 0, mapping.scan >= 0, variant.type >= 0 else { return [.keyPaths] }
    var lines = rules.filter { !isPlain(plan.tables.rules[$0]) }
    lines += plan.tables.order[variant.constants.indices]
    if variant.modifiedBy >= 0 { lines.append(variant.modifiedBy) }
    if !lines.isEmpty { return lines.map { .line(plan.tables.sourceRules[$0].source) } }
    if isFolding(mapping.scan) { return [.keyStyle] }
    guard variant.isPlainlyRead else { return [.keyPaths] }
    return hasPlainIdentity(variant, among: rules) ? [] : [.identity]
  }

  private func isPlain(_ rule: PlanRule) -> Bool {
    rule.slot != nil && !rule.isDotted && rule.assign == .set && !rule.updatesInPlace
      && !rule.isOfExchange
  }

  private func isFolding(_ number: Int32) -> Bool {
    let scan = plan.tables.scans[number]
    return scan.folding >= 0
      || scan.keys.indices.contains {
        let key = plan.tables.keys[$0]
        return key.length >= 0 && key.scan >= 0 && isFolding(key.scan)
      }
  }

  /// Whether there is no identity, or one of a single member, a whole number or a text as it stands.
  private func hasPlainIdentity(_ variant: PlanVariant, among rules: ArraySlice<Int32>) -> Bool {
    guard !variant.identity.isEmpty else { return true }
    guard variant.identity.count == 1,
      case .rule(let number) = plan.tables.identityParts[Int(variant.identity.start)]
    else { return false }
    let rule = plan.tables.rules[number]
    let value = plan.tables.values[rule.value]
    guard let slot = rule.slot, plan.tables.paths[rule.source.path].steps.count == 1,
      rules.count(where: { plan.tables.rules[$0].slot == slot }) == 1, value.constraints.isEmpty
    else { return false }
    switch value.kind {
    case .int, .uint: return value.takesPlainIntegers
    case .string: return value.plainKinds != 0
    default: return false
    }
  }
}

extension MappingTally {
  /// What of each mapping keeps payloads from being recognised as clean before they are judged; none
  /// of those of which nothing does.
  package var screenObstacles: [MemberName: [ScreenObstacle]] {
    var builder = ScreenBuilder(mapper)
    let tables = mapper.plan.tables
    var all: [MemberName: [ScreenObstacle]] = [:]
    for mapping in tables.mappings {
      guard let name = mapper.plan.name(of: mapping) else { continue }
      let variant = tables.variants[mapping.outer]
      var obstacles = builder.obstacles(mapping, variant)
      if obstacles.isEmpty {
        obstacles = tables.order[variant.rules.indices].filter { !builder.lowers($0) }
          .map { .line(tables.sourceRules[$0].source) }
      }
      if !obstacles.isEmpty { all[name] = obstacles }
    }
    return all
  }
}

extension ScreenBuilder {
  /// Whether some value of a rule passes, if the mappings that it leads to do.
  fileprivate mutating func lowers(_ rule: Int32) -> Bool {
    switch plan.tables.values[plan.tables.rules[rule].value].kind {
    case .mapping: return true
    case .array(let element):
      if case .mapping = plan.tables.values[element].kind { return true }
    default: break
    }
    let value = value(of: [rule])
    return !value.kinds.isSubset(of: .null) || value.test >= 0
  }
}
