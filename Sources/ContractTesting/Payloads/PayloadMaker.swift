import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Makes the JSON of an object with property values: the canonical payload, in which the values
/// replace existing ones, each as its line reads it.
struct PayloadMaker {
  let index: MappingIndex
  /// A mapper that knows every mapping of the contract as a target.
  let mapper: Mapper
  /// The number of the line that writes a property, if several cases have one: the first, the
  /// second, or the last if there are fewer.
  let attempt: Int
  /// The values that the payload has to give when it is mapped.
  private(set) var expectations: [(path: InstancePath, value: MappedValue)] = []

  var contract: Contract { mapper.contract }

  /// Returns the JSON of an object.
  ///
  /// - Parameters:
  ///   - type: The object's type, if a case of the mapping makes it.
  ///   - base: The JSON into which the values are put; `nil` for the canonical payload.
  ///   - path: The place of the object in the payload, in names of properties.
  mutating func object(
    _ mapping: ContractMapping, type: MemberName?, _ values: PropertyValues,
    in base: PayloadTree?, at path: InstancePath
  ) throws -> PayloadTree {
    var node = try base ?? canonicalObject(mapping)
    var scalars: [(line: PropertyLine, value: MappedValue)] = []
    for entry in values.entries {
      let line = try line(entry.name, of: mapping, at: path)
      let (value, path) = (entry.value, path.appending(line.property))
      if value == .null, line.value.allowsNull {
        node.replace(line.source, with: PayloadTree(verbatim: "null".utf8))
      } else if value == .null, line.isOptional {
        node.remove(line.source)
      } else if !line.value.type.mappings.isEmpty {
        let base = node.value(at: line.source)
        let made = try nested(value, line.value, in: base, at: path)
        node.replace(line.source, with: try found(made, value, line, path))
      } else {
        scalars.append((line, try found(value.mapped(as: line.value.type), value, line, path)))
      }
    }
    if !scalars.isEmpty || type != nil {
      let made = type ?? typeName(of: node, mapping)
      try write(scalars, of: mapping, type: made, to: &node, at: path)
    }
    expectations += scalars.map { (path.appending($0.line.property), $0.value) }
    return node
  }

  private func canonicalObject(_ mapping: ContractMapping) throws -> PayloadTree {
    guard let document = contract.canonicalPayload(ofMapping: mapping.name) else {
      throw TestSetupError("no payload is a valid \(quoted(mapping.name.text))")
    }
    return PayloadTree(document)
  }

  private func typeName(of node: PayloadTree, _ mapping: ContractMapping) -> MemberName {
    // Without cases there is only one type.
    guard index.lineage(of: mapping).contains(where: { $0.dispatch != nil }),
      let document = node.document
    else { return mapping.typeName }
    var store = ObjectStore()
    let result = mapper.map(document, as: .type(mapping.name), into: &store)
    return result.objects.first?.type ?? mapping.typeName
  }

  // MARK: - Lines

  private func line(
    _ name: MemberName, of mapping: ContractMapping, at path: InstancePath
  ) throws -> PropertyLine {
    let lines = index.allLines(of: mapping).filter { $0.property != nil }
    let named = lines.filter { MemberName($0.property?.description ?? "") == name }
    guard let line = named.isEmpty ? nil : named[min(attempt, named.count - 1)] else {
      let names = lines.compactMap { $0.property?.description }
      throw TestSetupError(
        "\(quoted(mapping.name.text)) has no property \(quoted(name.text))\(path.placeText)",
        notes: didYouMean(name.text, among: names).map { [$0] } ?? [])
    }
    guard line.source.base == .representation, !line.source.steps.contains(.fanOut) else {
      throw TestSetupError(
        "the property \(quoted(name.text)) cannot be given\(path.placeText)",
        notes: ["it is read from \(quoted(line.source.description)), not from the object alone"])
    }
    return line
  }

  // MARK: - Values

  /// Returns what was made of a value; throws if nothing was, since it is none of the line's type.
  private func found<Made>(
    _ made: Made?, _ value: PropertyValue, _ line: PropertyLine, _ path: InstancePath
  ) throws -> Made {
    if let made { return made }
    throw TestSetupError(
      "the property \(displayed(path.description)): expected \(displayed(line.value.description)), "
        + "found \(value.foundText)")
  }
}

extension MappingTarget {
  static func type(_ mapping: MemberName) -> MappingTarget {
    .type(root: SourceKeyPath(steps: []), ConstrainedType(.mapping(Located(mapping))))
  }
}
