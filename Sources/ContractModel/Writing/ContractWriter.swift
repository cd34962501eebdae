package import JSONParsing

extension Contract {
  /// The contract as a file: every line in its one spelling, laid out for reading and reviewing.
  ///
  /// Comments are not part of a contract and are not in the text. The mappings of included files
  /// are theirs to write. Reading the text gives the same contract.
  public var text: String {
    var writer = ContractWriter()
    writer.write(self)
    // What the writer wrote is JSON.
    guard let document = try? JSONDocument(parsing: writer.json.bytes) else { return "" }
    return ContractLayout.text(of: document.root)
  }
}

/// Writes a contract as compact JSON, in the order of the vocabulary.
struct ContractWriter {
  var json = JSONWriter()

  mutating func write(_ contract: Contract) {
    object { writer in
      writer.member("contract") { $0.json.number(Contract.formatVersion) }
      writer.list("include", contract.includes.map(\.value))
      writer.text("host", contract.host?.value)
      writer.text("basePath", contract.basePath?.value)
      writer.write(contract.settings)
      writer.write(contract.documentation)
      let requests = contract.endpoints.filter(\.selector.isRequest)
      writer.section("endpoints", contract.endpoints.filter { !$0.selector.isRequest }) {
        $0.write($1)
      }
      writer.section("requests", requests) { $0.write(request: $1) }
      writer.section("mappings", contract.mappings) { $0.write($1) }
      writer.writeExamples(contract.statedExamples)
    }
  }

  // MARK: - Pieces

  mutating func object(_ body: (inout ContractWriter) -> Void) {
    json.beginObject()
    body(&self)
    json.endObject()
  }

  mutating func member(_ name: String, _ body: (inout ContractWriter) -> Void) {
    json.name(name)
    body(&self)
  }

  mutating func text(_ name: String, _ text: String?) {
    guard let text else { return }
    member(name) { $0.json.string(text) }
  }

  mutating func flag(_ name: String, _ flag: Bool?) {
    guard let flag else { return }
    member(name) { $0.json.bool(flag) }
  }

  mutating func choice(_ name: String, _ choice: (some RawRepresentable<String>)?) {
    text(name, choice?.rawValue)
  }

  /// A text, or an array of several; nothing, if there is none.
  mutating func texts(_ name: String, _ texts: [String]) {
    if texts.count == 1 { text(name, texts[0]) } else { list(name, texts) }
  }

  mutating func list(_ name: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    member(name) { writer in
      writer.json.beginArray()
      for text in texts { writer.json.string(text) }
      writer.json.endArray()
    }
  }

  /// An object of several items, each of which writes its member.
  private mutating func section<Item>(
    _ name: String, _ items: [Item], _ body: (inout ContractWriter, Item) -> Void
  ) {
    guard !items.isEmpty else { return }
    member(name) { writer in
      writer.object { writer in
        for item in items { body(&writer, item) }
      }
    }
  }

  mutating func write(_ extensions: [ExtensionMember]) {
    for member in extensions {
      self.member(member.name.text) { $0.json.value(member.value.value) }
    }
  }

  mutating func write(_ settings: MappingSettings) {
    choice("coercion", settings.coercion)
    choice("keys", settings.keys)
    choice("unknownKeys", settings.unknownKeys)
    if let acronyms = settings.acronyms {
      member("acronyms") { writer in
        writer.json.beginArray()
        for acronym in acronyms { writer.json.string(acronym) }
        writer.json.endArray()
      }
    }
  }

  mutating func write(_ documentation: Documentation) {
    text("owner", documentation.owner)
    switch documentation.deprecated {
    case .flag(let flag): self.flag("deprecated", flag)
    case .reason(let reason): text("deprecated", reason)
    case nil: break
    }
    text("note", documentation.note)
    write(documentation.extensions)
  }

  // MARK: - Endpoints

  private mutating func write(_ endpoint: Endpoint) {
    member(endpoint.selector.description) { writer in
      guard endpoint.mimeType != Endpoint.standardMIMEType else {
        return writer.write(endpoint.body)
      }
      writer.object { writer in
        writer.member(Endpoint.mimeTypeMember) { writer in
          if let type = endpoint.mimeType { writer.json.string(type) } else { writer.json.null() }
        }
        switch endpoint.body {
        case .value(let value): writer.text("", value.description)
        case .map(let lines): writer.writeMembers(lines, isEndpoint: true)
        case .absent: break
        }
      }
    }
  }

