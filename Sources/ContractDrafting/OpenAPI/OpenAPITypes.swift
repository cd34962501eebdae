import ContractModel
import DraftWriting
import JSONParsing

/// The type of a schema, in the form of a contract.
struct SpecifiedType {
  /// The parts of a union of scalars; for any other type, only the type.
  var alternatives: [String]
  var isScalar = false
  var constraints: [String] = []
  var allowsNull = false
  var notes: [String] = []
  /// The mapping, if every value is an object of it.
  var object: String?

  static let any = SpecifiedType(alternatives: ["Any"], allowsNull: true)

  static func distinct(_ alternatives: some Sequence<String>) -> [String] {
    var seen: Set<MemberName> = []
    return alternatives.filter { seen.insert(MemberName($0)).inserted }
  }

  var base: String { alternatives.joined(separator: " | ") }
  var text: String { ([base + (allowsNull ? "?" : "")] + constraints).joined(separator: " ") }
}

/// The place of a schema, for the names of types drafted from it.
struct SchemaPlace {
  /// The mapping, endpoint or parameter around the schema.
  var owner: String
  var key: String
  var isPlural = false
  /// Whether the value is a text of a query, a header or a form.
  var isText = false
  var depth = 0

  var inside: SchemaPlace {
    var place = self
    (place.isPlural, place.depth) = (true, depth + 1)
    return place
  }
}

extension OpenAPIMappings {
  /// The maximum depth of nested lists and choices.
  private static let deepest = 24

  func type(_ schema: OpenAPISchema, _ place: SchemaPlace) -> SpecifiedType {
    let key = schema.place + (place.isText ? [.max] : [])
    if let known = types[key] { return known }
    guard place.depth < Self.deepest, active.insert(schema.place).inserted else {
      document.note("the schema nests in itself, or too deep, without an object", at: schema.value)
      return .any
    }
    defer { active.remove(schema.place) }
    schema.noteUnread()
    var type = statedType(schema, place)
    if schema.allowsNull { type.allowsNull = true }
    if schema.value["deprecated"]?.bool == true { type.notes.append("deprecated") }
    types[key] = type
    return type
  }

  private func statedType(_ schema: OpenAPISchema, _ place: SchemaPlace) -> SpecifiedType {
    if let listed = schema["enum"] { return list(Array(listed.elements), of: listed, place) }
    if let constant = schema["const"] { return list([constant], of: constant, place) }
    if let (part, variants) = schema.variants { return choice(schema, part, variants, place) }
    guard let kinds = schema.kinds ?? impliedKinds(schema) else {
      if schema.parts.contains(where: { !$0.members.isEmpty }), !schema.parts.isEmpty {
        document.note("no contract says more of a value without a type", at: schema.value)
      }
      return .any
    }
    if kinds.isEmpty {
      document.note("no contract says that a value is always null", at: schema.value)
      return .any
    }
    return kinds.count == 1
      ? single(kinds[0], schema, place)
      : union(kinds.map { single($0, schema, place) }, at: schema.value)
  }

  private func impliedKinds(_ schema: OpenAPISchema) -> [String]? {
    let has = { (words: [String]) in
      schema.parts.contains { part in words.contains { part[$0] != nil } }
    }
    return has(["properties", "required", "additionalProperties"])
      ? ["object"] : has(["items"]) ? ["array"] : nil
  }

  private func single(_ kind: String, _ schema: OpenAPISchema, _ place: SchemaPlace)
    -> SpecifiedType
  {
    switch kind {
    case "object": return object(schema, place)
    case "array":
      let element = self.type(schema["items"].map { [$0] } ?? [], place.inside)
      var type = SpecifiedType(alternatives: ["[\(element.text)]"], notes: element.notes)
      type.constraints = bounds(schema, "count", "minItems", "maxItems")
      if schema["uniqueItems"]?.bool == true { type.constraints.append("unique") }
      return checked(type, schema.value, as: "[Any]")
    case "string", "integer", "number", "boolean":
      return checked(scalar(kind, schema, place), schema.value)
    default:
      document.note(
        "there is no type \(quoted(shortened(kind)))", at: schema["type"] ?? schema.value,
        isError: true)
      return .any
    }
  }

  // MARK: - Scalars

  /// The types, by the kinds and formats of schemas.
  private static let formats: [String: [String: String]] = {
    let whole = [
      "int8": "Int8", "int16": "Int16", "int32": "Int32", "int64": "Int", "uint8": "UInt8",
      "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64",
    ]
    let numbers = ["decimal": "Decimal", "float": "Double", "double": "Double"]
      .merging(whole) { number, _ in number }
    let texts = [
      "date-time": "Date(iso8601)", "date": "Date('yyyy-MM-dd')", "uuid": "UUID", "uri": "URL",
      "url": "URL", "byte": "Data", "base64": "Data", "base64url": "Data(base64url)",
    ].merging(numbers.mapValues { "\($0)(string)" }) { text, _ in text }
    return ["integer": whole, "number": numbers, "string": texts]
  }()

