import ContractModel
import JSONParsing

/// The cases of a type that reads different keys depending on the text of one key.
struct ModelCases {
  struct Case {
    let value: MemberName
    let payload: PayloadTree
    let keys: ModelKeys
  }

  /// The key whose text determines the case.
  let tag: MemberName
  /// The cases, at least two.
  let cases: [Case]
  let takesOthers: Bool
  private static let mostValues = 40

  /// - Returns: `nil` if no key is known to determine a case.
  init?(_ model: ModelTypes.Model, _ types: ModelTypes) {
    for key in model.keys.keys where key.path.count == 1 {
      guard let found = ModelCases(key, model, types) else { continue }
      self = found
      return
    }
    return nil
  }

  private init?(_ key: ModelKeys.Key, _ model: ModelTypes.Model, _ types: ModelTypes) {
    let place = InstancePath(names: key.path)
    let (samples, probe) = (types.samples.values(of: model.type), types.probe)
    let own = samples.sorted { $0.nodes.count > $1.nodes.count } + [model.payload]
    let values = Self.values(key, own)
    guard 2...Self.mostValues ~= values.count else { return nil }
    let put = { (value: MemberName, payload: PayloadTree) in
      payload.with(PayloadTree(json: Literal.string(value).json), at: place)
    }
    let cases = values.compactMap { value -> Case? in
      let seed = own.first { $0.text(at: place) == value } ?? put(value, model.payload)
      return types.samples.grown(model.type, from: seed).map { grown in
        let filled = types.filled(model.type, grown.payload, ModelKeys(grown.record))
        return Case(value: value, payload: filled.tree, keys: filled.keys)
      }
    }
    guard let first = cases.first,
      let other = cases.first(where: { !$0.keys.isSame(as: first.keys) }),
      // This key has to make the difference, not something else in the samples.
      let moved = types.samples.grown(model.type, from: put(other.value, first.payload)),
      !ModelKeys(moved.record).isSame(as: first.keys)
    else { return nil }
    (tag, self.cases) = (key.path[0], cases)
    takesOthers = probe.decoded(model.type, put("zz unknown", first.payload)) != nil
  }

  private static func values(_ key: ModelKeys.Key, _ payloads: [PayloadTree]) -> [MemberName] {
    if let type = key.types.first, case .choice(let literals) = ModelKind(type) {
      return literals.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    let place = InstancePath(names: key.path)
    return Set(payloads.compactMap { $0.text(at: place) }).sorted()
  }

  /// Returns whether all cases read a key as the same types.
  func isCommon(_ path: [MemberName]) -> Bool {
    let types = cases.map { $0.keys[path]?.types.map { ObjectIdentifier($0) } }
    return types.allSatisfy { $0 != nil && $0 == types[0] }
  }
}

extension PayloadTree {
  fileprivate func text(at place: InstancePath) -> MemberName? {
    guard let node = node(at: place), nodes[node].kind == .scalar,
      let text = try? JSONDocument(parsing: Array(scalarToken(of: node))).root.string
    else { return nil }
    return MemberName(text)
  }
}
