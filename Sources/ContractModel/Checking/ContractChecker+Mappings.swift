import JSONParsing

extension ContractChecker {
  /// Reports two lines for one property, which would overwrite each other.
  mutating func checkProperties(of mapping: ContractMapping) {
    let lines = index.lines(of: mapping)
    checkProperties(lines, connections: index.connections(of: mapping))
    for case .lines(let added) in mapping.dispatch?.uses ?? [] {
      checkProperties(lines + added, connections: [], from: lines.count)
    }
  }

  /// - Parameter start: The index of the first line that was not checked before.
  mutating func checkProperties(
    _ lines: [PropertyLine], connections: [Connection], from start: Int = 0
  ) {
    var sources: [PropertyPath: SourceKeyPath] = [:]
    sources.reserveCapacity(lines.count)
    for (position, line) in lines.enumerated() {
      guard let property = line.property else { continue }
      if let other = sources[property] {
        guard position >= start else { continue }
        log.error(
          "\(quoted(property.description)) is mapped twice: from \(quoted(other.description)) "
            + "and from \(quoted(line.source.description))", at: line.origin)
      } else {
        sources[property] = line.source
      }
    }
    var connected: Set<PropertyPath> = []
    for connection in connections {
      let isSecond = !connected.insert(connection.property).inserted
      let other = sources[connection.property].map { "from \(quoted($0.description))" }
      if isSecond || other != nil {
        log.error(
          "\(quoted(connection.property.description)) is mapped twice: "
            + "\(other ?? "by a connection") and by a connection", at: connection.origin)
      }
    }
    checkNesting(lines, from: start)
  }

  /// Reports a key that is a scalar for one line and an object for another.
  private mutating func checkNesting(_ lines: [PropertyLine], from start: Int) {
    guard lines.contains(where: { $0.source.steps.count > 1 }) else { return }
    var scalars: [SourceKeyPath: ValueType] = [:]
    for line in lines where line.value.type.isScalarOrUnion && !line.value.type.takesAnyJSON {
      scalars[line.source] = line.value.type
    }
    for line in lines[start...] {
      for length in 0..<line.source.steps.count {
        let prefix = SourceKeyPath(
          base: line.source.base, steps: Array(line.source.steps.prefix(length)))
        guard length > 0 || prefix.base == .representation, let type = scalars[prefix] else {
          continue
        }
        log.error(
          "\(quoted(prefix.description)) is \(type.description) for another line, "
            + "and \(quoted(line.source.description)) looks inside it", at: line.origin)
      }
    }
  }

  /// Reports numbers in key paths that are read as member names, but may be meant as array indices.
  mutating func checkNumbers(of mapping: ContractMapping) {
    let conditions = index.dispatch(of: mapping)?.cases.flatMap(\.conditions) ?? []
    checkNumbers(
      mapping.lines + mapping.addedLines, of: index.allLines(of: mapping),
      beside: conditions.map(\.source))
  }

  /// - Parameter all: The lines that together determine which values are arrays.
  mutating func checkNumbers(
    _ lines: [PropertyLine], of all: [PropertyLine], beside others: [SourceKeyPath] = []
  ) {
    let places = ArrayPlaces(all.map(\.source) + others)
    var told: Set<[SourceKeyPath.Step]> = []
    for line in lines where line.source.base == .representation {
      guard let step = places.unclearStep(of: line.source),
        told.insert(Array(line.source.steps[..<step])).inserted
      else { continue }
      let ways = [SourceKeyPath.NumberKind.element, .member].map { kind in
        var way = line.source
        way.numberKinds[step] = kind
        return quoted(way.description)
      }
      log.warning(
        "\(quoted(line.source.description)) is taken for a member of an object",
        hint: "write \(ways[0]) for a place of an array, \(ways[1]) for the member",
        at: line.origin)
    }
  }

  /// Reports keys that are equal in a lenient key style.
  mutating func checkKeys(of mapping: ContractMapping, _ settings: MappingSettings) {
    guard let style = settings.keys, style != .exact else { return }
    let folding = KeyFolding(settings)
    var sources: [SourceKeyPath: SourceKeyPath] = [:]
    for line in index.lines(of: mapping) {
      var folded = line.source
      folded.steps = folded.steps.map { step in
        guard case .segment(let name) = step else { return step }
        return .segment(MemberName(folding.folded(name.text)))
      }
      if let other = sources[folded], other != line.source {
        log.error(
          "\(quoted(line.source.description)) and \(quoted(other.description)) are one key "
            + "under \"keys\": \"\(style.rawValue)\"", at: line.origin)
      }
      sources[folded] = line.source
    }
  }

  // MARK: - Inheritance

  mutating func checkInheritance(of mapping: ContractMapping) {
    guard let base = mapping.extends else { return }
    guard index[base.value] != nil else {
      if gaps.hasUnreadFiles { return }
      let hint = didYouMean(base.value.text, among: index.names)
      return log.error("unknown mapping \(quoted(base.value.text))", hint: hint, at: base.origin)
    }
    let lineage = index.lineage(of: mapping)
    if mapping.dispatch != nil, let other = lineage.dropFirst().first(where: { $0.dispatch != nil })
    {
      log.error(
        "the cases of \(quoted(other.name.text)) are not taken over: "
          + "\(quoted(mapping.name.text)) has cases of its own",
        hint: "write all cases in one of the two, or extend a mapping without cases",
        at: base.origin)
    }
    guard let last = lineage.last?.extends, index[last.value] != nil else { return }
    if lineage.count == MappingIndex.longestLineage {
      return log.error(
        "mappings extend each other at most \(MappingIndex.longestLineage) deep", at: base.origin)
    }
    // The lineage ended at a mapping that it already contains.
    let names = (lineage.map(\.name) + [last.value]).map(\.text).joined(separator: " → ")
    log.error("the mappings extend each other: \(names)", at: base.origin)
  }

