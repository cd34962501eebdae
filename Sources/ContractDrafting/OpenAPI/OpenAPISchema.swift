import JSONParsing

/// A schema with all its parts by `$ref` and `allOf`; a value fulfils each of the parts.
///
/// The keywords are those of JSON Schema 2020-12, and of the Schema Object of OpenAPI 3.0.4.
struct OpenAPISchema {
  /// The parts with content, each base before its extensions.
  private(set) var parts: [JSONValue] = []
  let value: JSONValue
  /// Whether the schema itself has `nullable`, which then admits null whatever its parts say.
  private let isNullable: Bool
  private let document: OpenAPIDocument
  private let settled: Set<Int>

  /// Keywords that are for people, or that do not restrict values.
  private static let silent: Set<String> = [
    "title", "description", "default", "example", "examples", "externalDocs", "deprecated", "xml",
    "$comment", "$schema", "$id", "$defs", "definitions", "$ref", "allOf", "nullable",
  ]
  /// These keywords, and those that a contract can express.
  private static let known = silent.union([
    "type", "properties", "required", "oneOf", "anyOf", "discriminator", "enum", "const", "format",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
    "pattern", "items", "minItems", "maxItems", "uniqueItems", "additionalProperties",
    "minProperties", "maxProperties", "contentEncoding",
  ])

  /// - Parameters:
  ///   - values: Schemas that a value fulfils all of; at least one.
  ///   - settled: The parts whose chosen variant is one of the values.
  init(_ values: [JSONValue], in document: OpenAPIDocument, settled: [JSONValue] = []) {
    (self.document, value) = (document, values[0])
    self.settled = Set(settled.map(\.node))
    place = values.map(\.node) + settled.map { -1 - $0.node }
    isNullable =
      document.isOld
      && values.allSatisfy { $0["nullable"]?.bool == true && $0["$ref"] == nil }
    var seen: Set<Int> = []
    // A list instead of recursion, because references may nest to any depth.
    var pending = values.reversed().map { (schema: $0, isOpened: false) }
    while let (schema, isOpened) = pending.popLast() {
      if isOpened { parts.append(schema) }
      guard !isOpened, check(schema), seen.insert(schema.node).inserted else { continue }
      let reference = schema["$ref"]
      if document.isOld, reference != nil {
        for member in schema.members
        where !["$ref", "description", "summary"].contains(member.name.text) {
          document.note("nothing counts beside a $ref in OpenAPI 3.0", at: member.value)
        }
      } else {
        if document.isOld == false, let word = schema["nullable"] {
          document.note("OpenAPI 3.1 has no \"nullable\"; null is a type", at: word)
        }
        if says(schema) { pending.append((schema, true)) }
        pending += schema.items("allOf").reversed().map { ($0, false) }
      }
      if let reference, document.resolved(schema) != nil,
        let target = document.target(of: reference)
      {
        pending.append((target, false))
      }
    }
  }

  /// Whether it is an object with keywords; a schema other than `true` should be one.
  private func check(_ schema: JSONValue) -> Bool {
    if schema.kind == .object { return true }
    if schema.bool == false { document.note("no contract says that nothing fits", at: schema) }
    if schema.kind != .bool {
      document.note("expected a schema, found \(schema.kind.words)", at: schema, isError: true)
    }
    return false
  }

  private func says(_ schema: JSONValue) -> Bool {
    schema.members.contains {
      !Self.silent.contains($0.name.text) && !$0.name.text.hasPrefix("x-")
    }
  }

  /// The places of the values, and of the parts whose choices are made, which identify the schema.
  let place: [Int]

  /// The places of the parts, which identify a schema of objects.
  var key: [Int] {
    let saying = parts.filter { part in part.members.contains { !$0.isNamed("type") } }
    return (saying.isEmpty ? parts : saying).map(\.node)
  }

  /// Records the keywords that no contract can express.
  func noteUnread() { for part in parts { document.noteUnread(part, known: Self.known) } }

  // MARK: - Words

  /// Returns the value of a keyword. If several parts have it, the last one counts, and the others
  /// are recorded.
  subscript(word: String) -> JSONValue? {
    let values = parts.compactMap { $0[word] }
    for other in values.dropLast() where other != values.last {
      document.note("\"\(word)\" is said several times, and the last counts", at: other)
    }
    return values.last
  }

  /// Returns the kinds of a part; `nil` if the part does not state them.
  private static func kinds(of part: JSONValue) -> [String]? {
    guard let type = part["type"] else {
      let listed = part["enum"].map { Array($0.elements) } ?? part["const"].map { [$0] }
      return listed.map { values in values.contains(where: \.isNull) ? ["null"] : [] }
    }
    return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
  }

  /// The kinds without null; `nil` if there are none.
  var kinds: [String]? {
    let named = parts.filter { $0["type"] != nil }.compactMap(Self.kinds)
    guard let first = named.first else { return nil }
    return first.filter { kind in kind != "null" && named.allSatisfy { $0.contains(kind) } }
  }

  var allowsNull: Bool {
    if isNullable { return true }
    let stating = parts.filter { Self.kinds(of: $0) != nil }
    guard !stating.isEmpty else { return parts.isEmpty }
    return stating.allSatisfy { part in
      document.isOld
        ? part["nullable"]?.bool == true || part["type"] == nil && Self.kinds(of: part) == ["null"]
        : Self.kinds(of: part)?.contains("null") ?? false
    }
  }

  /// The members of objects in the order of the file, each with all its schemas; members that are
  /// only required come last.
  var properties: [(name: MemberName, schemas: [JSONValue])] {
    var (order, all): ([MemberName], [MemberName: [JSONValue]]) = ([], [:])
    for member in parts.flatMap({ $0.members(of: "properties") }) {
      if all[member.name] == nil { order.append(member.name) }
      all[member.name, default: []].append(member.value)
    }
    for name in required where all.updateValue(all[name] ?? [], forKey: name) == nil {
      order.append(name)
    }
    return order.map { ($0, all[$0] ?? []) }
  }

  var required: [MemberName] {
    parts.flatMap { $0.items("required") }.compactMap { $0.string.map { MemberName($0) } }
  }

  /// The schemas of a choice, with the part that has the choice. The choice of a base that
  /// distinguishes its own extensions does not apply to the extensions.
  var variants: (part: JSONValue, schemas: [JSONValue])? {
    let isComposed = key.count > 1
    let lists = parts.flatMap { part in
      settled.contains(part.node) || isComposed && part["discriminator"] != nil
        ? [] : ["oneOf", "anyOf"].compactMap { word in part[word].map { (part, $0) } }
    }
    for (_, other) in lists.dropFirst() {
      document.note("no contract says several choices at once, and the first counts", at: other)
    }
    return lists.first.map { ($0, Array($1.elements)) }
  }

  /// Returns the schema with one of its variants chosen, or only with the parts beside the
  /// variants; `nil` if there are none.
  func with(_ variant: JSONValue?) -> OpenAPISchema? {
    let others = parts.filter { part in
      part.members.contains {
        !["type", "oneOf", "anyOf", "discriminator"].contains($0.name.text)
          && !Self.silent.contains($0.name.text)
      }
    }
    let chosen = variants.map { [$0.part] } ?? []
    let values = others + (variant.map { [$0] } ?? [])
    return values.isEmpty ? nil : OpenAPISchema(values, in: document, settled: chosen)
  }
}

extension JSONValue {
  func items(_ name: String) -> [JSONValue] { self[name].map { Array($0.elements) } ?? [] }

  func members(of name: String) -> [JSONMember] { self[name].map { Array($0.members) } ?? [] }
}
