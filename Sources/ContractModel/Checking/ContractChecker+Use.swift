package import JSONParsing

extension ContractChecker {
  /// Warns of mappings that no endpoint or example uses. A file without endpoints is not checked,
  /// because its mappings are for other files.
  mutating func checkUse() {
    guard !contract.endpoints.isEmpty else { return }
    var pending = contract.endpoints.flatMap(\.mappings)
    for example in contract.statedExamples {
      if case .type(_, let value) = example.target { pending += value.type.mappings.map(\.value) }
    }
    var used: Set<MemberName> = []
    while let name = pending.popLast() {
      guard used.insert(name).inserted, let mapping = index[name] else { continue }
      pending += index.uses(of: mapping)
    }
    for mapping in contract.mappings where !used.contains(mapping.name) {
      log.warning(
        "nothing uses the mapping \(quoted(mapping.name.text))", at: mapping.origin)
    }
  }
}

// MARK: - Parameters of paths

extension ContractChecker {
  /// Reports endpoints whose paths lack a parameter that a line of their mappings needs. A mapping
  /// may be used by several endpoints.
  mutating func checkParametersOfUse() {
    var needed: [MemberName: [NeededParameter]] = [:]
    var order: [NeededParameter] = []
    var users: [Origin.Place: [String]] = [:]
    for endpoint in contract.endpoints {
      let path = Set(endpoint.selector.http?.path.parameters ?? [])
      let isEvent = endpoint.selector.http == nil
      for parameter in parameters(neededBy: endpoint, &needed) {
        // An event has no path to compare with.
        guard !path.contains(parameter.name), parameter.isSource || !isEvent else { continue }
        let (place, name) = (parameter.origin.place, quoted(endpoint.selector.description))
        if users[place] == nil { order.append(parameter) }
        // Several mappings of an endpoint may inherit the same line.
        if users[place]?.contains(name) != true { users[place, default: []].append(name) }
      }
    }
    // A parameter that no endpoint has is reported at its line by `checkPathParameter`.
    for parameter in order where parameters.isEmpty || parameters.contains(parameter.name) {
      let endpoints = listed(users[parameter.origin.place] ?? [], most: 3)
      log.error(
        "\(quoted("@path." + parameter.name)) has no value at \(endpoints)",
        hint: parameter.isDeletion
          ? "name a part of the path, or what the payload has, as @document.id"
          : parameter.isSource
            ? "give the endpoint another mapping, or write \(quoted("@path.\(parameter.name)?"))"
            : "give the endpoint another mapping; \"extends\" takes over the other lines",
        at: parameter.origin)
    }
  }

  /// - Parameter known: A cache of the parameters that lines of mappings need.
  private func parameters(
    neededBy endpoint: Endpoint, _ known: inout [MemberName: [NeededParameter]]
  ) -> [NeededParameter] {
    var needed = endpoint.body.lines.flatMap(\.neededParameters)
    var pending = endpoint.values.flatMap(\.type.mappings).map(\.value)
    if case .value(let value) = endpoint.body { needed = value.neededParameters }
    var used: Set<MemberName> = []
    while let name = pending.popLast() {
      guard used.insert(name).inserted, let mapping = index[name] else { continue }
      let own = known[name] ?? index.allLines(of: mapping).flatMap(\.neededParameters)
      known[name] = own
      needed += own
      pending += index.readers(of: mapping)
    }
    return needed
  }
}

extension MappingIndex {
  /// Returns the mappings that a mapping's lines, cases and connections name, and those that it
  /// extends.
  package func uses(of mapping: ContractMapping) -> [MemberName] {
    readers(of: mapping)
      + connections(of: mapping).flatMap { $0.value.type.mappings.map(\.value) }
      + lineage(of: mapping).dropFirst().map(\.name)
  }

  /// Returns the mappings that can be reached from some mappings, including these.
  package func mappings(from starts: [MemberName]) -> [ContractMapping] {
    var seen = Set(starts)
    var (pending, found) = (starts, [ContractMapping]())
    while let name = pending.popLast() {
      guard let mapping = self[name] else { continue }
      found.append(mapping)
      for other in uses(of: mapping) where seen.insert(other).inserted { pending.append(other) }
    }
    return found
  }

  /// Returns the mappings that read a part of the representation of a mapping, or all of it.
  fileprivate func readers(of mapping: ContractMapping) -> [MemberName] {
    var names = allLines(of: mapping).flatMap(\.value.type.mappings).map(\.value)
    for use in dispatch(of: mapping)?.uses ?? [] {
      if case .name(let name) = use { names.append(name.value) }
    }
    return names
  }
}

/// A part of a line that needs a parameter of the path: without it, payloads are rejected.
private struct NeededParameter {
  var name: String
  var origin: Origin
  /// Whether the line reads the parameter, rather than compares its value with it.
  var isSource: Bool
  /// Whether the line identifies a deleted object by the parameter.
  var isDeletion = false

  init?(_ source: SourceKeyPath, _ origin: Origin, isSource: Bool) {
    guard source.base == .path, let name = source.lastName?.text else { return nil }
    (self.name, self.origin, self.isSource) = (name, origin, isSource)
  }
}

extension PropertyLine {
  fileprivate var neededParameters: [NeededParameter] {
    var own = isOptional ? nil : NeededParameter(source, origin, isSource: true)
    own?.isDeletion = deletes != nil
    return [own].compactMap(\.self) + value.neededParameters
  }
}

extension ConstrainedType {
  fileprivate var neededParameters: [NeededParameter] {
    let own = constraints.compactMap { constraint -> NeededParameter? in
      guard case .equals(let source) = constraint.value else { return nil }
      return NeededParameter(source, constraint.origin, isSource: false)
    }
    switch type {
    case .array(let element), .set(let element), .dictionary(let element):
      return own + element.neededParameters
    case .scalar, .literal, .mapping, .keyed, .union: return own
    }
  }
}
