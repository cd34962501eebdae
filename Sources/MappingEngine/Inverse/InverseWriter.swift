import ContractModel
import JSONParsing

/// Writes objects as JSON, line by line.
struct InverseWriter {
  private static let largestValueCount = 1_000_000
  /// As deep as a document may nest.
  private static let deepest = 250

  let plan: MappingPlan
  let reader: ScalarReader
  let transformers: ValueTransformers
  let store: ObjectStore
  private(set) var losses: [InverseLoss] = []
  private var known: Set<InverseLoss> = []
  /// The objects around the one that is written.
  private var trail: [ObjectID] = []
  private var valueCount = 0
  private var written: Set<ObjectID> = []
  /// The objects that connections lead to.
  private var connected: Set<ObjectID> = []

  init(_ mapper: Mapper, _ store: ObjectStore) {
    (plan, reader, self.store) = (mapper.plan, mapper.reader, store)
    transformers = mapper.reader.transformers
  }

  mutating func lose(_ reason: InverseLoss.Reason, _ number: Int32) {
    let line = plan.line(number)
    let loss = InverseLoss(reason: reason, line: line)
    if known.insert(loss).inserted { losses.append(loss) }
  }

  /// The losses, with that of connections to objects that were not written.
  mutating func finish() -> [InverseLoss] {
    if !connected.isSubset(of: written) { lose(.elsewhere, -1) }
    return losses
  }

  // MARK: - Values

  /// - Parameters:
  ///   - index: The value's line.
  ///   - line: The line that it is of.
  mutating func node(_ value: MappedValue, _ index: Int32, line: Int32) -> PayloadNode? {
    valueCount += 1
    guard valueCount <= Self.largestValueCount else {
      lose(.tooLarge, line)
      return nil
    }
    let type = plan.tables.values[index]
    if value.isNull { return type.allowsNull || type.takesNull ? .null : nil }
    switch (type.kind, value) {
    case (.mapping(let mapping), .object(let id)): return object(id, mapping, line: line)
    case (.array(let element), .array(let collection)),
      (.array(let element), .set(let collection)), (.set(let element), .set(let collection)),
      (.set(let element), .array(let collection)):
      return .array(collection.elements.compactMap { node($0, element, line: line) })
    case (.dictionary(let element), .dictionary(let entries)):
      return .object(
        entries.compactMap { entry in
          node(entry.value, element, line: line).map { (name: entry.name, value: $0) }
        })
    case (.keyed(let property, let element), .array(let collection)):
      return keyed(collection, property, element, line: line)
    default: return scalar(value, index, line: line)
    }
  }

  /// The objects under their keys: what the property says now, or the name that was read.
  private mutating func keyed(
    _ collection: MappedCollection, _ property: Int32, _ element: Int32, line: Int32
  ) -> PayloadNode {
    let name = plan.tables.properties[property]
    var members: [(name: MemberName, value: PayloadNode)] = []
    for (position, value) in collection.elements.enumerated() {
      var key = position < collection.names.count ? collection.names[position] : nil
      if case .object(let id) = value, case .string(let text)? = store[id][name] {
        key = MemberName(text)
      }
      if let key, let node = node(value, element, line: line) { members.append((key, node)) }
    }
    return .object(members)
  }

  private mutating func scalar(
    _ value: MappedValue, _ index: Int32, line: Int32
  ) -> PayloadNode? {
    for text in texts(of: value, index) {
      guard let document = try? JSONDocument(parsing: text) else { continue }
      switch reader.read(index, 0, in: document, as: MappedValue.self) {
      case .value(value), .newValue(value, _): return .text(text)
      default: continue
      }
    }
    let isCustom = plan.tables.values[index].coercions.indices.contains { position in
      if case .custom = plan.tables.coercions[position] { true } else { false }
    }
    lose(isCustom ? .noInverse : .notRestored, line)
    return texts(of: value, index).first.map { .text($0) }
  }

  // MARK: - Objects

