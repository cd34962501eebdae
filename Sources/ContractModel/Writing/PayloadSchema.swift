import JSONParsing

/// The JSON Schema of payloads of one type, and the lines whose rules it does not say in full.
///
///     let schema = PayloadSchema(of: contract, value)
///     schema.text        // { "$schema": …, "$ref": "#/$defs/User", "$defs": { "User": { "type": "object", …
///     schema.unsaid      // [User.joined: Date(iso8601)]
///
/// It takes every payload that the contract admits. What it does not say is in `x-contract`, line by line.
///
/// The format is JSON Schema 2020-12, https://json-schema.org/draft/2020-12/schema.
package struct PayloadSchema {
  /// A line, or a mapping, of which the schema says a part.
  package struct Unsaid {
    /// `User.joined`, `User`.
    package var subject: String
    /// What the contract says there.
    package var says: String
    package var reason: String
    /// Where the contract says it.
    package var origin: Origin
  }

  /// The schema, indented, with a line end at its end.
  package private(set) var text = ""
  package private(set) var unsaid: [Unsaid] = []

  private let index: MappingIndex
  private var definitions: [(name: MemberName, schema: SchemaNode)] = []
  private var pending: [MemberName] = []
  private var known: Set<MemberName> = []
  private var told: Set<Origin.Place> = []

  /// - Parameters:
  ///   - target: A type, a type below a key path, or an endpoint with a body.
  ///   - title: The target as it is written.
  package init(of contract: Contract, _ target: ContractExample.Target, title: String) {
    index = MappingIndex(contract)
    var root: SchemaNode
    let endpoint = contract.endpoint(of: target)
    switch (target, endpoint?.body) {
    case (.type(let source, let value), _):
      let line = PropertyLine(
        source: source, isOptional: false, property: nil, value: value, origin: .none)
      root =
        source == .representation
        ? type(value, isLenient: contract.settings.coercion == .lenient, Line(line, title))
        : object([line], of: title, contract.settings)
    case (_, .value(let value)?):
      let line = PropertyLine(
        source: .representation, isOptional: false, property: nil, value: value,
        origin: endpoint?.origin ?? .none)
      root = type(value, isLenient: contract.settings.coercion == .lenient, Line(line, title))
    case (_, .map(let lines)?): root = object(lines, of: title, contract.settings)
    default: root = .any
    }
    var next = 0
    while next < pending.count {
      let name = pending[next]
      next += 1
      if let mapping = index[name] { definitions.append((name, definition(mapping))) }
    }
    let members = root.members
    root = .object(
      [
        ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        ("title", .string(title)),
      ]
        + members)
    if !definitions.isEmpty {
      root.add("$defs", .object(definitions.map { ($0.name.text, $0.schema) }))
    }
    if !unsaid.isEmpty {
      let rows = unsaid.map { item in
        SchemaNode.object([
          ("line", .string(item.subject)), ("says", .string(item.says)),
          ("reason", .string(item.reason)),
        ])
      }
      root.add("x-contract", .object([("notSaid", .array(rows))]))
    }
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    root.write(to: &writer)
    text = writer.text + "\n"
  }

  /// A line and what it is called.
  private struct Line {
    var line: PropertyLine
    var subject: String

    init(_ line: PropertyLine, _ subject: String) { (self.line, self.subject) = (line, subject) }
  }

  private mutating func note(_ line: Line, _ reason: String) {
    guard
      told.insert(line.line.origin.place).inserted || line.line.origin.place == Origin.none.place
    else { return }
    unsaid.append(
      Unsaid(
        subject: line.subject, says: line.line.value.description, reason: reason,
        origin: line.line.origin))
  }

  // MARK: - Objects

  private mutating func reference(_ name: MemberName) -> SchemaNode {
    if known.insert(name).inserted { pending.append(name) }
    let bytes = name.text.utf8.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte, digits: 2)
    }
    return .object([("$ref", .string("#/$defs/" + bytes.joined()))])
  }

  private mutating func definition(_ mapping: ContractMapping) -> SchemaNode {
    let settings = index.settings(of: mapping)
    let (lines, owner) = (index.lines(of: mapping), mapping.name.text)
    let all = index.allLines(of: mapping)
    if mapping.missingIdentity == .fail { note(mapping, "\"missingIdentity\": \"fail\"") }
    // Other spellings, the object itself and elements are read as well: a schema has no words for them.
    let isWhole = all.contains { $0.readsRepresentation || $0.readsElements }
    if isWhole || (settings.keys ?? .exact) != .exact {
      for line in all { note(Line(line, subject(line, owner)), "no one key is read") }
      if index.dispatch(of: mapping) != nil { note(mapping, "cases of what no one key says") }
      for name in all.flatMap({ $0.value.type.mappings }) { _ = reference(name.value) }
      let null = SchemaNode.object([("type", .string("null"))])
      return .object(isWhole ? [("not", null)] : [("type", .string("object"))])
    }
    var own = object(lines, of: owner, settings)
    guard let dispatch = index.dispatch(of: mapping) else {
      if settings.unknownKeys == .error {
        let isPlain = lines.allSatisfy {
          $0.source.base == .representation && $0.source.steps.count == 1
        }
        if isPlain {
          own.add("additionalProperties", .bool(false))
        } else {
          note(mapping, "\"unknownKeys\": \"error\"")
        }
      }
      return own
    }
    if settings.unknownKeys == .error { note(mapping, "\"unknownKeys\": \"error\" beside cases") }
    return cases(dispatch, own, mapping, settings)
  }

  private mutating func note(_ mapping: ContractMapping, _ reason: String) {
    let dispatch = index.dispatch(of: mapping)
    let origin = dispatch?.switchPath?.origin ?? dispatch?.cases.first?.origin ?? mapping.origin
    unsaid.append(
      Unsaid(
        subject: mapping.name.text, says: "the mapping", reason: reason, origin: origin))
  }

  private func subject(_ line: PropertyLine, _ owner: String) -> String {
    "\(owner).\(line.property?.description ?? line.source.description)"
  }

  /// The first case that fits: `if` its conditions hold, `then` its lines, `else` the next.
  private mutating func cases(
    _ dispatch: CaseDispatch, _ own: SchemaNode, _ mapping: ContractMapping,
    _ settings: MappingSettings
  ) -> SchemaNode {
    var chain: SchemaNode =
      dispatch.otherwise.map { use($0, own, mapping, settings) }
      ?? (dispatch.skipsOthers ? skipped(dispatch, mapping) : .bool(false))
    for item in dispatch.cases.reversed() {
      let conditions = item.conditions.map(Self.condition)
      guard !item.trims, !conditions.contains(where: { $0 == nil }) else {
        note(mapping, "a case by \(item.summary)")
        for line in index.allLines(of: mapping) {
          note(Line(line, subject(line, mapping.name.text)), "its case")
        }
        return .object([("type", .string("object"))])
      }
      chain = .object([
        ("if", SchemaNode.all(conditions.compactMap(\.self))),
        ("then", use(item.use, own, mapping, settings)), ("else", chain),
      ])
    }
    return chain
  }

  /// What no case fits: an element, or what need not be there, is left out; all else is refused.
  private mutating func skipped(_ dispatch: CaseDispatch, _ mapping: ContractMapping) -> SchemaNode
  {
    note(mapping, "what no case fits is left out where it may be")
    for line in index.lines(of: mapping) where line.source == dispatch.switchPath?.value {
      note(
        Line(line, subject(line, mapping.name.text)),
        "what no case fits is left out where it may be")
    }
    return .object([("type", .string("object"))])
  }

  private mutating func use(
    _ use: CaseUse, _ own: SchemaNode, _ mapping: ContractMapping, _ settings: MappingSettings
  ) -> SchemaNode {
    switch use {
    case .name(let name): index[name.value] == nil ? own : reference(name.value)
    case .lines(let lines): .all([own, object(lines, of: mapping.name.text, settings)])
    }
  }

  /// What holds if a condition does; `nil`, if no schema says it.
  private static func condition(_ condition: CaseCondition) -> SchemaNode? {
    let inner: SchemaNode =
      switch condition {
      case .equals(_, let literal): .object([("const", SchemaNode(literal))])
      case .exists: .any
      case .kind(_, let kind): .object([("type", .string(kind.schemaName))])
      }
    guard let names = condition.source.plainNames else { return nil }
    return names.reversed().reduce(inner) { inner, name in
      .object([
        ("type", .string("object")), ("properties", .object([(name.text, inner)])),
        ("required", .array([.string(name.text)])),
      ])
    }
  }

  private mutating func object(
    _ lines: [PropertyLine], of owner: String, _ settings: MappingSettings
  ) -> SchemaNode {
    var (properties, required): ([(String, SchemaNode)], [MemberName]) = ([], [])
    for line in lines {
      let told = Line(line, subject(line, owner))
      guard line.deletes == nil else {
        note(told, "what is deleted")
        continue
      }
      guard let names = line.source.plainNames, let first = names.first,
        names.count == 1 || !line.isOptional && settings.coercion != .lenient
      else {
        note(
          told,
          "it reads \(line.source.base == .representation ? "no one key" : "what is not in the object")"
        )
        for name in line.value.type.mappings { _ = reference(name.value) }
        continue
      }
      let value = type(of: told, isLenient: settings.coercion == .lenient)
      let schema = names.dropFirst().reversed().reduce(value) { inner, name in
        .object([
          ("type", .string("object")), ("properties", .object([(name.text, inner)])),
          ("required", .array([.string(name.text)])),
        ])
      }
      if let known = properties.firstIndex(where: { MemberName($0.0) == first }) {
        properties[known].1 = .all([properties[known].1, schema])
      } else {
        properties.append((first.text, schema))
      }
      if !line.isOptional, !required.contains(first) { required.append(first) }
    }
    // A line of the whole payload may be of an array.
    let isWhole = lines.contains { $0.readsRepresentation || $0.readsElements }
    var members: [(String, SchemaNode)] = isWhole ? [] : [("type", .string("object"))]
    if !properties.isEmpty { members.append(("properties", .object(properties))) }
    if !required.isEmpty { members.append(("required", .array(required.map { .string($0.text) }))) }
    return .object(members)
  }

  // MARK: - Types

  private mutating func type(of line: Line, isLenient: Bool) -> SchemaNode {
    let options = line.line.options
    let hasOptions =
      options.emptyString != nil || options.emptyArray != nil || options.trims == true
      || options.elements ?? .fail != .fail || options.missing == .fail
    if hasOptions {
      note(line, "an option of the long form")
      for name in line.line.value.type.mappings { _ = reference(name.value) }
      return .any
    }
    return type(line.line.value, isLenient: isLenient, line)
  }

  private mutating func type(
    _ value: ConstrainedType, isLenient: Bool, _ line: Line
  ) -> SchemaNode {
    var schema = type(value.type, isLenient: isLenient, line)
    if isLenient, value.type.isCollection || value.type.listAndObject != nil {
      note(line, "it is read leniently")
      schema = .any
    }
    for constraint in value.constraints {
      guard let members = Self.members(of: constraint.value, for: value.type), !isLenient else {
        note(line, constraint.value.description)
        continue
      }
      schema = .all([schema, .object(members)])
    }
    guard value.allowsNull, !schema.members.isEmpty else { return schema }
    return .object([("anyOf", .array([schema, .object([("type", .string("null"))])]))])
  }

  private mutating func type(_ type: ValueType, isLenient: Bool, _ line: Line) -> SchemaNode {
    switch type {
    case .scalar(let scalar): return self.scalar(scalar, isLenient: isLenient, line)
    case .literal(let literal):
      if isLenient { note(line, "it is read leniently") }
      return isLenient ? .any : .object([("const", SchemaNode(literal))])
    case .mapping(let name): return reference(name.value)
    case .array(let element), .set(let element):
      return .object([
        ("type", .string("array")), ("items", self.type(element, isLenient: isLenient, line)),
      ])
    case .dictionary(let element):
      return .object([
        ("type", .string("object")),
        ("additionalProperties", self.type(element, isLenient: isLenient, line)),
      ])
    case .keyed(_, let name):
      note(line, "names that become a property")
      _ = reference(name.value)
      return .object([("type", .string("object"))])
    case .union(let types):
      let alternatives = types.map { self.type($0, isLenient: isLenient, line) }
      return alternatives.contains { $0.members.isEmpty }
        ? .any : .object([("anyOf", .array(alternatives))])
    }
  }

  private mutating func scalar(_ scalar: ScalarType, isLenient: Bool, _ line: Line) -> SchemaNode {
    if scalar.name == .any, scalar.coercions.isEmpty {
      return .object([("not", .object([("type", .string("null"))]))])
    }
    guard scalar.coercions.isEmpty, !isLenient else {
      note(line, isLenient ? "it is read leniently" : "how it is read")
      let kinds = JSONKind.allCases.filter(scalar.acceptedKinds.contains).map {
        SchemaNode.string($0.schemaName)
      }
      let isCustom = scalar.coercions.contains { if case .custom = $0 { true } else { false } }
      return isLenient || isCustom
        ? .any : .object([("type", kinds.count == 1 ? kinds[0] : .array(kinds))])
    }
    switch scalar.name.family {
    case .string: return .object([("type", .string("string"))])
    case .bool: return .object([("type", .string("boolean"))])
    case .number:
      if let bounds = scalar.name.integerBounds, let least = bounds.lower, let most = bounds.upper {
        return .object([
          ("type", .string("integer")), ("minimum", .number(least)), ("maximum", .number(most)),
        ])
      }
      note(line, "numbers that the type holds only in part")
      return .object([("type", .string("number"))])
    case .form(.uuid):
      let hex = "[0-9A-Fa-f]"
      return .object([
        ("type", .string("string")), ("format", .string("uuid")),
        ("pattern", .string("^\(hex){8}(-\(hex){4}){3}-\(hex){12}$")),
      ])
    case .form(.url):
      note(line, "what is an address")
      return .object([("type", .string("string")), ("format", .string("uri-reference"))])
    case .form(.data):
      note(line, "what is base64")
      return .object([("type", .string("string")), ("contentEncoding", .string("base64"))])
    case .date:
      note(line, "what is a date")
      return .object([("type", .string("string")), ("format", .string("date-time"))])
    case .any: return .any
    }
  }

  /// The words of a constraint; `nil`, if no schema says it as it is meant.
  private static func members(
    of constraint: Constraint, for type: ValueType
  ) -> [(String, SchemaNode)]? {
    let bounds = { (lower: SchemaNode?, upper: SchemaNode?, least: String, most: String) in
      [lower.map { (least, $0) }, upper.map { (most, $0) }].compactMap(\.self)
    }
    let counts = { (range: CountRange, least: String, most: String) in
      bounds(
        JSONNumber("\(range.lower)").map { .number($0) },
        range.upper.flatMap { JSONNumber("\($0)") }.map { .number($0) }, least, most)
    }
    let isPlain = type.alternatives.allSatisfy { alternative in
      if case .scalar(let scalar) = alternative { scalar.coercions.isEmpty } else { true }
    }
    switch constraint {
    case .range(let range) where isPlain:
      return bounds(
        range.lower.map { .number($0) }, range.upper.map { .number($0) }, "minimum", "maximum")
    case .length(let range, _) where isPlain: return counts(range, "minLength", "maxLength")
    case .matches(let pattern) where isPlain: return [("pattern", .string(pattern.text))]
    case .count(let range, _):
      switch type {
      case .array: return counts(range, "minItems", "maxItems")
      case .dictionary: return counts(range, "minProperties", "maxProperties")
      default: return nil
      }
    case .unique:
      guard case .array(let element) = type, case .scalar(let scalar) = element.type,
        scalar.coercions.isEmpty, scalar.name == .string || scalar.name.integerBounds != nil
      else { return nil }
      return [("uniqueItems", .bool(true))]
    case .range, .length, .matches, .equals: return nil
    }
  }
}

