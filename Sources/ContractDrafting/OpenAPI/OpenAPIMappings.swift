import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The mappings that schemas become, each named once.
final class OpenAPIMappings {
  let document: OpenAPIDocument
  /// The schemas whose types are being made.
  var active: Set<[Int]> = []
  private(set) var mappings: [DraftedMapping] = []
  private var names: [Key: String] = [:]
  private var taken: Set<String> = []
  private var pending: [Work] = []
  /// The names of the components, by their own schemas.
  private var componentNames: [[Int]: String] = [:]
  /// The components that add to another one, by that one's place.
  private var heirs: [Int: [(name: MemberName, schema: JSONValue)]] = [:]
  private var problems: [String: String?] = [:]
  /// Whether some member is sent in one direction alone.
  private let hasDirections: Bool
  /// The lines of each mapping that need an object of another one.
  private var needs: [[(line: Int, name: String, place: JSONValue)]] = []

  private struct Key: Hashable {
    var nodes: [Int]
    var isRequest: Bool
    var isMerged = false
  }

  private struct Work {
    var name: String
    /// Several, if an object is of one of them and nothing tells which.
    var schemas: [OpenAPISchema]
    var isRequest: Bool
  }

  init(_ document: OpenAPIDocument) {
    self.document = document
    let bytes = document.root.document.bytes
    hasDirections = ["\"readOnly\"", "\"writeOnly\""].contains { bytes.contains(text: $0) }
    for member in components {
      let schema = OpenAPISchema([member.value], in: document)
      for base in member.value.items("allOf") {
        guard let node = base["$ref"].flatMap(document.target)?.node else { continue }
        heirs[node, default: []].append((member.name, member.value))
      }
      guard componentNames[schema.key] == nil else { continue }
      componentNames[schema.key] = unusedName([Self.typeName(member.name.text)])
    }
    document.reached = []
  }

  /// The schemas that have a name.
  var components: [JSONMember] {
    (document.root["components"]?["schemas"]).map { Array($0.members) } ?? []
  }

  /// The name of a type: as it is written, if it is one, else in words.
  private static func typeName(_ text: String) -> String {
    let isName =
      text.utf8.first.map(Words.isUpper) ?? false
      && text.utf8.allSatisfy { Words.isUpper($0) || Words.isLower($0) || KeyName.isDigit($0) }
    return isName ? Words.untaken(text) : Words.typeName(text)
  }

  private func unusedName(_ candidates: [String]) -> String {
    let last = candidates.last ?? "Object"
    let free = candidates.first { !taken.contains($0) }
    let name = free ?? (2...).lazy.map { "\(last)\($0)" }.first { !self.taken.contains($0) } ?? last
    taken.insert(name)
    return name
  }

  /// The name of a mapping of objects; a new one is drafted later.
  private func name(_ schemas: [OpenAPISchema], _ place: SchemaPlace) -> String {
    let key = Key(
      nodes: schemas.flatMap(\.key), isRequest: place.isRequest && hasDirections,
      isMerged: schemas.count > 1)
    if let known = names[key] { return known }
    let component = schemas.count == 1 ? componentNames[key.nodes] : nil
    let title =
      schemas.count == 1 ? schemas[0].value["title"]?.string.map { Words.typeName($0) } : nil
    let own = Words.typeName(place.key, isPlural: place.isPlural)
    let name =
      component != nil && !key.isRequest
      ? component ?? own
      : unusedName(
        (component.map { [$0 + "Request"] } ?? [title, own].compactMap(\.self))
          + [Self.typeName(place.owner + Words.typeName(place.key, isPlural: place.isPlural))])
    names[key] = name
    pending.append(Work(name: name, schemas: schemas, isRequest: place.isRequest))
    return name
  }

