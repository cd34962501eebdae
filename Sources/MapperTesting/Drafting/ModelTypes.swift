import ContractModel
import JSONParsing

/// The types of lines for the types of an app, and the mappings that they need.
final class ModelTypes {
  /// A type of the app that reads keys.
  struct Model {
    let type: any Decodable.Type
    let name: String
    /// A payload that the type accepts, with all the keys that it asks for, as far as values are
    /// known.
    let payload: PayloadTree
    let keys: ModelKeys
  }

  let probe: ModelProbe
  private(set) var samples: ModelSamples
  /// The models, in the order in which they are first used.
  private(set) var models: [Model] = []
  private var known: [ObjectIdentifier: ModelType] = [:]
  /// The types being analysed, which may refer to themselves.
  private var open: Set<ObjectIdentifier> = []

  init(_ probe: ModelProbe, _ samples: ModelSamples) {
    (self.probe, self.samples) = (probe, samples)
  }

  func type(_ type: any Decodable.Type) -> ModelType {
    let id = ObjectIdentifier(type)
    if let type = known[id] { return type }
    guard open.insert(id).inserted else { return .anything("\(type) is made of itself") }
    defer { open.remove(id) }
    let made = make(type)
    known[id] = made
    return made
  }

  private func make(_ type: any Decodable.Type) -> ModelType {
    switch ModelKind(type) {
    case .leaf: return ModelLeaves(probe: probe).type(type)
    case .optional(let wrapped):
      var wrapped = self.type(wrapped)
      wrapped.constrained.allowsNull = true
      return wrapped
    case .list(let element): return self.element(element).collected(ValueType.array)
    case .set(let element): return self.element(element).collected(ValueType.set)
    case .dictionary(let value): return element(value).collected(ValueType.dictionary)
    case .choice(let literals): return choice(type, literals) ?? model(type)
    case .model: return model(type)
    }
  }

  /// Returns the type of an element, which is nullable if its type accepts null.
  private func element(_ type: any Decodable.Type) -> ModelType {
    var element = self.type(type)
    if probe.takes(type, "null") { element.constrained.allowsNull = true }
    return element
  }

  // MARK: - Enumerations