  private func scalar(_ kind: String, _ schema: OpenAPISchema, _ place: SchemaPlace)
    -> SpecifiedType
  {
    let format = (schema["format"] ?? schema["contentEncoding"])?.string
    let known = format.flatMap { Self.formats[kind]?[$0] }
    var name = known ?? ["string": "String", "integer": "Int", "number": "Double"][kind] ?? "Bool"
    if place.isText, kind != "string" { name += "(string)" }
    var type = SpecifiedType(alternatives: [name], isScalar: true)
    if let format, known == nil {
      type.notes.append("format \(displayed(shortened(format)))")
      document.note(
        "no contract says the format \(quoted(shortened(format)))",
        at: schema["format"] ?? schema.value)
    }
    guard kind == "string" else {
      if kind != "boolean" { type.constraints = range(schema, isWhole: !name.hasPrefix("D")) }
      return type
    }
    type.constraints = bounds(schema, "length", "minLength", "maxLength")
    if let pattern = schema["pattern"] {
      do {
        type.constraints.append("matches \(try TextPattern(pattern.string ?? "("))")
      } catch {
        document.note("no contract says this pattern: \(error)", at: pattern)
      }
    }
    return type
  }

  /// Returns bounds such as `length 1...80` or `count 2...`.
  func bounds(
    _ schema: OpenAPISchema, _ word: String, _ least: String, _ most: String
  ) -> [String] {
    let (least, most) = (schema[least]?.rawText, schema[most]?.rawText)
    return least == nil && most == nil || least == "0" && most == nil
      ? [] : ["\(word) \(least ?? "")...\(most ?? "")"]
  }

  private func range(_ schema: OpenAPISchema, isWhole: Bool) -> [String] {
    var bounds = (lower: schema["minimum"]?.rawText, upper: schema["maximum"]?.rawText)
    for (word, step) in [("exclusiveMinimum", 1), ("exclusiveMaximum", -1)] {
      guard let value = schema[word], value.bool != false else { continue }
      let bound = value.bool == true ? (step > 0 ? bounds.lower : bounds.upper) : value.rawText
      guard isWhole, let number = bound.flatMap(Int.init), number.magnitude < 1 << 53 else {
        document.note("no contract says a bound that is left out", at: value)
        continue
      }
      if step > 0 { bounds.lower = "\(number + 1)" } else { bounds.upper = "\(number - 1)" }
    }
    return bounds == (nil, nil) ? [] : ["\(bounds.lower ?? "")...\(bounds.upper ?? "")"]
  }

  private func list(_ values: [JSONValue], of place: JSONValue, _ schemaPlace: SchemaPlace)
    -> SpecifiedType
  {
    var type = SpecifiedType(alternatives: [], isScalar: true)
    type.allowsNull = values.contains(where: \.isNull)
    for value in values where !value.isNull {
      guard [.string, .number, .bool].contains(value.kind) else {
        document.note("no contract lists \(value.kind.words)", at: value)
        continue
      }
      let isPlain = value.kind != .string && !schemaPlace.isText
      let literal = Literal.string(MemberName(value.string ?? value.rawText))
      type.alternatives.append(isPlain ? value.rawText : "\(literal)")
    }
    type.alternatives = SpecifiedType.distinct(type.alternatives)
    guard !type.alternatives.isEmpty,
      !values.contains(where: { [.array, .object].contains($0.kind) })
    else {
      return .any
    }
    return checked(type, place)
  }

  // MARK: - Unions

  func union(_ types: [SpecifiedType], at place: JSONValue) -> SpecifiedType {
    guard var type = types.first else { return .any }
    type.allowsNull = types.contains(where: \.allowsNull)
    type.notes = types.flatMap(\.notes)
    let isOne = types.allSatisfy { $0.base == type.base }
    if !types.allSatisfy({ $0.constraints == type.constraints }) {
      document.note("no contract says constraints of one type of several", at: place)
      type.constraints = []
    }
    guard !isOne else { return type }
    type.object = nil
    let objects = types.compactMap(\.object)
    if types.count == 2, objects.count == 1, types.contains(where: { $0.base == "[\(objects[0])]" })
    {
      type.alternatives = ["[\(objects[0])]", objects[0]]
      return type
    }
    guard types.allSatisfy(\.isScalar) else {
      document.note("no contract tells these apart: \(listed(types.map(\.base)))", at: place)
      return .any
    }
    let sorted = types.flatMap(\.alternatives).sorted { Self.rank($0) < Self.rank($1) }
    type.alternatives = SpecifiedType.distinct(sorted)
    return checked(type, place)
  }

  /// Returns the rank of an alternative: alternatives that accept fewer values come first.
  private static func rank(_ alternative: String) -> Int {
    switch alternative.prefix(3) {
    case "Str": 5
    case "Dou", "Dec": 3
    case "Int", "UIn": 2
    case "Boo": 1
    case "Dat", "UUI", "URL": 4
    default: 0
    }
  }

  // MARK: - Checks

  /// Returns the type without the constraints that a contract does not allow, which are recorded
  /// with the contract reader's message.
  func checked(
    _ type: SpecifiedType, _ place: JSONValue, as stand: String? = nil
  ) -> SpecifiedType {
    guard !type.constraints.isEmpty || type.alternatives.count > 1 else { return type }
    var checked = type
    let text = { (constraints: [String]) in
      ([stand ?? type.base] + constraints).joined(separator: " ")
    }
    checked.constraints.removeAll { constraint in
      guard let problem = problem(with: text([constraint])) else { return false }
      document.note("no contract says \(quoted(constraint)) here: \(problem)", at: place)
      return true
    }
    if let problem = problem(with: text(checked.constraints)) {
      document.note("no contract says this: \(problem)", at: place)
      if self.problem(with: text([])) != nil { return .any }
      checked.constraints = []
    }
    return checked
  }
}