  private mutating func write(request endpoint: Endpoint) {
    guard let selector = endpoint.selector.http else { return }
    member(selector.description) { writer in
      writer.object { writer in
        guard case .map(let lines) = endpoint.body else {
          return writer.writeBody(endpoint.body)
        }
        writer.parameters("query", lines.filter { $0.source.base == .requestQuery })
        writer.parameters("headers", lines.filter { $0.source.base == .requestHeader })
        writer.parameters("form", lines.filter { $0.source.base == .requestForm })
        let rest = lines.filter {
          ![.requestQuery, .requestHeader, .requestForm].contains($0.source.base)
        }
        // A type as a whole has a line that is no part of a map.
        if rest.count == 1, rest[0].source == .representation, rest[0].property == nil {
          writer.writeBody(.value(rest[0].value))
        } else if !rest.isEmpty {
          writer.writeBody(.map(rest))
        }
      }
    }
  }

  private mutating func writeBody(_ body: Endpoint.Body) {
    member("body") { $0.write(body) }
  }

  private mutating func parameters(_ name: String, _ lines: [PropertyLine]) {
    guard !lines.isEmpty else { return }
    let named = lines.map { line in
      var line = line
      line.source.base = .representation
      return line
    }
    member(name) { $0.write(named, isEndpoint: true) }
  }

  private mutating func write(_ body: Endpoint.Body) {
    switch body {
    case .value(let value): json.string(value.description)
    case .map(let lines): write(lines, isEndpoint: true)
    case .absent: json.null()
    }
  }

  // MARK: - Lines

  /// A map; the lines of one key, which may stand apart, are joined where the first stands.
  ///
  /// - Parameter isEndpoint: Whether it is an endpoint's, whose lines leave out a property that is
  ///   the key: `{ "user": "User" }`.
  mutating func write(_ lines: [PropertyLine], isEndpoint: Bool = false) {
    object { $0.writeMembers(lines, isEndpoint: isEndpoint) }
  }

  private mutating func writeMembers(_ lines: [PropertyLine], isEndpoint: Bool) {
    var written: Set<MemberName> = []
    writeDeletions(lines)
    let lines = lines.filter { $0.deletes == nil }
    for line in lines where written.insert(line.key).inserted {
      let joined = lines.filter { $0.key == line.key }
      member(line.key.text) { writer in
        if joined.count > 1 { writer.json.beginArray() }
        for line in joined { writer.write(line, leavesOutKey: isEndpoint) }
        if joined.count > 1 { writer.json.endArray() }
      }
    }
  }

  private mutating func writeDeletions(_ lines: [PropertyLine]) {
    var mappings: [Located<MemberName>] = []
    for case let deletion? in lines.map(\.deletes) where !mappings.contains(deletion.mapping) {
      mappings.append(deletion.mapping)
    }
    for mapping in mappings {
      let parts = lines.filter { $0.deletes?.mapping == mapping }.compactMap { line in
        var source = line.source
        if source.base == .representation { source.base = .document }
        return line.deletes.map { "\($0.part.value): \(source)" }
      }
      text(Deletion.member, "\(mapping.value.text)(\(parts.joined(separator: ", ")))")
    }
  }

  private mutating func write(_ line: PropertyLine, leavesOutKey: Bool) {
    guard line.options != PropertyLine.Options() else {
      let isKey = line.source.lastName.map { PropertyPath([$0]) } == line.property
      return json.string(leavesOutKey && isKey ? line.typeAndDefault : line.line)
    }
    let options = line.options
    object { writer in
      writer.text("to", line.propertyWord)
      writer.text("type", line.typeAndDefault)
      writer.choice("missing", options.missing)
      writer.choice("null", options.null)
      writer.choice("elements", options.elements)
      writer.choice("emptyString", options.emptyString)
      writer.choice("emptyArray", options.emptyArray)
      writer.flag("trim", options.trims)
      writer.choice("assign", options.assign)
      writer.choice("update", options.update)
      writer.text("presence", options.presence?.description)
      writer.text("nullRate", options.nullRate?.description)
      writer.flag("constant", options.isConstant)
      writer.flag("sensitive", options.isSensitive)
      if let example = options.example { writer.member("example") { $0.json.value(example.value) } }
      writer.text("note", options.note)
      writer.write(options.extensions)
    }
  }
}

extension PropertyLine {
  /// The text before the colon.
  package var key: MemberName { MemberName(source.description + (isOptional ? "?" : "")) }

  fileprivate var typeAndDefault: String {
    value.description + (defaultValue.map { " = \($0)" } ?? "")
  }

  /// The property as a line writes it; `nil` for one that is named by its key alone, as `file-url`
  /// can only be.
  fileprivate var propertyWord: String? {
    guard let property else { return "_" }
    let isNameable = property.names.allSatisfy { name in
      name.text.unicodeScalars.first?.startsName == true
        && name.text.unicodeScalars.allSatisfy(\.continuesName)
    }
    return isNameable ? property.description : nil
  }

  /// The line after the colon.
  package var line: String { (propertyWord.map { "\($0): " } ?? "") + typeAndDefault }
}
