import JSONParsing

/// The JSON Schema of payloads of one type, and the lines whose rules it expresses only in part.
///
///     let schema = PayloadSchema(of: contract, value)
///     schema.text        // { "$schema": …, "$ref": "#/$defs/User", "$defs": { "User": { … } } }
///     schema.unsaid      // [User.joined: Date(iso8601)]
///
/// The schema accepts every payload that the contract accepts. Rules that it does not express are
/// in `x-contract`, line by line.
///
/// The format is JSON Schema 2020-12, https://json-schema.org/draft/2020-12/schema.
package struct PayloadSchema {
  /// A line or a mapping that the schema expresses only in part.
  package struct Unsaid {
    /// The line or mapping: `User.joined`, `User`.
    package var subject: String
    package var says: String
    package var reason: String
    package var origin: Origin
  }

  /// The schema, indented, with a line end at the end.
  package private(set) var text = ""
  package private(set) var unsaid: [Unsaid] = []

  private typealias Line = (line: PropertyLine, subject: String)

  private let index: MappingIndex
  private var pending: [MemberName] = []
  private var known: Set<MemberName> = []
  private var told: Set<Origin.Place> = []

  /// - Parameter title: The target as written: a type, one below a key path, or an endpoint with a
  ///   body.
  package init(of contract: Contract, _ target: ContractExample.Target, title: String) {
    index = MappingIndex(contract)
    var root: SchemaNode = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
    ]
    root.add(body(of: contract, target, title))
    var (definitions, next): ([(String, SchemaNode)], Int) = ([], 0)
    while next < pending.count {
      let name = pending[next]
      next += 1
      if let mapping = index[name] { definitions.append((name.text, definition(mapping))) }
    }
    if !definitions.isEmpty { root.add(["$defs": .object(definitions)]) }
    if !unsaid.isEmpty {
      let rows: [SchemaNode] = unsaid.map {
        ["line": .string($0.subject), "says": .string($0.says), "reason": .string($0.reason)]
      }
      root.add(["x-contract": ["notSaid": .array(rows)]])
    }
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    root.write(to: &writer)
    text = writer.text + "\n"
  }

  private mutating func body(
    of contract: Contract, _ target: ContractExample.Target, _ title: String
  ) -> SchemaNode {
    let (settings, isLenient) = (contract.settings, contract.settings.coercion == .lenient)
    let line = { (source: SourceKeyPath, value: ConstrainedType, origin: Origin) in
      PropertyLine(source: source, isOptional: false, property: nil, value: value, origin: origin)
    }
    switch target {
    case .type(.representation, let value):
      return type(value, isLenient, (line(.representation, value, .none), title))
    case .type(let source, let value):
      return object([line(source, value, .none)], of: title, settings)
    case .endpoint(let selector):
      let endpoint = contract.endpoints.first { $0.selector == selector.value }
      switch endpoint?.body {
      case .value(let value):
        let origin = endpoint?.origin ?? .none
        return type(value, isLenient, (line(.representation, value, origin), title))
      case .map(let lines): return object(lines, of: title, settings)
      case .absent, nil: return .any
      }
    }
  }

  // MARK: - Rules that are not expressed

  private mutating func note(_ line: Line, _ reason: String) {
    let origin = line.line.origin
    guard told.insert(origin.place).inserted || origin.place == Origin.none.place else { return }
    unsaid.append(
      Unsaid(
        subject: line.subject, says: line.line.value.description, reason: reason, origin: origin))
  }

  private mutating func note(
    _ lines: [PropertyLine], of owner: ContractMapping, _ reason: String
  ) {
    for line in lines { note(Self.line(line, owner.name.text), reason) }
  }

  private mutating func note(_ mapping: ContractMapping, _ reason: String) {
    let origin = index.dispatch(of: mapping)?.origin ?? mapping.origin
    unsaid.append(
      Unsaid(
        subject: mapping.name.text, says: "the mapping", reason: reason, origin: origin))
  }

  private static func line(_ line: PropertyLine, _ owner: String) -> Line {
    (line, "\(owner).\(line.property?.description ?? line.source.description)")
  }

  // MARK: - Objects

  private mutating func reference(_ name: MemberName) -> SchemaNode {
    if known.insert(name).inserted { pending.append(name) }
    let bytes = name.text.utf8.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte, digits: 2)
    }
    return ["$ref": .string("#/$defs/" + bytes.joined())]
  }

  private mutating func definition(_ mapping: ContractMapping) -> SchemaNode {
    let settings = index.settings(of: mapping)
    let (lines, all) = (index.lines(of: mapping), index.allLines(of: mapping))
    if mapping.missingIdentity == .fail { note(mapping, "\"missingIdentity\": \"fail\"") }
    // A schema cannot express other spellings of a key, nor lines that read the object or elements.
    let isWhole = all.contains { $0.readsRepresentation || $0.readsElements }
    if isWhole || (settings.keys ?? .exact) != .exact {
      note(all, of: mapping, "no one key is read")
      if index.dispatch(of: mapping) != nil { note(mapping, "cases of what no one key says") }
      return isWhole ? ["not": .null] : .anyObject
    }
    var own = object(lines, of: mapping.name.text, settings)
    let dispatch = index.dispatch(of: mapping)
    if settings.unknownKeys == .error {
      if dispatch != nil {
        note(mapping, "\"unknownKeys\": \"error\" beside cases")
      } else if lines.allSatisfy({
        $0.source.base == .representation && $0.source.steps.count == 1
      }) {
        own.add(["additionalProperties": false])
      } else {
        note(mapping, "\"unknownKeys\": \"error\"")
      }
    }
    return dispatch.map { cases($0, own, mapping, settings) } ?? own
  }

  /// Returns the schema of cases: `if` the conditions, `then` the lines, `else` the next case.
  private mutating func cases(
    _ dispatch: CaseDispatch, _ own: SchemaNode, _ mapping: ContractMapping,
    _ settings: MappingSettings
  ) -> SchemaNode {
    var chain: SchemaNode =
      dispatch.otherwise.map { use($0, own, mapping, settings) }
      ?? (dispatch.skipsOthers ? skipped(dispatch, mapping) : false)
    for item in dispatch.cases.reversed() {
      let conditions = item.conditions.compactMap(Self.condition)
      guard !item.trims, conditions.count == item.conditions.count else {
        note(mapping, "a case by \(item.summary)")
        note(index.allLines(of: mapping), of: mapping, "its case")
        return .anyObject
      }
      chain = [
        "if": .all(conditions), "then": use(item.use, own, mapping, settings), "else": chain,
      ]
    }
    return chain
  }

  /// Returns the schema of objects that match no case: it accepts all. The mapper leaves them out
  /// of arrays and optional values, and rejects them elsewhere, which no schema can express.
  private mutating func skipped(_ dispatch: CaseDispatch, _ mapping: ContractMapping) -> SchemaNode
  {
    let reason = "what no case fits is left out where it may be"
    note(mapping, reason)
    let asked = dispatch.switchPath?.value
    note(index.lines(of: mapping).filter { $0.source == asked }, of: mapping, reason)
    return .anyObject
  }

  private mutating func use(
    _ use: CaseUse, _ own: SchemaNode, _ mapping: ContractMapping, _ settings: MappingSettings
  ) -> SchemaNode {
    switch use {
    case .name(let name): index[name.value] == nil ? own : reference(name.value)
    case .lines(let lines): .all([own, object(lines, of: mapping.name.text, settings)])
    }
  }

  /// Returns the schema of values that meet a condition; `nil`, if no schema expresses it.
  private static func condition(_ condition: CaseCondition) -> SchemaNode? {
    let inner: SchemaNode =
      switch condition {
      case .equals(_, let literal): ["const": SchemaNode(literal)]
      case .exists: .any
      case .kind(_, let kind): ["type": kind.schemaName]
      }
    return condition.source.plainNames.map { inner.inside($0[...]) }
  }

  private mutating func object(
    _ lines: [PropertyLine], of owner: String, _ settings: MappingSettings
  ) -> SchemaNode {
    let isLenient = settings.coercion == .lenient
    var (properties, required): ([(String, SchemaNode)], [MemberName]) = ([], [])
    for line in lines {
      let told = Self.line(line, owner)
      guard line.deletes == nil else {
        note(told, "what is deleted")
        continue
      }
      guard let names = line.source.plainNames, let first = names.first,
        names.count == 1 || !line.isOptional && !isLenient
      else {
        let isWithin = line.source.base == .representation
        note(told, "it reads \(isWithin ? "no one key" : "what is not in the object")")
        continue
      }
      let schema = type(of: told, isLenient).inside(names.dropFirst())
      if let known = properties.firstIndex(where: { MemberName($0.0) == first }) {
        properties[known].1 = .all([properties[known].1, schema])
      } else {
        properties.append((first.text, schema))
      }
      if !line.isOptional, !required.contains(first) { required.append(first) }
    }
    // A line that reads the whole payload may read an array.
    let isWhole = lines.contains { $0.readsRepresentation || $0.readsElements }
    var schema: SchemaNode = isWhole ? .any : .anyObject
    if !properties.isEmpty { schema.add(["properties": .object(properties)]) }
    if !required.isEmpty { schema.add(["required": .array(required.map { .string($0.text) })]) }
    return schema
  }

  // MARK: - Types

  private mutating func type(of line: Line, _ isLenient: Bool) -> SchemaNode {
    let options = line.line.options
    let hasOptions =
      options.emptyString != nil || options.emptyArray != nil || options.trims == true
      || options.elements ?? .fail != .fail || options.missing == .fail
    guard hasOptions else { return type(line.line.value, isLenient, line) }
    note(line, "an option of the long form")
    return .any
  }

  private mutating func type(
    _ value: ConstrainedType, _ isLenient: Bool, _ line: Line
  ) -> SchemaNode {
    var schema = type(value.type, isLenient, line)
    if isLenient, value.type.isCollection || value.type.listAndObject != nil {
      note(line, "it is read leniently")
      schema = .any
    }
    for constraint in value.constraints {
      if !isLenient, let node = Self.schema(of: constraint.value, for: value.type) {
        schema = .all([schema, node])
      } else {
        note(line, constraint.value.description)
      }
    }
    return value.allowsNull && !schema.members.isEmpty ? ["anyOf": [schema, .null]] : schema
  }

  private mutating func type(_ type: ValueType, _ isLenient: Bool, _ line: Line) -> SchemaNode {
    switch type {
    case .scalar(let scalar): return self.scalar(scalar, isLenient, line)
    case .literal(let literal):
      if isLenient { note(line, "it is read leniently") }
      return isLenient ? .any : ["const": SchemaNode(literal)]
    case .mapping(let name): return reference(name.value)
    case .array(let element), .set(let element):
      return ["type": "array", "items": self.type(element, isLenient, line)]
    case .dictionary(let element):
      return ["type": "object", "additionalProperties": self.type(element, isLenient, line)]
    case .keyed:
      note(line, "names that become a property")
      return .anyObject
    case .union(let types):
      let alternatives = types.map { self.type($0, isLenient, line) }
      return alternatives.contains(where: \.members.isEmpty)
        ? .any : ["anyOf": .array(alternatives)]
    }
  }

  private mutating func scalar(_ scalar: ScalarType, _ isLenient: Bool, _ line: Line) -> SchemaNode
  {
    if scalar.name == .any, scalar.coercions.isEmpty { return ["not": .null] }
    guard scalar.coercions.isEmpty, !isLenient else {
      note(line, isLenient ? "it is read leniently" : "how it is read")
      let kinds = JSONKind.allCases.filter(scalar.acceptedKinds.contains).map(\.schemaName)
      let isCustom = scalar.coercions.contains { if case .custom = $0 { true } else { false } }
      return isLenient || isCustom
        ? .any : ["type": kinds.count == 1 ? kinds[0] : .array(kinds)]
    }
    switch scalar.name.family {
    case .string: return ["type": "string"]
    case .bool: return ["type": "boolean"]
    case .number:
      if let bounds = scalar.name.integerBounds, let least = bounds.lower, let most = bounds.upper {
        return ["type": "integer", "minimum": .number(least), "maximum": .number(most)]
      }
      note(line, "numbers that the type holds only in part")
      return ["type": "number"]
    case .form(.uuid):
      let pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
      return ["type": "string", "format": "uuid", "pattern": .string(pattern)]
    case .form(.url):
      note(line, "what is an address")
      return ["type": "string", "format": "uri-reference"]
    case .form(.data):
      note(line, "what is base64")
      return ["type": "string", "contentEncoding": "base64"]
    case .date:
      note(line, "what is a date")
      return ["type": "string", "format": "date-time"]
    case .any: return .any
    }
  }

  /// Returns the keywords of a constraint; `nil`, if no schema expresses it exactly.
  private static func schema(of constraint: Constraint, for type: ValueType) -> SchemaNode? {
    let bounds = { (lower: JSONNumber?, upper: JSONNumber?, word: String) in
      let bounds = [("min" + word, lower), ("max" + word, upper)]
      return SchemaNode.object(
        bounds.compactMap { name, bound in bound.map { (name, .number($0)) } })
    }
    let counts = { (range: CountRange, word: String) in
      bounds(JSONNumber("\(range.lower)"), range.upper.flatMap { JSONNumber("\($0)") }, word)
    }
    let isPlain = type.alternatives.allSatisfy { alternative in
      if case .scalar(let scalar) = alternative { scalar.coercions.isEmpty } else { true }
    }
    switch (constraint, type) {
    case (.range(let range), _) where isPlain: return bounds(range.lower, range.upper, "imum")
    case (.length(let range, _), _) where isPlain: return counts(range, "Length")
    case (.matches(let pattern), _) where isPlain: return ["pattern": .string(pattern.text)]
    case (.count(let range, _), .array): return counts(range, "Items")
    case (.count(let range, _), .dictionary): return counts(range, "Properties")
    case (.unique, .array(let element)):
      guard case .scalar(let scalar) = element.type, scalar.coercions.isEmpty,
        scalar.name == .string || scalar.name.integerBounds != nil
      else { return nil }
      return ["uniqueItems": true]
    default: return nil
    }
  }
}