  mutating func lines(_ value: MappedValue, _ mapping: Int32) -> PayloadNode {
    let variant = plan.tables.variants[plan.tables.mappings[mapping].outer]
    return members(variant) { property in
      property.names.reduce(value) { value, name in
        guard case .dictionary(let entries)? = value else { return nil }
        return entries.last { $0.name == name }?.value
      }
    }
  }

  mutating func object(_ id: ObjectID, _ mapping: Int32, line: Int32) -> PayloadNode? {
    guard let choice = choice(id, mapping) else {
      lose(.noCase, line)
      return nil
    }
    let variant = plan.tables.variants[choice.variant]
    guard !trail.contains(id) else {
      lose(.circle, line)
      return identity(of: id, variant)
    }
    guard trail.count < Self.deepest else {
      lose(.tooLarge, line)
      return nil
    }
    trail.append(id)
    written.insert(id)
    for index in variant.connections.indices {
      let property = plan.tables.properties[plan.tables.connections[index].property]
      connected.formUnion(store.value(of: property, in: id)?.referredObjects ?? [])
    }
    defer { trail.removeLast() }
    var node = members(variant) { [store] in store.value(at: $0, of: id) }
    if case .object(let members) = node, members.isEmpty { lose(.notRestored, line) }
    let places = places(variant, choice.conditions)
    for condition in choice.conditions { satisfy(condition, in: &node, places) }
    return node
  }

  /// Where the lines of a variant, and conditions, lead into arrays.
  private func places(_ variant: PlanVariant, _ conditions: [CaseCondition] = []) -> ArrayPlaces {
    let lines = plan.tables.order[variant.lines.indices]
    return ArrayPlaces(
      lines.map { plan.tables.sourceLines[$0].source } + conditions.map(\.source))
  }

  private mutating func members(
    _ variant: PlanVariant, _ value: (PropertyPath) -> MappedValue?
  ) -> PayloadNode {
    var node = PayloadNode.object([])
    let places = places(variant)
    for index in variant.lines.indices { write(plan.tables.order[index], to: &node, places, value) }
    return node
  }

  private mutating func write(
    _ number: Int32, to node: inout PayloadNode, _ places: ArrayPlaces,
    _ value: (PropertyPath) -> MappedValue?
  ) {
    let line = plan.tables.lines[number]
    let path = plan.tables.paths[line.source.path]
    guard line.property >= 0 else { return lose(.notMapped, number) }
    guard path.base == .representation, !hasOutsideEqual(number, line) else {
      return lose(.elsewhere, number)
    }
    let property = plan.tables.properties[line.property]
    guard let value = value(property), let made = self.node(value, line.value, line: number) else {
      return
    }
    if path.steps.isEmpty, !line.isRelationship {
      node = made
    } else if path.steps.contains(.fanOut) {
      lose(.collected, number)
      if case .array(let nodes) = made { node.place(collected: nodes, at: path, places) }
    } else {
      node.place(made, at: path, places)
    }
  }

  /// Whether a value has to be equal to one that no line maps, and that is not written therefore.
  private func hasOutsideEqual(_ number: Int32, _ line: PlanLine) -> Bool {
    plan.tables.values[line.value].constraints.indices.contains { index in
      guard case .equals(let source) = plan.tables.constraints[index] else { return false }
      let path = plan.tables.paths[source.path]
      return !plan.tables.sourceLines.contains { $0.source == path && $0.property != nil }
    }
  }

  /// The identity of an object, which is written in full around this place.
  private mutating func identity(of id: ObjectID, _ variant: PlanVariant) -> PayloadNode? {
    guard !variant.identity.isEmpty else { return nil }
    var node = PayloadNode.object([])
    let places = places(variant)
    for index in variant.identity.indices {
      if case .line(let line) = plan.tables.identityParts[index] {
        write(line, to: &node, places) { [store] in store.value(at: $0, of: id) }
      }
    }
    return node
  }

  // MARK: - Cases

  private struct Choice {
    var variant: Int32
    var conditions: [CaseCondition] = []
  }

