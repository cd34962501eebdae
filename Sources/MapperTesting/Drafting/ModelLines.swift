import ContractModel
import Foundation
import JSONParsing

/// The lines of one mapping: the keys that its type reads, and the results of trying values.
struct ModelLines {
  private let types: ModelTypes
  private let type: any Decodable.Type
  private let payload: PayloadTree
  private let keys: ModelKeys
  private let properties: ModelProperties
  private var probe: ModelProbe { types.probe }
  /// The properties that have a line.
  private(set) var used: Set<String>

  init(
    _ types: ModelTypes, _ type: any Decodable.Type, _ payload: PayloadTree, _ keys: ModelKeys,
    used: Set<String> = []
  ) {
    (self.types, self.type, self.payload, self.keys) = (types, type, payload, keys)
    self.used = used
    properties = ModelProperties(type, payload, types.probe, types.samples)
  }

  mutating func lines(where isWanted: ([MemberName]) -> Bool = { _ in true }) -> [ModelLine] {
    let lines = keys.keys.filter { isWanted($0.path) }.map { line($0) }
    let containers = keys.containers.filter { container in
      isWanted(container) && !takes(payload.without(InstancePath(names: container)))
        && lines.filter { $0.path.starts(with: container) }.allSatisfy(\.isOptional)
    }
    // The object has to exist, even without any of its keys.
    return containers.map { path in
      var value = ConstrainedType(.scalar(ScalarType(.any)))
      value.allowsNull = true
      return ModelLine(
        path: path, isOptional: false, property: nil,
        value: ConstrainedType(.dictionary(of: value)),
        defaultValue: nil, notes: ["an object has to be there"])
    } + lines
  }

  private func takes(_ payload: PayloadTree) -> Bool { probe.decoded(type, payload) != nil }

  private mutating func line(_ key: ModelKeys.Key) -> ModelLine {
    let place = InstancePath(names: key.path)
    let isSeen = payload.node(at: place) != nil
    let absent = probe.decoded(type, payload.without(place))
    let null = probe.decoded(type, payload.with(.null, at: place))
    var found = self.found(key, place)
    found.constrained.allowsNull = null != nil
    let isRead = !key.types.isEmpty || !key.elements.isEmpty || key.isOpen
    let presence = isRead ? nil : properties.property(tellingPresenceAt: place)
    if let presence { found.notes = ["\(presence) is whether it is there"] }
    if !isSeen, isRead { found.notes.append("never seen, and none of the values tried is taken") }
    var property = found.isMapped ? properties.property(of: key.path, key.types) : nil
    if found.isMapped, property == nil { found.notes.append("no property becomes it") }
    if let name = property, !used.insert(name).inserted {
      property = nil
      found.notes.append("\(name) has a line already")
    }
    var line = ModelLine(
      path: key.path, isOptional: absent != nil, property: property, value: found.constrained,
      defaultValue: nil, notes: found.notes, namesake: presence ?? properties.named(key.path),
      skipsElements: found.skipsElements)
    addDefault(absent, null, to: &line)
    return line
  }

  // MARK: - Types

  private mutating func found(_ key: ModelKeys.Key, _ place: InstancePath) -> ModelType {
    let (payload, probe, owner) = (payload, probe, type)
    let takes = { (json: PayloadTree) in
      probe.decoded(owner, payload.with(json, at: place)) != nil
    }
    let scalars = ModelScalars { takes(PayloadTree(json: $0)) }
    if key.isOpen { return scalars.widest("whatever there is, it is read: no line says that") }
    guard let first = key.types.first else {
      return key.elements.isEmpty
        ? scalars.widest("it is only asked whether it is there")
        : types.list(of: key.elements, takes)
    }
    guard key.types.count == 1 else { return scalars.type }
    let found = types.type(first)
    let isLenient = ModelProbe.oddities.contains { oddity in
      takes(oddity) && probe.decoded(first, oddity) == nil
    }
    if isLenient {
      return scalars.widest("read as \(first), and what is none is taken too", beside: found)
    }
    if let type = converted(key, place) { return type }
    let seen = ([payload] + types.samples.values(of: type)).texts(at: place)
    // The check finds out whether numbers are rejected.
    if case .scalar(let scalar) = found.constrained.type, scalar != ScalarType(.string) {
      return found
    }
    return seen.isEmpty ? found : scalars.restricted(found, seen)
  }

  /// Returns the type of a scalar that the app's code converts to something else.
  private func converted(_ key: ModelKeys.Key, _ place: InstancePath) -> ModelType? {
    guard let type = key.types.first, DecodingLeaf.contains(type), !(type is Date.Type),
      let property = properties.property(of: key.path, key.types),
      let own = probe.decoded(self.type, payload).flatMap({ value(property, of: $0) })
    else { return nil }
    let read = { (json: String) -> Any? in
      let decoded = probe.decoded(self.type, payload.with(PayloadTree(json: json), at: place))
      return decoded.flatMap { value(property, of: $0)?.value }
    }
    switch own.value {
    case is Date: return ModelLeaves.triedDate { read($0) as? Date }
    case is URL where type is String.Type: return ModelType(.url)
    case is Decimal where type is String.Type:
      return ModelType(.scalar(ScalarType(.decimal, [.string])))
    case is UUID where type is String.Type: return ModelType(.uuid)
    default: return nil
    }
  }

  // MARK: - Defaults

  /// Adds the default value: the property's value for an absent key or null.
  private func addDefault(
    _ absent: ModelProbe.Decoded?, _ null: ModelProbe.Decoded?, to line: inout ModelLine
  ) {
    guard let property = line.property else { return }
    let values = [absent, null].compactMap { $0.map { value(property, of: $0) } }
    let texts = Set(values.map { $0.map { ReflectedText($0.readable).description } })
    guard let value = values.first else { return }
    guard texts.count == 1 else { return line.demote("absent and null become different values") }
    guard let value, value.elements?.isEmpty != true,
      !(value.isDictionary && value.entries.isEmpty)
    else { return }
    guard absent != nil, let literal = ModelKind.literal(value.value) else {
      return line.demote("\(absent == nil ? "null" : "absent") becomes a value of its own")
    }
    guard !isElsewhere(literal, line) else {
      return line.demote("absent becomes what another key has")
    }
    line.defaultValue = literal
  }

  /// Returns whether the property's value without its key is the value of another key.
  private func isElsewhere(_ literal: Literal, _ line: ModelLine) -> Bool {
    guard let property = line.property else { return false }
    let without = payload.without(InstancePath(names: line.path))
    return keys.keys.contains { key in
      let place = InstancePath(names: key.path)
      guard key.path != line.path, let node = without.node(at: place),
        without.subtree(node).text.utf8.elementsEqual(literal.json.utf8)
      else { return false }
      return ModelProperties.others(literal.json).contains { other in
        probe.decoded(type, without.with(other, at: place)).map { decoded in
          value(property, of: decoded).flatMap { ModelKind.literal($0.value) } != literal
        } ?? false
      }
    }
  }

  private func value(_ property: String, of decoded: ModelProbe.Decoded) -> ReflectedValue? {
    let owner = ReflectedValue(decoded.value)
    return owner?.properties.last { $0.label == property }.flatMap { ReflectedValue($0.value) }
  }
}