  // MARK: - Identity

  mutating func checkIdentity(of mapping: ContractMapping) {
    let lines = index.allLines(of: mapping)
    for part in mapping.identifiedBy {
      if keyedProperties[mapping.name]?.contains(part.value) == true { continue }
      checkMapped(part, in: mapping, what: "the identity")
      if let line = lines.first(where: { $0.property == part.value }),
        !line.value.type.isScalarOrUnion, isKnown(line.value.type)
      {
        log.error("an identity is a scalar, not \(line.value.type)", at: part.origin)
      }
    }
    if let modifiedBy = mapping.modifiedBy { checkModification(modifiedBy, of: mapping) }
    let constant = mapping.lines.first { $0.options.isConstant == true }
    if let constant, index.identity(of: mapping).isEmpty {
      log.error(
        "\"constant\" needs objects that are known again",
        hint: "give the mapping \"identifiedBy\"", at: constant.origin)
    }
    if let policy = mapping.missingIdentity, index.identity(of: mapping).isEmpty {
      log.error(
        "\"missingIdentity\": \"\(policy.rawValue)\" needs \"identifiedBy\"", at: mapping.origin)
    }
  }

  private mutating func checkModification(
    _ path: Located<PropertyPath>, of mapping: ContractMapping
  ) {
    checkMapped(path, in: mapping, what: "the modification date")
    guard let line = index.allLines(of: mapping).first(where: { $0.property == path.value }) else {
      return
    }
    let fits = line.value.type.alternatives.allSatisfy { type in
      guard case .scalar(let scalar) = type else { return false }
      return scalar.name.isNumber || scalar.name == .date || scalar.name == .string
    }
    if !fits {
      log.error(
        "what says how new an object is, is a Date, a number or a String, not \(line.value.type)",
        at: path.origin)
    }
  }

  private mutating func checkMapped(
    _ path: Located<PropertyPath>, in mapping: ContractMapping, what: String
  ) {
    let lines = index.allLines(of: mapping)
    let properties = lines.compactMap(\.property)
    guard !properties.contains(path.value), !isPartial(mapping) else { return }
    let source = lines.first {
      $0.source.description.utf8.elementsEqual(path.value.description.utf8)
    }
    let hint =
      source?.property.map {
        "the key \(quoted(path.value.description)) becomes \(quoted($0.description))"
      }
      ?? didYouMean(path.value.description, among: properties.map(\.description))
    log.error(
      "\(what) \(quoted(path.value.description)) is not mapped", hint: hint, at: path.origin)
  }

  /// Reports mappings of one type with different identities: they share the type's objects.
  mutating func checkOneIdentityPerType() {
    var first: [MemberName: ContractMapping] = [:]
    for mapping in contract.includedMappings + contract.mappings {
      let identity = index.identity(of: mapping).map(\.value)
      guard !identity.isEmpty else { continue }
      if let other = first[mapping.typeName], mapping.origin.path == contract.path {
        let otherIdentity = index.identity(of: other).map(\.value)
        if Set(identity) != Set(otherIdentity) {
          let names = otherIdentity.map(\.description).joined(separator: ", ")
          log.error(
            "\(quoted(mapping.typeName.text)) is identified by \(quoted(names)) "
              + "in the mapping \(quoted(other.name.text))", at: mapping.origin)
        }
        checkIdentityTypes(of: mapping, and: other, identity)
      }
      first[mapping.typeName] = first[mapping.typeName] ?? mapping
    }
  }

  /// Reports identities of different types: 1 and "1" would be two objects.
  private mutating func checkIdentityTypes(
    of mapping: ContractMapping, and other: ContractMapping, _ identity: [PropertyPath]
  ) {
    for property in identity {
      let type = index.allLines(of: mapping).first { $0.property == property }?.value.type
      let otherType = index.allLines(of: other).first { $0.property == property }?.value.type
      guard let type, let otherType, type.scalarName != otherType.scalarName else { continue }
      log.error(
        "the identity \(quoted(property.description)) is \(type) here, and \(otherType) "
          + "in the mapping \(quoted(other.name.text))", at: mapping.origin)
    }
  }

  // MARK: - Connections

  mutating func checkConnections(of mapping: ContractMapping) {
    for connection in mapping.connections {
      guard let name = connection.value.connectedMapping else { continue }
      checkMapping(name)
      guard let target = index[name.value] else { continue }
      for key in connection.keys {
        checkMapped(key.own, in: mapping, what: "the property")
        checkMapped(key.other, in: target, what: "the property of \(target.name)")
      }
    }
  }
}

extension ValueType {
  package var takesAnyJSON: Bool {
    alternatives.contains { type in
      type.scalarName == .any || type.transformer != nil
    }
  }
}