  /// The variant that makes an object: of its type, with lines for all its properties, and with
  /// conditions that these keep.
  private func choice(_ id: ObjectID, _ mapping: Int32, depth: Int = 0) -> Choice? {
    let mapping = plan.tables.mappings[mapping]
    guard mapping.hasCases, depth < 32 else {
      return isType(id, mapping.outer) ? Choice(variant: mapping.outer) : nil
    }
    for index in mapping.cases.indices {
      let conditions = plan.tables.sourceCases[index].conditions
      guard conditions.allSatisfy({ isKept($0, by: id, mapping) }),
        var choice = choice(id, plan.tables.cases[index].use, depth)
      else { continue }
      choice.conditions = conditions + choice.conditions
      return choice
    }
    return choice(id, mapping.otherwise, depth)
      ?? (isType(id, mapping.outer) ? Choice(variant: mapping.outer) : nil)
  }

  private func choice(_ id: ObjectID, _ use: PlanUse, _ depth: Int) -> Choice? {
    switch use {
    case .none, .skip: nil
    case .variant(let variant): isType(id, variant) ? Choice(variant: variant) : nil
    case .mapping(let mapping): choice(id, mapping, depth: depth + 1)
    }
  }

  private func isType(_ id: ObjectID, _ number: Int32) -> Bool {
    let variant = plan.tables.variants[number]
    guard variant.type >= 0, plan.tables.types[variant.type] == store[id].type else { return false }
    let mapping = plan.tables.mappings[variant.mapping]
    // Without cases there is nothing to choose; what the lines do not have stays in the store.
    guard mapping.hasCases else { return true }
    let lines = variant.lines.indices.map { plan.tables.lines[plan.tables.order[$0]].property }
    let mapped = Set(lines.filter { $0 >= 0 }.map { plan.tables.properties[$0] })
    let others = plan.tables.variants.flatMap { other in
      other.mapping == variant.mapping
        ? other.lines.indices.map { plan.tables.lines[plan.tables.order[$0]].property } : []
    }
    let own = Set(others.filter { $0 >= 0 }.map { plan.tables.properties[$0] })
    return store[id].properties.allSatisfy { mapped.contains($0.name) || !own.contains($0.name) }
  }

  /// Whether what the object has of a condition's key is the literal; a key that no line maps may be
  /// anything.
  private func isKept(_ condition: CaseCondition, by id: ObjectID, _ mapping: PlanMapping) -> Bool {
    let lines = plan.tables.variants[mapping.outer].lines.indices.map { plan.tables.order[$0] }
    let line = lines.first { plan.tables.sourceLines[$0].source == condition.source }
    guard let line, let property = plan.tables.sourceLines[line].property else { return true }
    let value = store.value(at: property, of: id)
    switch condition {
    case .exists: return value != nil
    case .kind(_, let kind):
      guard let text = value.flatMap({ texts(of: $0, plan.tables.lines[line].value).first }),
        let document = try? JSONDocument(parsing: text)
      else { return true }
      return document.root.kind == kind
    case .equals(_, let literal):
      guard let value, let text = texts(of: value, plan.tables.lines[line].value).first,
        let document = try? JSONDocument(parsing: text)
      else { return false }
      return literal.matches(document.root)
    }
  }

  private func satisfy(
    _ condition: CaseCondition, in node: inout PayloadNode, _ places: ArrayPlaces
  ) {
    let path = condition.source
    guard path.base == .representation, node.node(at: path.steps[...]) == nil else { return }
    switch condition {
    case .equals(_, let literal): node.place(.text(literal.json), at: path, places)
    case .exists: node.place(.null, at: path, places)
    case .kind(_, let kind): node.place(.text(kind.simplestText), at: path, places)
    }
  }
}

extension ObjectStore {
  /// The value of a property, or with dots of one of the object that a property refers to.
  func value(at path: PropertyPath, of id: ObjectID) -> MappedValue? {
    if let value = value(of: path, in: id) { return value }
    guard path.names.count > 1 else { return nil }
    return value(at: path.names.map { .member($0) }[...], in: .object(id))
  }
}

extension JSONKind {
  /// The shortest JSON of the kind.
  fileprivate var simplestText: String {
    switch self {
    case .null: "null"
    case .bool: "false"
    case .number: "0"
    case .string: "\"\""
    case .array: "[]"
    case .object: "{}"
    }
  }
}