  /// What the contract's reader says against a line of a type; `nil`, if it takes it.
  func problem(with type: String) -> String? {
    if let known = problems[type] { return known }
    let line = DraftText.json("a: \(type)")
    let problem = DraftedContract.errors(#"{"contract":1,"mappings":{"A":{"map":{"a":\#(line)}}}}"#)
      .first
    problems[type] = .some(problem?.message)
    return problem?.message
  }

  // MARK: - Objects

  /// The members that are sent, with all that is said of them.
  private func properties(
    _ schema: OpenAPISchema, isRequest: Bool
  ) -> [(name: MemberName, schemas: [JSONValue])] {
    let stated = schema.properties.filter { _, schemas in
      !schemas.contains { schema in
        (document.resolved(schema) ?? schema)[isRequest ? "readOnly" : "writeOnly"]?.bool == true
      }
    }
    let names = Set(schema.properties.map(\.name))
    return stated + schema.required.filter { !names.contains($0) }.map { ($0, []) }
  }

  func object(_ schema: OpenAPISchema, _ place: SchemaPlace) -> SpecifiedType {
    if properties(schema, isRequest: place.isRequest).isEmpty, cases(ofBase: schema) == nil {
      let value = schema["additionalProperties"]
      let closed = value?.bool == false
      let element =
        value.flatMap {
          $0.kind == .bool ? nil : self.type(OpenAPISchema([$0], in: document), place.inside)
        } ?? .any
      var type = SpecifiedType(alternatives: ["[String: \(element.text)]"], notes: element.notes)
      let (least, most) = (schema["minProperties"]?.rawText, schema["maxProperties"]?.rawText)
      if closed { type.constraints = ["count ...0"] }
      if !closed, least ?? most != nil {
        type.constraints = ["count \(least ?? "")...\(most ?? "")"]
      }
      return type
    }
    let name = name([schema], place)
    return SpecifiedType(alternatives: [name], object: name)
  }

  // MARK: - Choices

  func choice(
    _ schema: OpenAPISchema, _ part: JSONValue, _ variants: [JSONValue], _ place: SchemaPlace
  ) -> SpecifiedType {
    var rest = variants.filter { !isNull($0) }
    let bare = rest.filter {
      OpenAPISchema([$0], in: document).parts.allSatisfy {
        $0.members.allSatisfy { $0.isNamed("required") || $0.isNamed("not") }
      }
    }
    if !bare.isEmpty {
      document.note("no contract says a choice of keys that have to be there", at: part)
      rest = []
    }
    var inside = place
    inside.depth += 1
    var type: SpecifiedType
    if rest.isEmpty {
      type = schema.with(nil).map { self.type($0, inside) } ?? .any
    } else if rest.count == 1, let only = schema.with(rest[0]) {
      type = self.type(only, inside)
    } else if cases(part, schema, rest) != nil {
      let name = name([schema], place)
      type = SpecifiedType(alternatives: [name], object: name)
    } else {
      let schemas = rest.compactMap { schema.with($0) }
      let areObjects = schemas.allSatisfy { schema in
        schema.variants == nil && schema.kinds ?? ["object"] == ["object"]
          && !properties(schema, isRequest: place.isRequest).isEmpty
      }
      if areObjects {
        let name = name(schemas, place)
        type = SpecifiedType(alternatives: [name], object: name)
      } else {
        type = union(schemas.map { self.type($0, inside) }, at: part)
      }
    }
    if rest.count < variants.count, bare.isEmpty { type.allowsNull = true }
    return type
  }

  /// Whether a variant is null alone.
  private func isNull(_ variant: JSONValue) -> Bool {
    let schema = OpenAPISchema([variant], in: document)
    return schema.allowsNull
      && (schema.kinds == [] || schema["enum"]?.elements.allSatisfy(\.isNull) ?? false)
  }

  private struct Cases {
    var tag: MemberName
    var cases: [(value: MemberName, schema: OpenAPISchema)]
  }

  /// The variants by the values that a discriminator gives them, or that one of their members has.
  private func cases(
    _ part: JSONValue, _ schema: OpenAPISchema, _ variants: [JSONValue]
  ) -> Cases? {
    guard let discriminator = part["discriminator"], let tag = discriminator["propertyName"]?.string
    else {
      let schemas = variants.compactMap { schema.with($0) }
      return schemas[0].required.lazy.compactMap { tag -> Cases? in
        var found = Cases(tag: tag, cases: [])
        for schema in schemas {
          guard schema.required.contains(tag),
            let stated = schema.properties.first(where: { $0.name == tag })
          else { return nil }
          let own = OpenAPISchema(stated.schemas, in: self.document)
          let values = (own["enum"].map { Array($0.elements) } ?? [own["const"]].compactMap(\.self))
            .map(\.string)
          guard !values.isEmpty, !values.contains(nil) else { return nil }
          found.cases += values.compactMap { $0.map { (MemberName($0), schema) } }
        }
        return Set(found.cases.map(\.value)).count == found.cases.count ? found : nil
      }.first
    }
    var found = named(discriminator)
    for variant in variants {
      let node = document.resolved(variant)?.node
      guard !found.contains(where: { $0.schema.node == node }) else { continue }
      guard let name = variant["$ref"]?.string?.split(separator: "/").last else {
        document.note("no value of \(quoted(tag)) is said for this variant", at: variant)
        continue
      }
      found.append((MemberName(String(name)), variant))
    }
    return Cases(
      tag: MemberName(tag),
      cases: found.compactMap { item in schema.with(item.schema).map { (item.value, $0) } })
  }

  /// The schemas that a discriminator names by their values.
  private func named(_ discriminator: JSONValue) -> [(value: MemberName, schema: JSONValue)] {
    (discriminator["mapping"].map { Array($0.members) } ?? []).compactMap { member in
      let text = member.value.string ?? ""
      let component = text.contains("/") ? nil : components.first { $0.isNamed(text) }?.value
      return (component ?? document.target(of: member.value)).map { (member.name, $0) }
    }
  }

  /// The components that add to a base, by the values of its discriminator; `nil`, of what is none.
  private func cases(ofBase schema: OpenAPISchema) -> Cases? {
    guard schema.key.count == 1, schema.variants == nil,
      let part = schema.parts.first(where: { $0.node == schema.key[0] }),
      let discriminator = part["discriminator"], let tag = discriminator["propertyName"]?.string
    else { return nil }
    var found = named(discriminator)
    for (name, heir) in heirs[part.node] ?? []
    where !found.contains(where: { $0.schema.node == heir.node }) {
      found.append((name, heir))
    }
    found.removeAll { $0.schema.node == part.node }
    guard !found.isEmpty else { return nil }
    return Cases(
      tag: MemberName(tag),
      cases: found.map { ($0.value, OpenAPISchema([$0.schema], in: document)) })
  }

  // MARK: - Drafting

  /// Drafts all mappings that have a name, and those that they name.
  ///
  /// - Parameter uses: The types outside of mappings; none, if every mapping stays.
  func finish(_ uses: [String]) {
    var number = 0
    while number < pending.count {
      let work = pending[number]
      number += 1
      if work.schemas.count > 1 { addMerged(work) } else { add(work.schemas[0], work) }
    }
    endRecursion()
    guard !uses.isEmpty else { return }
    for member in components where !document.reached.contains(member.value.node) {
      document.note("no path leads to this schema, and it is left out", at: member.value)
    }
    // What became a part of no type in the end is left out.
    let byName = Dictionary(mappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var (used, open) = (Set<String>(), uses)
    while let type = open.popLast() {
      for name in type.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
        guard let mapping = byName[name], used.insert(name).inserted else { continue }
        open += mapping.types
      }
    }
    mappings.removeAll { !used.contains($0.name) }
  }

  private func add(_ schema: OpenAPISchema, _ work: Work) {
    schema.noteUnread()
    let variants = schema.variants.flatMap {
      cases($0.part, schema, $0.schemas.filter { !isNull($0) })
    }
    let choice = variants ?? cases(ofBase: schema)
    let required = Set(schema.required)
    let stated = variants == nil ? properties(schema, isRequest: work.isRequest) : []
    var draft = MappingLines(work.name)
    for (name, schemas) in stated {
      let type = type(schemas, name, work)
      draft.add(name, type, isOptional: !required.contains(name), schemas.first ?? schema.value)
    }
    if let extra = schema["additionalProperties"], variants == nil {
      if extra.bool == false, schema.parts.count == 1 { draft.mapping.unknownKeys = "error" }
      if extra.kind == .object, !extra.isEmptyContainer {
        document.note("no contract says what other members than those that it names are", at: extra)
      }
    }
    if let choice {
      draft.mapping.dispatch = dispatch(choice, of: schema, work, hasOwn: variants == nil)
    }
    append(draft)
  }

  /// An object that is of one of several schemas: what some do not have is optional.
  private func addMerged(_ work: Work) {
    document.note(
      "no contract tells these objects apart; a key that one lacks is optional",
      at: work.schemas[0].value)
    var draft = MappingLines(work.name)
    var (order, types): ([MemberName], [MemberName: [(SpecifiedType, isRequired: Bool)]]) = (
      [], [:]
    )
    for schema in work.schemas {
      schema.noteUnread()
      let required = Set(schema.required)
      for (name, schemas) in properties(schema, isRequest: work.isRequest) {
        if types[name] == nil { order.append(name) }
        types[name, default: []].append((type(schemas, name, work), required.contains(name)))
      }
    }
    for name in order {
      let all = types[name] ?? []
      let isOptional = all.count < work.schemas.count || !all.allSatisfy(\.isRequired)
      draft.add(
        name, union(all.map(\.0), at: work.schemas[0].value), isOptional: isOptional,
        work.schemas[0].value)
    }
    append(draft)
  }

  private func type(_ schemas: [JSONValue], _ name: MemberName, _ work: Work) -> SpecifiedType {
    guard !schemas.isEmpty else { return .any }
    return type(
      OpenAPISchema(schemas, in: document),
      SchemaPlace(owner: work.name, key: name.text, isRequest: work.isRequest))
  }

  /// - Parameter hasOwn: Whether an object may be of the base itself.
  private func dispatch(
    _ choice: Cases, of schema: OpenAPISchema, _ work: Work, hasOwn: Bool
  ) -> DraftedSwitch? {
    var cases: [(value: MemberName, use: DraftedSwitch.Use)] = []
    for (value, schema) in choice.cases {
      document.reached.insert(schema.value.node)
      let type = type(
        schema, SchemaPlace(owner: work.name, key: value.text, isRequest: work.isRequest))
      guard let name = type.object, type.base == name, name != work.name else {
        document.note("no contract has a case that is \(type.base)", at: schema.value)
        continue
      }
      if !cases.contains(where: { $0.value == value }) { cases.append((value, .mapping(name))) }
    }
    let own = components.first { $0.value.node == schema.key.first }?.name
    if hasOwn, let own, !cases.contains(where: { $0.value == own }) {
      cases.append((own, .lines([])))
    }
    return cases.isEmpty ? nil : DraftedSwitch(tag: choice.tag, cases: cases, other: nil)
  }

  private func append(_ draft: MappingLines) {
    var draft = draft
    if draft.mapping.lines.isEmpty, draft.mapping.dispatch == nil {
      draft.mapping.lines = [DraftedLine(source: "", type: "_: [String: Any?]", notes: [])]
    }
    mappings.append(draft.mapping)
    needs.append(draft.needs)
  }

  /// Makes what an object needs of its own kind optional: else no payload ended.
  private func endRecursion() {
    var (finite, isChanged) = (Set<String>(), true)
    while isChanged {
      isChanged = false
      for (number, mapping) in mappings.enumerated() where !finite.contains(mapping.name) {
        let cases = mapping.dispatch?.cases ?? []
        let hasEnd =
          cases.isEmpty
          || cases.contains { item in
            if case .mapping(let name) = item.use { finite.contains(name) } else { true }
          }
        guard hasEnd, needs[number].allSatisfy({ finite.contains($0.name) }) else { continue }
        finite.insert(mapping.name)
        isChanged = true
      }
    }
    for (number, mapping) in mappings.enumerated() where !finite.contains(mapping.name) {
      for need in needs[number] where !finite.contains(need.name) {
        mappings[number].lines[need.line].source += "?"
        document.note(
          "an object that always has one of its own kind never ends; here it may be absent",
          at: need.place)
      }
    }
  }
}

/// The lines of a mapping while they are drafted.
private struct MappingLines {
  var mapping: DraftedMapping
  var needs: [(line: Int, name: String, place: JSONValue)] = []
  private var properties: Set<String> = []

