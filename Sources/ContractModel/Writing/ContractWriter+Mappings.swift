import JSONParsing

extension ContractWriter {
  mutating func write(_ mapping: ContractMapping) {
    member(mapping.name.text) { writer in
      writer.object { writer in
        writer.text("type", mapping.type?.value.text)
        writer.text("extends", mapping.extends?.value.text)
        writer.texts("identifiedBy", mapping.identifiedBy.map(\.value.description))
        writer.choice("missingIdentity", mapping.missingIdentity)
        writer.text("modifiedBy", mapping.modifiedBy?.value.description)
        writer.write(mapping.settings)
        writer.write(mapping.documentation)
        if !mapping.lines.isEmpty { writer.member("map") { $0.write(mapping.lines) } }
        if let dispatch = mapping.dispatch { writer.write(dispatch) }
        writer.write(mapping.connections)
      }
    }
  }

  private mutating func write(_ connections: [Connection]) {
    guard !connections.isEmpty else { return }
    member("connect") { writer in
      writer.object { writer in
        for connection in connections {
          writer.member("\(connection.property): \(connection.value)") { writer in
            writer.object { writer in
              for key in connection.keys {
                writer.text(key.own.value.description, key.other.value.description)
              }
            }
          }
        }
      }
    }
  }

  // MARK: - Cases

  private mutating func write(_ dispatch: CaseDispatch) {
    text("switch", dispatch.switchPath?.value.description)
    member("cases") { writer in
      if dispatch.switchPath != nil {
        writer.object { writer in
          for line in dispatch.cases { writer.member(line.switchText) { $0.write(line.use) } }
        }
      } else {
        writer.json.beginArray()
        for line in dispatch.cases { writer.write(line) }
        writer.json.endArray()
      }
    }
    if let otherwise = dispatch.otherwise { member("else") { $0.write(otherwise) } }
    if dispatch.skipsOthers { text("else", "skip") }
  }

  private mutating func write(_ line: MappingCase) {
    object { writer in
      writer.writeEquals(of: line)
      let exists = line.conditions.compactMap { condition in
        if case .exists(let source) = condition { source.description } else { nil }
      }
      writer.texts("exists", exists)
      writer.writeKinds(of: line)
      if line.trims { writer.flag("trim", true) }
      writer.member("use") { $0.write(line.use) }
      writer.write(line.extensions)
    }
  }

  private mutating func writeEquals(of line: MappingCase) {
    let equals = line.conditions.compactMap { condition in
      if case .equals(let source, let literal) = condition { (source, literal) } else { nil }
    }
    guard !equals.isEmpty else { return }
    member("when") { writer in
      writer.object { writer in
        for (source, literal) in equals { writer.member(source.description) { $0.write(literal) } }
      }
    }
  }

  private mutating func writeKinds(of line: MappingCase) {
    let kinds = line.conditions.compactMap { condition in
      if case .kind(let source, let kind) = condition { (source, kind) } else { nil }
    }
    if kinds.count == 1, kinds[0].0 == .representation { return choice("kind", kinds[0].1) }
    guard !kinds.isEmpty else { return }
    member("kind") { writer in
      writer.object { writer in
        for (source, kind) in kinds { writer.choice(source.description, kind) }
      }
    }
  }

  private mutating func write(_ literal: Literal) {
    switch literal {
    case .string(let text): json.string(text.text)
    case .number(let number): json.number(number)
    case .bool(let bool): json.bool(bool)
    case .null: json.null()
    }
  }

  private mutating func write(_ use: CaseUse) {
    switch use {
    case .name(let name): json.string(name.value.text)
    case .lines(let lines): write(lines)
    }
  }

  // MARK: - Examples

  mutating func writeExamples(_ examples: [ContractExample]) {
    guard !examples.isEmpty else { return }
    member("examples") { writer in
      writer.json.beginArray()
      for example in examples { writer.write(example) }
      writer.json.endArray()
    }
  }

  private mutating func write(_ example: ContractExample) {
    object { writer in
      writer.text("name", example.name)
      switch example.payload {
      case .fixture(let name): writer.text("fixture", name.value)
      case .json(let fragment): writer.member("json") { $0.json.value(fragment.value) }
      }
      writer.write(example.target)
      writer.write(example.given)
      if let expectations = example.expectations { writer.write(expectations) }
      if let violations = example.violations {
        writer.member("violates") { writer in
          writer.json.beginArray()
          for violation in violations { writer.json.string(violation.description) }
          writer.json.endArray()
        }
      }
      writer.text("note", example.note)
      writer.write(example.extensions)
    }
  }

  private mutating func write(_ target: ContractExample.Target) {
    switch target {
    case .type(let root, let value):
      let prefix = root.steps.isEmpty ? "" : "\(root): "
      text("as", prefix + value.description)
    case .endpoint(let endpoint): text("endpoint", endpoint.value.description)
    }
  }

  private mutating func write(_ given: [ContractExample.Given]) {
    guard !given.isEmpty else { return }
    member("given") { writer in
      writer.json.beginArray()
      for one in given { writer.write(one) }
      writer.json.endArray()
    }
  }

  private mutating func write(_ given: ContractExample.Given) {
    guard let target = given.target else { return json.string(given.fixture.value) }
    object { writer in
      writer.text("fixture", given.fixture.value)
      writer.write(target)
    }
  }

  private mutating func write(_ expectations: ContractExample.Expectations) {
    member("expect") { writer in
      writer.object { writer in
        for counted in ContractExample.Counted.allCases {
          let counts = expectations.counts.filter { $0.counted == counted }
          guard !counts.isEmpty else { continue }
          writer.member(counted.rawValue) { writer in
            writer.object { writer in
              for count in counts {
                writer.member(count.type.value.text) { $0.json.number(count.count) }
              }
            }
          }
        }
        writer.writeValues(expectations.values)
        writer.list("events", expectations.events.map(\.description))
        writer.writeSame(expectations.same)
        writer.write(expectations.extensions)
      }
    }
  }

  private mutating func writeValues(_ values: [ContractExample.Value]) {
    guard !values.isEmpty else { return }
    member("values") { writer in
      writer.object { writer in
        for value in values {
          writer.member(value.path.description) { $0.json.value(value.value.value) }
        }
      }
    }
  }
}

extension ContractWriter {
  /// The paths that are one object, an array of each.
  private mutating func writeSame(_ groups: [[InstancePath]]) {
    guard !groups.isEmpty else { return }
    member("same") { writer in
      writer.json.beginArray()
      for group in groups {
        writer.json.beginArray()
        for path in group { writer.json.string(path.description) }
        writer.json.endArray()
      }
      writer.json.endArray()
    }
  }
}

extension MappingCase {
  /// The text that a case by one key's text is chosen by.
  fileprivate var switchText: String {
    guard case .equals(_, .string(let text))? = conditions.first else { return "" }
    return text.text
  }
}
