import ContractModel
import JSONParsing

extension MappingPlanBuilder {
  /// Compiles a mapping: its own lines, inherited lines, and the lines that its cases add.
  mutating func compile(_ mapping: ContractMapping, _ number: Int32) {
    let lineage = index.lineage(of: mapping)
    let settings = index.settings(of: mapping)
    let outer = index.lines(of: mapping)
    let dispatch = index.dispatch(of: mapping)
    let added = dispatch?.addedLines ?? []
    let conditions = (dispatch?.cases ?? []).flatMap(\.conditions).map(\.source)
    let switchSources = dispatch?.switchPath.map { [$0.value] } ?? []
    var plan = tables.mappings[number]
    let sources = (outer + added).map(\.source) + conditions + switchSources
    let tree = places(for: sources, settings, number, &plan)
    plan.requiresKeys =
      dispatch.map { $0.otherwise == nil && !$0.skipsOthers } ?? false
      || outer.contains { !$0.isOptional && $0.source.base == .representation }
    plan.readsSelf = (outer + added).contains(where: \.readsRepresentation)
    plan.readsElements = (outer + added).contains(where: \.readsElements)
    plan.isLenient = settings.coercion == .lenient
    plan.unknownKeys = settings.unknownKeys ?? .ignore
    plan.missingIdentity = lineage.lazy.compactMap(\.missingIdentity).first ?? .create
    plan.family = self.number(ofType: mapping.typeName)
    plan.aggregates = aggregates(of: outer + added)
    var holders: Set<MemberName> = []
    if (outer + added).contains(where: { $0.property?.names.count ?? 0 > 1 }) {
      for type in index.ownTypeNames(of: mapping) { holders.formUnion(self.holders[type] ?? []) }
    }
    let outerLines = outer.map { compile($0, settings, tree, holders: holders) }
    let context = VariantContext(
      mapping: mapping, number: number, outer: outerLines, holders: holders)
    plan.outer = variant(context, type: mapping.typeName)
    let firstVariant = Int(plan.outer)
    if let dispatch { compile(dispatch, context, settings, tree, &plan) }
    noteReading(
      outer + added, conditions + switchSources, tree, firstVariant: firstVariant, &plan)
    noteTakers(outer + added, tree, plan)
    tables.mappings[number] = plan
  }

  struct VariantContext {
    var mapping: ContractMapping
    var number: Int32
    var outer: [Int32]
    var holders: Set<MemberName>
  }

  // MARK: - Variants

  private mutating func variant(
    _ context: VariantContext, type: MemberName, adding added: [Int32] = []
  ) -> Int32 {
    let lines = context.outer + added
    var variant = PlanVariant(mapping: context.number, type: number(ofType: type))
    variant.lines = append(order: lines)
    var identity: [PlanIdentityPart] = []
    for property in index.identity(of: context.mapping) {
      identity.append(part(of: property.value, lines))
    }
    variant.identity = tables.append(contentsOf: identity, to: \.identityParts)
    let modifiedBy = index.lineage(of: context.mapping).lazy.compactMap(\.modifiedBy).first
    variant.modifiedBy = modifiedBy.flatMap { line(for: $0.value, in: lines) } ?? -1
    let constants = lines.filter { tables.lines[$0].isConstant }
    variant.constants = tables.append(contentsOf: constants, to: \.order)
    variant.readsAround = lines.contains {
      tables.sourceLines[$0].source.base != .representation
    }
    variant.connections = connections(of: context.mapping, lines)
    return tables.append(variant, to: \.variants)
  }

  private mutating func part(of property: PropertyPath, _ lines: [Int32]) -> PlanIdentityPart {
    if let line = self.line(for: property, in: lines) { return .line(line) }
    return .key(property: number(ofProperty: property))
  }

  private func line(for property: PropertyPath, in lines: [Int32]) -> Int32? {
    lines.first { tables.sourceLines[$0].property == property }
  }

  private mutating func connections(of mapping: ContractMapping, _ lines: [Int32]) -> PlanRange {
    var connections: [PlanConnection] = []
    for connection in index.connections(of: mapping) {
      guard let target = connection.value.connectedMapping.flatMap({ index[$0.value] }) else {
        continue
      }
      let own = connection.keys.map { line(for: $0.own.value, in: lines) ?? -1 }
      let others = connection.keys.map { number(ofProperty: $0.other.value) }
      var isToMany = true
      if case .mapping = connection.value.type { isToMany = false }
      connections.append(
        PlanConnection(
          source: tables.append(connection, to: \.sourceConnections),
          type: number(ofType: target.typeName),
          property: number(ofProperty: connection.property), isToMany: isToMany,
          keyLines: tables.append(contentsOf: own, to: \.order),
          otherProperties: tables.append(contentsOf: others, to: \.order)))
    }
    return tables.append(contentsOf: connections, to: \.connections)
  }

  // MARK: - Cases

  private mutating func compile(
    _ dispatch: CaseDispatch, _ context: VariantContext, _ settings: MappingSettings,
    _ tree: PlaceTree?, _ plan: inout PlanMapping
  ) {
    plan.hasCases = true
    if let path = dispatch.switchPath {
      let condition = PlanCondition(source: source(path.value, tree), test: .exists)
      plan.switchCondition = tables.append(condition, to: \.conditions)
      plan.switchLine =
        context.outer.first { tables.sourceLines[$0].source == path.value } ?? -1
    }
    let cases = dispatch.cases.map { item in
      let conditions = item.conditions.map { condition($0, tree) }
      return PlanCase(
        conditions: tables.append(contentsOf: conditions, to: \.conditions),
        trims: item.trims, use: use(item.use, context, settings, tree))
    }
    plan.cases = tables.append(contentsOf: cases, to: \.cases)
    tables.sourceCases += dispatch.cases
    plan.otherwise =
      dispatch.otherwise.map { use($0, context, settings, tree) }
      ?? (dispatch.skipsOthers ? .skip : .none)
  }

  private mutating func condition(
    _ condition: CaseCondition, _ tree: PlaceTree?
  ) -> PlanCondition {
    let test: PlanCondition.Test =
      switch condition {
      case .equals(_, let literal): .equals(literal: tables.append(literal, to: \.literals))
      case .exists: .exists
      case .kind(_, let kind): .kind(kind)
      }
    return PlanCondition(source: source(condition.source, tree), test: test)
  }

  /// Returns the mapping that a case names; if there is none, the name is that of a type.
  private mutating func use(
    _ use: CaseUse, _ context: VariantContext, _ settings: MappingSettings, _ tree: PlaceTree?
  ) -> PlanUse {
    switch use {
    case .name(let name):
      if name.value != context.mapping.name, let other = number(ofMapping: name.value) {
        return .mapping(other)
      }
      let isOwn = name.value == context.mapping.name
      return .variant(variant(context, type: isOwn ? context.mapping.typeName : name.value))
    case .lines(let lines):
      let added = lines.map { compile($0, settings, tree, holders: context.holders) }
      return .variant(variant(context, type: context.mapping.typeName, adding: added))
    }
  }
}
