import ContractModel
import JSONParsing

extension MappingPlanBuilder {
  /// Compiles a mapping: its own lines, those it takes over, and what its cases add.
  mutating func compile(_ mapping: ContractMapping, _ number: Int32) {
    let lineage = index.lineage(of: mapping)
    let settings = lineage.dropFirst().reduce(mapping.settings) { $0.filled(from: $1.settings) }
      .filled(from: contract.settings)
    let outer = index.rules(of: mapping)
    let dispatch = lineage.lazy.compactMap(\.dispatch).first
    let added = (dispatch?.uses ?? []).flatMap { use in
      if case .rules(let rules) = use { rules } else { [PropertyRule]() }
    }
    let conditions = (dispatch?.cases ?? []).flatMap(\.conditions).map(\.source)
    let switchSources = dispatch?.switchPath.map { [$0.value] } ?? []
    var plan = parts.mappings[Int(number)]
    let sources = (outer + added).map(\.source) + conditions + switchSources
    let tree = places(for: sources, settings, number)
    let slots = scans(for: sources, tree, settings, &plan)
    plan.readsSelf = (outer + added).contains(where: \.readsRepresentation)
    plan.readsElements = (outer + added).contains(where: \.readsElements)
    plan.isLenient = settings.coercion == .lenient
    plan.unknownKeys = settings.unknownKeys ?? .ignore
    plan.missingIdentity = lineage.lazy.compactMap(\.missingIdentity).first ?? .create
    plan.family = self.number(ofType: mapping.typeName)
    let aggregates = (outer + added).filter(\.isAggregate)
      .flatMap { $0.value.type.mappings.compactMap { self.number(ofMapping: $0.value) } }
    plan.aggregates = append(numbers: aggregates)
    let outerRules = outer.map { compile($0, settings, slots, allowsDots: true) }
    let context = VariantContext(mapping: mapping, number: number, outer: outerRules)
    plan.outer = variant(context, type: mapping.typeName)
    let firstVariant = Int(plan.outer)
    if let dispatch { compile(dispatch, context, settings, slots, &plan) }
    noteReading(
      outer + added, conditions + switchSources, tree, firstVariant: firstVariant, &plan)
    noteTakers(outer + added, slots, plan)
    parts.mappings[Int(number)] = plan
  }

  /// What the variants of a mapping have in common.
  struct VariantContext {
    var mapping: ContractMapping
    var number: Int32
    var outer: [Int32]
  }

  // MARK: - Variants

  private mutating func variant(
    _ context: VariantContext, type: MemberName, adding added: [Int32] = []
  ) -> Int32 {
    let rules = context.outer + added
    var variant = PlanVariant(mapping: context.number, type: number(ofType: type))
    variant.rules = append(order: rules)
    var identity: [PlanIdentityPart] = []
    for property in index.identity(of: context.mapping) {
      identity.append(part(of: property.value, rules))
    }
    variant.identity = PlanRange(
      start: Int32(parts.identityParts.count), count: Int32(identity.count))
    parts.identityParts += identity
    let modifiedBy = index.lineage(of: context.mapping).lazy.compactMap(\.modifiedBy).first
    variant.modifiedBy = modifiedBy.flatMap { rule(for: $0.value, in: rules) } ?? -1
    let constants = rules.filter { parts.rules[Int($0)].isConstant }
    variant.constants = append(numbers: constants)
    variant.readsAround = rules.contains {
      parts.sourceRules[Int($0)].source.base != .representation
    }
    variant.connections = connections(of: context.mapping, rules)
    parts.variants.append(variant)
    return Int32(parts.variants.count - 1)
  }

  private mutating func part(of property: PropertyPath, _ rules: [Int32]) -> PlanIdentityPart {
    if let rule = rule(for: property, in: rules) { return .rule(rule) }
    return .key(property: number(ofProperty: property))
  }

  private func rule(for property: PropertyPath, in rules: [Int32]) -> Int32? {
    rules.first { parts.sourceRules[Int($0)].property == property }
  }

  private mutating func connections(of mapping: ContractMapping, _ rules: [Int32]) -> PlanRange {
    let start = Int32(parts.connections.count)
    for connection in index.connections(of: mapping) {
      guard let target = connection.value.connectedMapping.flatMap({ index[$0.value] }) else {
        continue
      }
      let keys = connection.keys.map { rule(for: $0.own.value, in: rules) ?? -1 }
      let keyRules = PlanRange(start: Int32(parts.order.count), count: Int32(keys.count))
      parts.order += keys
      let others = PlanRange(start: Int32(parts.order.count), count: Int32(keys.count))
      for key in connection.keys { parts.order.append(number(ofProperty: key.other.value)) }
      var isToMany = true
      if case .mapping = connection.value.type { isToMany = false }
      parts.connections.append(
        PlanConnection(
          source: Int32(parts.sourceConnections.count), type: number(ofType: target.typeName),
          property: number(ofProperty: connection.property), isToMany: isToMany,
          keyRules: keyRules, otherProperties: others))
      parts.sourceConnections.append(connection)
    }
    return PlanRange(start: start, count: Int32(parts.connections.count) - start)
  }

  // MARK: - Cases

  private mutating func compile(
    _ dispatch: CaseDispatch, _ context: VariantContext, _ settings: MappingSettings,
    _ slots: SlotNumbers, _ plan: inout PlanMapping
  ) {
    plan.hasCases = true
    if let path = dispatch.switchPath {
      plan.switchCondition = Int32(parts.conditions.count)
      parts.conditions.append(PlanCondition(source: source(path.value, slots), test: .exists))
    }
    let cases = dispatch.cases.map { rule in
      let start = Int32(parts.conditions.count)
      for condition in rule.conditions { append(condition, slots) }
      return PlanCase(
        conditions: PlanRange(start: start, count: Int32(rule.conditions.count)),
        trims: rule.trims, use: use(rule.use, context, settings, slots))
    }
    plan.cases = PlanRange(start: Int32(parts.cases.count), count: Int32(cases.count))
    parts.cases += cases
    parts.sourceCases += dispatch.cases
    plan.otherwise =
      dispatch.otherwise.map { use($0, context, settings, slots) }
      ?? (dispatch.skipsOthers ? .skip : .none)
  }

  private mutating func append(_ condition: CaseCondition, _ slots: SlotNumbers) {
    let test: PlanCondition.Test
    switch condition {
    case .equals(_, let literal): test = .equals(literal: number(of: literal))
    case .exists: test = .exists
    case .kind(_, let kind): test = .kind(kind)
    }
    parts.conditions.append(PlanCondition(source: source(condition.source, slots), test: test))
  }

  /// A case hands over to the mapping of its name; if there is none, the name is that of a type.
  private mutating func use(
    _ use: CaseUse, _ context: VariantContext, _ settings: MappingSettings, _ slots: SlotNumbers
  ) -> PlanUse {
    switch use {
    case .name(let name):
      if name.value != context.mapping.name, let other = number(ofMapping: name.value) {
        return .mapping(other)
      }
      let isOwn = name.value == context.mapping.name
      return .variant(variant(context, type: isOwn ? context.mapping.typeName : name.value))
    case .rules(let rules):
      let added = rules.map { compile($0, settings, slots, allowsDots: true) }
      return .variant(variant(context, type: context.mapping.typeName, adding: added))
    }
  }
}
