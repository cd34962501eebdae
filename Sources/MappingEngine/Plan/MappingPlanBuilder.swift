import ContractModel
import JSONParsing

struct MappingPlanBuilder {
  let contract: Contract
  let index: MappingIndex
  private(set) lazy var holders = index.holders
  var tables = PlanTables()
  private var numbers: [MemberName: Int32] = [:]
  private var typeNumbers: [MemberName: Int32] = [:]
  var propertyNumbers: [PropertyPath: Int32] = [:]
  private var targets: [MappingTarget: PlanTarget] = [:]

  /// - Parameter targets: The targets of payloads, besides the contract's endpoints.
  static func plan(_ contract: Contract, targets: [MappingTarget]) -> MappingPlan {
    var builder = MappingPlanBuilder(contract)
    for endpoint in contract.endpoints { builder.add(endpoint) }
    for target in targets { builder.add(target) }
    return MappingPlan(builder.tables, targets: builder.targets)
  }

  private init(_ contract: Contract) {
    self.contract = contract
    index = MappingIndex(contract)
    // Numbers are assigned first, because mappings may refer to each other and to themselves.
    var mappings: [ContractMapping] = []
    for mapping in index.mappingsInOrder where numbers[mapping.name] == nil {
      numbers[mapping.name] = Int32(mappings.count)
      mappings.append(mapping)
    }
    tables.sourceMappings = mappings
    tables.mappings = mappings.indices.map { PlanMapping(source: Int32($0)) }
    for number in mappings.indices { compile(mappings[number], Int32(number)) }
  }

  // MARK: - Names

  func number(ofMapping name: MemberName) -> Int32? { numbers[name] }

  mutating func number(ofType name: MemberName) -> Int32 {
    if let number = typeNumbers[name] { return number }
    let number = tables.append(name, to: \.types)
    typeNumbers[name] = number
    return number
  }

  // MARK: - Targets

  private mutating func add(_ endpoint: Endpoint) {
    let target = MappingTarget.endpoint(endpoint.selector)
    switch endpoint.body {
    case .value(let value): targets[target] = root(value, endpoint.origin)
    case .map where endpoint.hasNoBody, .absent: targets[target] = .nothing
    case .map(let lines): targets[target] = self.lines(lines)
    }
  }

  private mutating func add(_ target: MappingTarget) {
    guard case .type(let root, let value) = target, targets[target] == nil else { return }
    if root.steps.isEmpty {
      targets[target] = self.root(value, .none)
    } else {
      let names = root.steps.compactMap { if case .segment(let name) = $0 { name } else { nil } }
      let line = PropertyLine(
        source: root, isOptional: false, property: PropertyPath(names), value: value)
      targets[target] = lines([line])
    }
  }

  private mutating func root(_ value: ConstrainedType, _ origin: Origin) -> PlanTarget {
    let line = PropertyLine(
      source: .representation, isOptional: false, property: nil, value: value, origin: origin)
    return .value(line: compile(line, contract.settings, nil))
  }

  /// Compiles the lines of an endpoint as a mapping without a type.
  private mutating func lines(_ lines: [PropertyLine]) -> PlanTarget {
    var plan = PlanMapping(source: -1)
    let number = tables.append(plan, to: \.mappings)
    let tree = places(for: lines.map(\.source), contract.settings, number, &plan)
    plan.isLenient = contract.settings.coercion == .lenient
    plan.unknownKeys = contract.settings.unknownKeys ?? .ignore
    let compiled = lines.map { compile($0, contract.settings, tree) }
    var variant = PlanVariant(mapping: number, type: -1, lines: append(order: compiled))
    variant.deletions = deletions(by: lines, compiled)
    plan.outer = tables.append(variant, to: \.variants)
    plan.aggregates = aggregates(of: lines)
    noteReading(lines, [], tree, firstVariant: Int(plan.outer), &plan)
    noteTakers(lines, tree, plan)
    plan.readsSelf = lines.contains(where: \.readsRepresentation)
    plan.family = -1
    tables.mappings[number] = plan
    return .lines(mapping: number)
  }

  /// Returns the objects that lines delete: for each mapping, the lines in the identity's order.
  private mutating func deletions(by lines: [PropertyLine], _ compiled: [Int32]) -> PlanRange {
    var names: [MemberName] = []
    for case let name? in lines.map({ $0.deletes?.mapping.value }) where !names.contains(name) {
      names.append(name)
    }
    let deletions = names.compactMap { name -> PlanDeletion? in
      guard let number = numbers[name], let mapping = index[name] else { return nil }
      let parts = index.identity(of: mapping).compactMap { part in
        lines.firstIndex { line in
          line.deletes?.mapping.value == name && line.deletes?.part.value == part.value
        }.map { compiled[$0] }
      }
      guard parts.count == index.identity(of: mapping).count, !parts.isEmpty else { return nil }
      return PlanDeletion(mapping: number, parts: tables.append(contentsOf: parts, to: \.order))
    }
    return tables.append(contentsOf: deletions, to: \.deletions)
  }

  // MARK: - Order

  /// Appends lines in the order in which they run: attributes, then relationships, then dotted
  /// properties, which are set in another object that may be one of the relationships; in each
  /// group, in the contract's order (§ 10).
  mutating func append(order lines: [Int32]) -> PlanRange {
    let groups: [(PlanLine) -> Bool] = [
      { !$0.isDotted && !$0.isRelationship }, { !$0.isDotted && $0.isRelationship },
      { $0.isDotted },
    ]
    let ordered = groups.flatMap { isIn in lines.filter { isIn(tables.lines[$0]) } }
    return tables.append(contentsOf: ordered, to: \.order)
  }
}
