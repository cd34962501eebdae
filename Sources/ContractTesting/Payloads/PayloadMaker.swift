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
      let path = path.appending(line.property)
      switch try made(entry.value, line, mapping, in: node, at: path) {
      case .scalar(let value): scalars.append((line, value))
      case .node(let made): node.replace(line.source, with: made)
      case .nothing: node.remove(line.source)
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

  private enum Made {
    case scalar(MappedValue)
    case node(PayloadTree)
    /// The key is absent.
    case nothing
  }

  private mutating func made(
    _ value: PropertyValue, _ line: PropertyLine, _ mapping: ContractMapping,
    in node: PayloadTree, at path: InstancePath
  ) throws -> Made {
    if value == .null, line.value.allowsNull { return .node(PayloadTree(verbatim: "null".utf8)) }
    if value == .null, line.isOptional { return .nothing }
    if line.value.type.mappings.isEmpty {
      guard let mapped = value.mapped(as: line.value.type) else {
        throw mismatch(value, line, path)
      }
      return .scalar(mapped)
    }
    let base = node.value(at: line.source)
    guard let made = try nested(value, line.value, in: base, at: path) else {
      throw mismatch(value, line, path)
    }
    return .node(made)
  }

  private func mismatch(
    _ value: PropertyValue, _ line: PropertyLine, _ path: InstancePath
  ) -> TestSetupError {
    TestSetupError(
      "the property \(displayed(path.description)): expected \(displayed(line.value.description)), "
        + "found \(value.foundText)")
  }
}

extension MappingTarget {
  static func type(_ mapping: MemberName) -> MappingTarget {
    .type(root: SourceKeyPath(steps: []), ConstrainedType(.mapping(Located(mapping))))
  }
}