extension SourceKeyPath {
  /// The names of the members on the path; `nil`, if it starts elsewhere, or leads into elements.
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

extension CaseDispatch {
  /// The place of the cases' discriminator, or of the first case.
  package var origin: Origin? { switchPath?.origin ?? cases.first?.origin }
}

extension JSONKind {
  fileprivate var schemaName: SchemaNode { .string(self == .bool ? "boolean" : rawValue) }
}

private indirect enum SchemaNode {
  case object([(String, SchemaNode)])
  case array([SchemaNode])
  case string(String)
  case number(JSONNumber)
  case bool(Bool)
  case nothing

  /// The schemas that accept every value, every object, and only null.
  static let (any, anyObject, null): (SchemaNode, SchemaNode, SchemaNode) = (
    [:], ["type": "object"], ["type": "null"]
  )

  init(_ literal: Literal) {
    switch literal {
    case .string(let text): self = .string(text.text)
    case .number(let number): self = .number(number)
    case .bool(let bool): self = .bool(bool)
    case .null: self = .nothing
    }
  }

  var members: [(String, SchemaNode)] {
    if case .object(let members) = self { members } else { [] }
  }

  mutating func add(_ other: SchemaNode) { self = .object(members + other.members) }

  /// Returns the schema of an object that has such a value at a path of names.
  func inside(_ names: ArraySlice<MemberName>) -> SchemaNode {
    names.reversed().reduce(self) { inner, name in
      [
        "type": "object", "properties": .object([(name.text, inner)]),
        "required": [.string(name.text)],
      ]
    }
  }

  /// Returns a schema that requires all given ones: a single object, if no keyword occurs twice.
  static func all(_ nodes: [SchemaNode]) -> SchemaNode {
    let names = nodes.flatMap { $0.members.map(\.0) }
    let areObjects = nodes.allSatisfy { if case .object = $0 { true } else { false } }
    let isOne = Set(names).count == names.count && !names.contains { ["$ref", "if"].contains($0) }
    return areObjects && isOne ? .object(nodes.flatMap(\.members)) : ["allOf": .array(nodes)]
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let members):
      writer.object { writer in
        for (name, node) in members {
          writer.name(name)
          node.write(to: &writer)
        }
      }
    case .array(let nodes):
      writer.array { writer in for node in nodes { node.write(to: &writer) } }
    case .string(let text): writer.string(text)
    case .number(let number): writer.number(number)
    case .bool(let bool): writer.bool(bool)
    case .nothing: writer.null()
    }
  }
}

extension SchemaNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  init(dictionaryLiteral members: (String, SchemaNode)...) { self = .object(members) }
  init(arrayLiteral nodes: SchemaNode...) { self = .array(nodes) }
  init(stringLiteral text: String) { self = .string(text) }
  init(booleanLiteral bool: Bool) { self = .bool(bool) }
}