extension SourceKeyPath {
  /// The names of members that lead there; `nil`, if it leads elsewhere, or into elements.
  fileprivate var plainNames: [MemberName]? {
    guard base == .representation else { return nil }
    var names: [MemberName] = []
    for (number, step) in steps.enumerated() {
      guard case .segment(let name) = step,
        SourceKeyPath.index(name) == nil || numberKinds[number] == .member
      else { return nil }
      names.append(name)
    }
    return names
  }
}

extension Contract {
  /// The endpoint that a target names.
  fileprivate func endpoint(of target: ContractExample.Target) -> Endpoint? {
    guard case .endpoint(let selector) = target else { return nil }
    return endpoints.first { $0.selector == selector.value }
  }
}

extension JSONKind {
  /// The kind as schemas call it.
  fileprivate var schemaName: String { self == .bool ? "boolean" : rawValue }
}

/// A piece of a schema.
indirect enum SchemaNode {
  case object([(String, SchemaNode)])
  case array([SchemaNode])
  case string(String)
  case number(JSONNumber)
  case bool(Bool)
  case null

  /// What takes every value.
  static let any = SchemaNode.object([])

  init(_ literal: Literal) {
    switch literal {
    case .string(let text): self = .string(text.text)
    case .number(let number): self = .number(number)
    case .bool(let bool): self = .bool(bool)
    case .null: self = .null
    }
  }

  var members: [(String, SchemaNode)] {
    if case .object(let members) = self { members } else { [] }
  }

  mutating func add(_ name: String, _ node: SchemaNode) { self = .object(members + [(name, node)]) }

  /// What keeps all of some: one object, if no word is in two of them.
  static func all(_ nodes: [SchemaNode]) -> SchemaNode {
    let names = nodes.flatMap { $0.members.map(\.0) }
    let areObjects = nodes.allSatisfy { if case .object = $0 { true } else { false } }
    guard areObjects, Set(names).count == names.count, !names.contains("$ref"),
      !names.contains("if")
    else {
      return .object([("allOf", .array(nodes))])
    }
    return .object(nodes.flatMap(\.members))
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let members):
      writer.beginObject()
      for (name, node) in members {
        writer.name(name)
        node.write(to: &writer)
      }
      writer.endObject()
    case .array(let nodes):
      writer.beginArray()
      for node in nodes { node.write(to: &writer) }
      writer.endArray()
    case .string(let text): writer.string(text)
    case .number(let number): writer.number(number)
    case .bool(let bool): writer.bool(bool)
    case .null: writer.null()
    }
  }
}