  /// - Returns: `nil` if the type is not decoded from its raw values.
  private func choice(_ type: any Decodable.Type, _ literals: [Literal]) -> ModelType? {
    var literals = literals.enumerated().filter { index, literal in
      literals.firstIndex(of: literal) == index && probe.takes(type, literal.json)
    }.map(\.element)
    guard let first = literals.first else { return nil }
    let other = if case .string = first { #""zz unknown""# } else { "987654321" }
    guard let fallback = probe.decoded(type, PayloadTree(json: other)) else {
      return ModelType(.choice(of: literals))
    }
    // The fallback case, which stands for all other values, does not count as a case.
    let text = ReflectedText(fallback.value).description
    literals.removeAll { literal in
      probe.decoded(type, PayloadTree(json: literal.json)).map {
        ReflectedText($0.value).description == text
      } ?? false
    }
    guard !literals.isEmpty else { return nil }
    let name: ScalarName = if case .string = first { .string } else { .int }
    return ModelType(.union(literals.map(ValueType.literal) + [.scalar(ScalarType(name))]))
      .noting("others become \(displayed(text))")
  }

  // MARK: - Types that read

  private func model(_ type: any Decodable.Type) -> ModelType {
    guard let payload = complete(type) else {
      return .anything("\(type) takes none of the values that were tried: a sample would tell")
    }
    let keys = payload.keys
    if keys.isOpen { return .anything("\(type) reads whatever there is: no line says that") }
    if !keys.keys.isEmpty {
      let takesOthers = ["7", "true", #""zz""#, "[]"].contains { probe.takes(type, $0) }
      if takesOthers || keys.whole.count > 1 { return .anything("\(type) tries several types") }
      let name = freeName(type)
      models.append(Model(type: type, name: name, payload: payload.tree, keys: keys))
      return ModelType(.mapping(Located(MemberName(name))))
    }
    guard !keys.elements.isEmpty else { return whole(type, keys.whole) }
    return list(of: keys.elements) { [probe] in probe.decoded(type, $0) != nil }
  }

  /// Returns the type of a value that the model decodes as other types.
  private func whole(
    _ type: any Decodable.Type, _ others: [any Decodable.Type]
  ) -> ModelType {
    let scalars = ModelScalars { [probe] in probe.takes(type, $0) }
    let samples = samples.values(of: type).map(\.text)
    let literals = samples.compactMap { Literal(json: $0) }
    if let open = choice(type, literals), case .union = open.constrained.type,
      probe.takes(type, #""zz unknown""#),
      let value = probe.decoded(type, PayloadTree(json: samples[0]))?.value,
      Mirror(reflecting: value).displayStyle == .enum
    {
      return open
    }
    guard others.count == 1 else {
      return others.isEmpty ? .anything("\(type) reads nothing of it") : scalars.type
    }
    return scalars.restricted(self.type(others[0]), samples)
  }

  /// Returns the type of an array whose elements are read one by one.
  func list(
    of elements: [any Decodable.Type], _ takes: @escaping (PayloadTree) -> Bool
  ) -> ModelType {
    let scalars = ModelScalars { takes(PayloadTree(json: $0)) }
    guard elements.count == 1 else { return scalars.widest("an array that is read one by one") }
    let skips = ModelProbe.oddities.contains { oddity in
      takes(PayloadTree(json: "[\(oddity.text)]")) && probe.decoded(elements[0], oddity) == nil
    }
    var list = element(elements[0]).collected(ValueType.array)
    list.skipsElements = skips
    return list
  }

  // MARK: - Payloads

  /// Returns the fullest value that a type was decoded from, or another one that it accepts,
  /// completed with all the keys that it asks for.
  private func complete(
    _ type: any Decodable.Type
  ) -> (tree: PayloadTree, keys: ModelKeys)? {
    let seeds = samples.values(of: type).sorted { $0.nodes.count > $1.nodes.count }
    let grown = (seeds.prefix(3) + [PayloadTree(json: "{}")]).lazy
      .compactMap { [samples] in samples.grown(type, from: $0) }.first
    guard let grown else { return nil }
    samples.add(grown.record)
    return filled(type, grown.payload, ModelKeys(grown.record))
  }

  /// Returns the payload with a value for each missing key that is read.
  func filled(
    _ type: any Decodable.Type, _ payload: PayloadTree, _ keys: ModelKeys
  ) -> (tree: PayloadTree, keys: ModelKeys) {
    var (tree, keys) = (payload, keys)
    var tried: Set<[MemberName]> = []
    while let key = keys.keys.first(where: { !tried.contains($0.path) }) {
      tried.insert(key.path)
      let path = InstancePath(names: key.path)
      if let node = tree.node(at: path), tree.scalarToken(of: node) != PayloadTree.null.bytes[...] {
        continue
      }
      // A key that is only checked for presence is read as a type once it has a value.
      for candidate in key.types.first.map({ samples.candidates(for: $0) }) ?? ModelSamples.guesses
      {
        guard let grown = samples.grown(type, from: tree.with(candidate, at: path)),
          grown.payload.node(at: path) != nil,
          ModelKeys(grown.record)[key.path]?.types.isEmpty == false
        else { continue }
        (tree, keys) = (grown.payload, ModelKeys(grown.record))
        break
      }
    }
    return (tree, keys)
  }

  // MARK: - Names

  private func freeName(_ type: any Decodable.Type) -> String {
    let name = ModelName(type)
    let taken = models.map(\.name)
    let free = [name.short, name.long].first { !taken.contains($0) }
    return free ?? (2...).lazy.map { "\(name.short)\($0)" }.first { !taken.contains($0) }
      ?? name.long
  }
}
