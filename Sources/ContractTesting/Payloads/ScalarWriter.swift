import ContractModel
import JSONParsing
import MappingEngine

/// Writes the scalars of an object by the inverse mapping.
struct ScalarWriter {
  private let mapping: ContractMapping
  private let type: MemberName
  private let mapper: Mapper

  init(_ mapper: Mapper, _ mapping: ContractMapping, type: MemberName) {
    (self.mapper, self.mapping, self.type) = (mapper, mapping, type)
  }

  /// Writes values into an object's JSON, each where its line reads it.
  func write(
    _ values: [(line: PropertyLine, value: MappedValue)], to node: inout PayloadNode,
    at path: InstancePath
  ) throws {
    var store = ObjectStore()
    let properties = values.compactMap { value in
      value.line.property.map { (name: $0, value: value.value) }
    }
    let id = store.insert(type, properties)
    let json = InverseMapper(mapper).json(of: .object(id), in: store, as: .type(mapping.name))
    let written = try PayloadNode(JSONDocument(parsing: json.text).root)
    for (line, _) in values {
      guard let made = written.node(at: line.source.steps[...]) else {
        let name = displayed(path.appending(line.property).description)
        throw TestSetupError(
          "the property \(name) cannot be written to \(quoted(line.source.description))",
          notes: json.losses.map { "the inverse mapping says: \($0.reason.rawValue)" })
      }
      node.replace(line.source, with: made)
    }
    for source in caseSources {
      // What tells the case of the type, unless a property does.
      guard let made = written.node(at: source.steps[...]) else { continue }
      node.replace(source, with: made)
    }
  }

  /// The key paths that tell which case of the mapping fits, if one makes the type.
  private var caseSources: [SourceKeyPath] {
    guard type != mapping.typeName, let dispatch = mapping.dispatch else { return [] }
    let sources = dispatch.cases.flatMap { $0.conditions.map(\.source) }
    return sources.filter { $0.base == .representation && !$0.steps.contains(.fanOut) }
  }
}
