import JSONParsing

/// Finds the property that a key path of a payload sets: the one that changes with the value.
struct ModelProperties {
  let probe: ModelProbe
  let samples: ModelSamples
  let type: any Decodable.Type
  let payload: PayloadTree
  private let own: [(label: String, text: String)]

  init(
    _ type: any Decodable.Type, _ payload: PayloadTree, _ probe: ModelProbe, _ samples: ModelSamples
  ) {
    (self.type, self.payload, self.probe, self.samples) = (type, payload, probe, samples)
    // A property that differs each time, such as a new identity, belongs to no key.
    let properties = Self.texts(probe.decoded(type, payload))
    let again = Self.texts(probe.decoded(type, payload))
    own = zip(properties, again).filter { $0.text == $1.text }.map(\.0)
  }

  private static func texts(_ decoded: ModelProbe.Decoded?) -> [(label: String, text: String)] {
    let properties = decoded.flatMap { ReflectedValue($0.value)?.properties } ?? []
    return properties.map { ($0.label, ReflectedText(complete: $0.value).description) }
  }

  /// Returns the property of a key path that is read as these types; `nil` if no property changes,
  /// or the property cannot be determined.
  func property(of path: [MemberName], _ types: [any Decodable.Type]) -> String? {
    let place = InstancePath(names: path)
    guard let node = payload.node(at: place) else { return named(path) }
    var isTried = false
    for other in others(payload.subtree(node), types) {
      guard let decoded = probe.decoded(type, payload.with(other, at: place)) else { continue }
      isTried = true
      let changed = Self.changed(own, Self.texts(decoded))
      if let found = changed.count == 1 ? changed[0] : named(path, among: changed) { return found }
    }
    // The type accepts no other known value there.
    return isTried ? nil : named(path)
  }

  /// Returns the property that says whether there is a value at a key path.
  func property(tellingPresenceAt place: InstancePath) -> String? {
    let present = probe.decoded(type, payload.with(PayloadTree(json: "1"), at: place))
    let absent = probe.decoded(type, payload.without(place))
    guard present != nil, absent != nil else { return nil }
    let changed = Self.changed(Self.texts(present), Self.texts(absent))
    return changed.count == 1 ? changed[0] : nil
  }

  private static func changed(
    _ properties: [(label: String, text: String)], _ others: [(label: String, text: String)]
  ) -> [String] {
    properties.filter { property in
      others.contains { $0.label == property.label && $0.text != property.text }
    }.map(\.label)
  }

  private func named(_ path: [MemberName], among labels: [String]) -> String? {
    let words = { (text: String) in text.lowercased().filter { $0.isLetter || $0.isNumber } }
    return path.last.flatMap { name in labels.first { words($0) == words(name.text) } }
  }

  func named(_ path: [MemberName]) -> String? { named(path, among: own.map(\.label)) }

  // MARK: - Other values

  /// Returns other values that the type may accept in place of one.
  private func others(_ value: PayloadTree, _ types: [any Decodable.Type]) -> [PayloadTree] {
    let known = types.flatMap { samples.collections(of: $0) + samples.candidates(for: $0) }
    let own: [PayloadTree]
    switch value.nodes[0].kind {
    case .scalar: own = Self.others(value.text)
    case .array:
      let children = value.children(of: 0)
      let doubled = children.first.map {
        value.with(value.subtree($0), at: InstancePath([.element(children.count)]))
      }
      own = [PayloadTree(json: "[]")] + (doubled.map { [$0] } ?? [])
    case .object:
      let paths = value.places.paths
      let scalars = value.nodes.indices.filter { value.nodes[$0].kind == .scalar }
      own = scalars.prefix(8).map { paths[$0] }.flatMap { place in
        (value.node(at: place).map { Self.others(value.subtree($0).text) } ?? [])
          .map { value.with($0, at: place) }
      }
    }
    return own + known.filter { $0.text != value.text } + [.null]
  }

  static func others(_ text: String) -> [PayloadTree] {
    guard let value = try? JSONDocument(parsing: text).root else { return [] }
    let texts: [String]
    if let string = value.string {
      texts = ([string + "x"] + Self.texts).map { JSONWriter.text(of: $0) }
    } else if let bool = value.bool {
      texts = ["\(!bool)"]
    } else {
      texts = ["2", "3", "12345", "2.5"]
    }
    return texts.filter { $0 != text }.map { PayloadTree(json: $0) }
  }

  private static let texts = [
    "b", "2002-03-04T05:06:07Z", "2", "https://example.com/b", "2002-03-04", "2002-03-04 05:06:07",
    "00000000-0000-0000-0000-00000000000B", "QUI=", "2002-03-04T05:06:07.089Z",
  ]
}
