import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The mappings drafted from schemas, each with a name of its own.
final class OpenAPIMappings {
  let document: OpenAPIDocument
  /// The schemas whose types are being drafted.
  var active: Set<[Int]> = []
  /// The drafted types, so that nested choices do not repeat the work.
  var types: [[Int]: SpecifiedType] = [:]
  private(set) var mappings: [DraftedMapping] = []
  private var names: [[Int]: String] = [:]
  private var taken: Set<String> = []
  private var pending: [(name: String, schema: OpenAPISchema)] = []
  private var componentNames: [[Int]: String] = [:]
  /// The components that extend another one, by the place of that one.
  private var heirs: [Int: [(name: MemberName?, schema: JSONValue)]] = [:]
  private var problems: [String: String?] = [:]
  /// The schemas of each mapping's lines.
  private var places: [Int: [JSONValue]] = [:]

  init(_ document: OpenAPIDocument) {
    self.document = document
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

  var components: [JSONMember] {
    document.root["components"]?.members(of: "schemas") ?? []
  }

  /// Returns the name of a type: the text itself, if it is a valid name, or else its words.
  private static func typeName(_ text: String) -> String {
    Words.isTypeName(text) ? Words.untaken(text) : Words.typeName(text)
  }

  private func unusedName(_ candidates: [String]) -> String {
    let free = candidates.first { !taken.contains($0) }
    let name = free ?? Words.unused(candidates.last ?? "Object", besides: taken)
    taken.insert(name)
    return name
  }

  /// Returns the type of objects of a mapping, which is drafted later.
  private func named(_ schema: OpenAPISchema, _ place: SchemaPlace) -> SpecifiedType {
    let title = schema.value["title"]?.string.map { Words.typeName($0) }
    let own = Words.typeName(place.key, isPlural: place.isPlural)
    let name =
      names[schema.key] ?? componentNames[schema.key]
      ?? unusedName([title, own, Self.typeName(place.owner + own)].compactMap(\.self))
    if names.updateValue(name, forKey: schema.key) == nil { pending.append((name, schema)) }
    return SpecifiedType(alternatives: [name], object: name)
  }

  /// Returns the contract reader's error for a line with a type; `nil` if the line is valid.
  func problem(with type: String) -> String? {
    if let known = problems[type] { return known }
    let line = DraftText.json("a: \(type)")
    let problem = DraftedContract.problem(#""mappings":{"A":{"map":{"a":\#(line)}}}"#)
    problems[type] = .some(problem)
    return problem
  }

  // MARK: - Objects

  func object(_ schema: OpenAPISchema, _ place: SchemaPlace) -> SpecifiedType {
    guard schema.properties.isEmpty, cases(of: schema) == nil else { return named(schema, place) }
    let value = schema["additionalProperties"]
    let element = value?.kind == .object ? type(value.map { [$0] } ?? [], place.inside) : .any
    var type = SpecifiedType(
      alternatives: ["[String: \(element.text)]"], notes: element.notes)
    type.constraints =
      value?.bool == false
      ? ["count ...0"] : bounds(schema, "count", "minProperties", "maxProperties")
    return checked(type, schema.value, as: "[String: Any]")
  }

  /// Returns the type of values that fulfil all of some schemas; `Any` for no schema.
  func type(_ schemas: [JSONValue], _ place: SchemaPlace) -> SpecifiedType {
    schemas.isEmpty ? .any : type(OpenAPISchema(schemas, in: document), place)
  }

  // MARK: - Choices

  func choice(
    _ schema: OpenAPISchema, _ part: JSONValue, _ variants: [JSONValue], _ place: SchemaPlace
  ) -> SpecifiedType {
    let rest = variants.filter { !isNull($0) }
    let isOfKeys = rest.contains {
      OpenAPISchema([$0], in: document).parts.allSatisfy {
        $0.members.allSatisfy { $0.isNamed("required") || $0.isNamed("not") }
      }
    }
    if isOfKeys {
      document.note("no contract says a choice of keys that have to be there", at: part)
    }
    var type: SpecifiedType
    if rest.count > 1, !isOfKeys, cases(of: schema) != nil {
      type = named(schema, place)
    } else {
      var inside = place
      inside.depth += 1
      let chosen = isOfKeys || rest.isEmpty ? [schema.with(nil)] : rest.map { schema.with($0) }
      type = union(chosen.compactMap { $0.map { self.type($0, inside) } }, at: part)
    }
    if rest.count < variants.count, !isOfKeys { type.allowsNull = true }
    return type
  }

  private func isNull(_ variant: JSONValue) -> Bool {
    let schema = OpenAPISchema([variant], in: document)
    return schema.allowsNull
      && (schema.kinds == [] || schema["enum"]?.elements.allSatisfy(\.isNull) ?? false)
  }

  private struct Cases {
    var tag: MemberName
    var cases: [(value: MemberName, schema: OpenAPISchema)]
  }

  /// Returns the variants of a choice by the values of its discriminator, or the components that
  /// extend a base by the values of the base's discriminator; `nil` if there is none.
  private func cases(of schema: OpenAPISchema) -> Cases? {
    let choice = schema.variants
    let base = schema.key.count == 1 ? schema.parts.first { $0.node == schema.key[0] } : nil
    guard let part = choice?.part ?? base, let discriminator = part["discriminator"],
      let tag = discriminator["propertyName"]?.string
    else { return nil }
    var found = named(discriminator)
    let variants = choice?.schemas.filter { !isNull($0) }.map { variant in
      (variant["$ref"]?.string?.split(separator: "/").last.map { MemberName(String($0)) }, variant)
    }
    for (name, other) in variants ?? heirs[part.node] ?? [] {
      let node = document.resolved(other)?.node
      guard !found.contains(where: { $0.schema.node == node }) else { continue }
      if let name {
        found.append((name, other))
      } else {
        document.note("no value of \(quoted(tag)) is said for this variant", at: other)
      }
    }
    if choice == nil { found.removeAll { $0.schema.node == part.node } }
    guard choice != nil || !found.isEmpty else { return nil }
    return Cases(
      tag: MemberName(tag),
      cases: found.compactMap { value, other in
        let own = choice == nil ? OpenAPISchema([other], in: document) : schema.with(other)
        return own.map { (value, $0) }
      })
  }

  private func named(_ discriminator: JSONValue) -> [(value: MemberName, schema: JSONValue)] {
    discriminator.members(of: "mapping").compactMap { member in
      let text = member.value.string ?? ""
      let component = text.contains("/") ? nil : components.first { $0.isNamed(text) }?.value
      return (component ?? document.target(of: member.value)).map { (member.name, $0) }
    }
  }

  // MARK: - Drafting

  /// Drafts all mappings with a name, and the mappings that they use.
  ///
  /// - Parameter uses: The types outside of mappings; if empty, every mapping is kept.
  func finish(_ uses: [String]) {
    var number = 0
    while number < pending.count {
      add(pending[number].schema, pending[number].name)
      number += 1
    }
    endRecursion()
    guard !uses.isEmpty else { return }
    for member in components where !document.reached.contains(member.value.node) {
      document.note("no path leads to this schema, and it is left out", at: member.value)
    }
    // Mappings that no type uses in the end are omitted.
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

  private func add(_ schema: OpenAPISchema, _ name: String) {
    schema.noteUnread()
    let isChoice = schema.variants != nil
    var (mapping, taken) = (DraftedMapping(name: name), Set<String>())
    let required = Set(schema.required)
    for (key, schemas) in isChoice ? [] : schema.properties {
      let type = type(schemas, SchemaPlace(owner: name, key: key.text))
      let isRequired = required.contains(key)
      places[mappings.count, default: []].append(schemas.first ?? schema.value)
      mapping.lines.append(
        DraftedLine(specified: key, type, isOptional: !isRequired, properties: &taken))
    }
    if let extra = schema["additionalProperties"], !isChoice {
      if extra.bool == false, schema.parts.count == 1 { mapping.unknownKeys = "error" }
      if extra.kind == .object, !extra.isEmptyContainer {
        document.note("no contract says what other members than those that it names are", at: extra)
      }
    }
    mapping.dispatch = cases(of: schema).flatMap { dispatch($0, of: schema, name, !isChoice) }
    if mapping.lines.isEmpty, mapping.dispatch == nil {
      mapping.lines = [DraftedLine(source: "", type: "_: [String: Any?]")]
    }
    mappings.append(mapping)
  }

  /// - Parameter hasOwn: Whether an object may be of the base itself.
  private func dispatch(
    _ choice: Cases, of schema: OpenAPISchema, _ owner: String, _ hasOwn: Bool
  ) -> DraftedSwitch? {
    var cases: [(value: MemberName, use: DraftedUse)] = []
    for (value, schema) in choice.cases {
      document.reached.insert(schema.value.node)
      let type = type(schema, SchemaPlace(owner: owner, key: value.text))
      guard let name = type.object, type.base == name, name != owner else {
        document.note("no contract has a case that is \(type.base)", at: schema.value)
        continue
      }
      if !cases.contains(where: { $0.value == value }) { cases.append((value, .type(name))) }
    }
    let own = components.first { $0.value.node == schema.key.first }?.name
    if hasOwn, let own, !cases.contains(where: { $0.value == own }) {
      cases.append((own, .lines([])))
    }
    return cases.isEmpty ? nil : DraftedSwitch(tag: choice.tag, cases: cases, other: nil)
  }

  /// Makes members optional that an object needs of its own type, because no payload would end
  /// otherwise.
  private func endRecursion() {
    let text = DraftText(remarks: [], mappings: mappings).text
    guard let contract = DraftedContract.set(text).contracts.first else { return }
    let index = MappingIndex(contract)
    let finite = FiniteMappings(index)
    for (number, mapping) in mappings.enumerated() {
      guard let stated = index[MemberName(mapping.name)], !finite.contains(stated.name) else {
        continue
      }
      let endless = index.options(of: stated).flatMap(\.needs)
        .filter { !finite.contains($0.mapping) }
      let needed = Set(endless.map(\.origin.place))
      for (line, place) in zip(index.lines(of: stated), places[number] ?? []).enumerated()
      where needed.contains(place.0.origin.place) {
        mappings[number].lines[line].source += "?"
        document.note(
          "an object that always has one of its own kind never ends; here it may be absent",
          at: place.1)
      }
    }
  }
}

extension DraftedMapping {
  fileprivate var types: [String] {
    lines.map(\.type) + (dispatch?.cases ?? []).flatMap(\.use.types)
  }
}

extension DraftedLine {
  /// - Parameter properties: The names that other lines use.
  init(
    specified key: MemberName, _ type: SpecifiedType, isOptional: Bool,
    properties: inout Set<String>
  ) {
    let isNumber = SourceKeyPath.index(key) != nil
    self.init(
      source: (isNumber ? "\\" : "") + PathEscape.escaped(key) + (isOptional ? "?" : ""),
      property: Words.writtenProperty(key.text, "", &properties), type: type.text, notes: type.notes
    )
  }
}