  init(_ name: String) { mapping = DraftedMapping(name: name) }

  mutating func add(_ key: MemberName, _ type: SpecifiedType, isOptional: Bool, _ place: JSONValue)
  {
    if let name = type.object, !type.allowsNull, !isOptional {
      needs.append((mapping.lines.count, name, place))
    }
    mapping.lines.append(
      DraftedLine(specified: key, type, isOptional: isOptional, properties: &properties))
  }
}

extension DraftedMapping {
  /// The types of its lines and cases.
  fileprivate var types: [String] {
    lines.map(\.type)
      + (dispatch?.cases ?? []).compactMap { item in
        if case .mapping(let name) = item.use { name } else { nil }
      }
  }
}

extension DraftedLine {
  /// - Parameter properties: The names that other lines have taken.
  init(
    specified key: MemberName, _ type: SpecifiedType, isOptional: Bool,
    properties: inout Set<String>
  ) {
    let property = Words.unusedProperty(key.text, "", &properties)
    let isNumber = SourceKeyPath.index(key) != nil
    self.init(
      source: (isNumber ? "\\" : "") + PathEscape.escaped(key) + (isOptional ? "?" : ""),
      property: property == key.text ? nil : property, type: type.text, options: [],
      notes: type.notes)
  }
}

extension ArraySlice<UInt8> {
  /// Whether a text is in the bytes.
  fileprivate func contains(text: String) -> Bool {
    let sought = Array(text.utf8)
    return withUnsafeBufferPointer { bytes in
      bytes.indices.contains { bytes[$0] == sought[0] && bytes[$0...].starts(with: sought) }
    }
  }
}
