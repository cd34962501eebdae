public import ContractModel
import JSONParsing
import MappingEngine

extension Contract {
  /// Makes a payload of a type with property values; all other values are canonical.
  ///
  ///     try contract.payload(as: "Avatar", ["remoteId": 123])     // {"id":123,"file_url":"a"}
  ///     try contract.payload(as: "Group", ["avatar": ["remoteId": 5]])
  ///     try contract.payload(as: "[Avatar]", ["remoteId": 123])   // [{"id":123,"file_url":"a"}]
  ///     try contract.payload(as: "[Avatar]", [["remoteId": 1], ["remoteId": 2]])
  ///
  /// The values are written as their lines read them. `nil` is null, or leaves out an optional key.
  /// A value without a line is an error, and so is a payload that the engine would reject or map to
  /// other values.
  ///
  /// An object in a list without a given identity has its position as identity.
  ///
  /// - Parameters:
  ///   - type: A mapping, or a type that a case of a mapping makes; a list of them, an endpoint, or
  ///     any other target that a test can name.
  ///   - values: The values by property; `"address.city"` is a property of a property. For a list,
  ///     the values of its only object.
  ///   - transformers: The app's transformers, by the names that `custom:` gives.
  /// - Throws: `TestSetupError` with the reason.
  public func payload(
    as type: String, _ values: PropertyValues = [:], transformers: ValueTransformers = [:]
  ) throws -> TestPayload {
    let index = MappingIndex(self)
    if let body = try body(as: type) {
      return try payload(of: body, .object(values), named: type, transformers)
    }
    let mapping = try mapping(making: type, index)
    let caseType = index[MemberName(type)] == nil ? MemberName(type) : nil
    return try payload(
      of: .type(mapping.name), index, [mapping], values, named: type, transformers
    ) { maker in
      try maker.object(mapping, type: caseType, values, in: nil, at: InstancePath())
    }
  }

  /// Makes a payload of an endpoint with property values; all other values are canonical.
  ///
  /// - Parameter value: The properties of the payload's object; for a list, those of each object or
  ///   of its only one; for lines over the payload, the values of their properties.
  /// - Throws: `TestSetupError` with the reason.
  package func payload(of endpoint: Endpoint, _ value: PropertyValue) throws -> TestPayload {
    try payload(
      of: (.endpoint(Located(endpoint.selector)), endpoint.body), value,
      named: endpoint.selector.description, [:])
  }

  /// Makes a payload that is a list of objects with property values; all other values are
  /// canonical.
  ///
  ///     try contract.payload(as: "[Avatar]", [["remoteId": 1], ["remoteId": 2]])
  ///
  /// - Parameters:
  ///   - type: A list, or an endpoint whose payload is a list.
  ///   - elements: The properties of each object.
  ///   - transformers: The app's transformers, by the names that `custom:` gives.
  /// - Throws: `TestSetupError` with the reason.
  public func payload(
    as type: String, _ elements: [PropertyValues], transformers: ValueTransformers = [:]
  ) throws -> TestPayload {
    guard let body = try body(as: type) else {
      throw TestSetupError(
        "\(quoted(type)) is no list", notes: ["a list of it is \(quoted("[\(type)]"))"])
    }
    return try payload(of: body, .array(elements.map { .object($0) }), named: type, transformers)
  }

  private typealias PayloadBody = (target: ContractExample.Target, body: Endpoint.Body)

  /// Returns the target and body that a text names, unless it is only a name.
  private func body(as text: String) throws -> PayloadBody? {
    guard text.unicodeScalars.contains(where: { "[]<> :/".unicodeScalars.contains($0) }) else {
      return nil
    }
    let target = try TestTarget(text, in: self).stated
    switch target {
    case .type(let root, let value) where root.steps.isEmpty: return (target, .value(value))
    case .type(let root, let value):
      let names = root.steps.compactMap { if case .segment(let name) = $0 { name } else { nil } }
      let line = PropertyLine(
        source: root, isOptional: false, property: PropertyPath(names), value: value)
      return (target, .map([line]))
    case .endpoint(let selector):
      return endpoints.first { $0.selector == selector.value }.map { (target, $0.body) }
    }
  }

  private func payload(
    of body: PayloadBody, _ value: PropertyValue, named name: String,
    _ transformers: ValueTransformers
  ) throws -> TestPayload {
    let index = MappingIndex(self)
    let values = if case .object(let values) = value { values } else { PropertyValues() }
    return try payload(
      of: MappingTarget(body.target), index, index.mappingsInOrder, values, named: name,
      transformers
    ) { maker in
      guard let node = try maker.body(body.body, of: body.target, value) else {
        throw TestSetupError("the values are none of \(quoted(name))")
      }
      return node
    }
  }

  /// - Parameter mappings: The mappings in which several lines may read one property.
  private func payload(
    of target: MappingTarget, _ index: MappingIndex, _ mappings: [ContractMapping],
    _ values: PropertyValues, named name: String, _ transformers: ValueTransformers,
    _ make: (inout PayloadMaker) throws -> PayloadTree
  ) throws -> TestPayload {
    let targets = [target] + index.mappingsInOrder.map { MappingTarget.type($0.name) }
    let mapper = Mapper(self, as: targets, transformers: transformers)
    var first: (any Error)?
    // If several cases have a line for a property, each of them is tried.
    let choices = mappings.flatMap { mapping in
      Dictionary(grouping: index.allLines(of: mapping).compactMap(\.property)) { $0 }.values
    }
    for attempt in 0..<(choices.map(\.count).max() ?? 1) {
      do {
        var maker = PayloadMaker(index: index, mapper: mapper, attempt: attempt)
        let node = try make(&maker)
        return try checked(node, maker, values, target, name)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? TestSetupError("there is no payload of \(quoted(name))")
  }

  private func mapping(making type: String, _ index: MappingIndex) throws -> ContractMapping {
    let name = MemberName(type)
    if let mapping = index[name] { return mapping }
    let making = index.mappingsInOrder.first { index.typeNames(of: $0).contains(name) }
    if let making { return making }
    let types = index.mappingsInOrder.flatMap { index.typeNames(of: $0).map(\.text) }
    throw TestSetupError(
      "the contract \(quoted(self.name.text)) has no mapping \(quoted(type))",
      notes: didYouMean(type, among: index.names + types).map { [$0] } ?? [])
  }

  /// Returns the payload, if the engine maps it to the values.
  private func checked(
    _ node: PayloadTree, _ maker: PayloadMaker, _ values: PropertyValues,
    _ target: MappingTarget, _ type: String
  ) throws -> TestPayload {
    let document = try JSONDocument(parsing: node.text)
    var store = ObjectStore()
    let result = maker.mapper.map(document, as: target, into: &store)
    let refusals = result.violations.filter { $0.severity == .error }.map(\.description)
    let shown = displayed(node.text)
    guard refusals.isEmpty else {
      throw TestSetupError(
        "the contract refuses the \(displayed(type)) with these values",
        notes: refusals + ["the payload is \(shown)"])
    }
    for (path, value) in maker.expectations {
      let found = result.value(at: path)
      guard found != value else { continue }
      throw TestSetupError(
        "the property \(displayed(path.description)): expected \(displayed(store.json(value))), "
          + "the payload gives \(found.map { displayed(store.json($0)) } ?? "nothing")",
        notes: ["the payload is \(shown)"])
    }
    return TestPayload(document, values, origin: (maker.mapper, target))
  }
}
