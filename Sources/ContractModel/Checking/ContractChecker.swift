import JSONParsing

/// Checks a contract as a whole: names, types against constraints, identities, cases, recursion.
///
/// A mistake in a single file is reported once, when that file is checked; so included mappings are
/// looked up, but not checked again.
struct ContractChecker<Files: ContractFiles> {
  let contract: Contract
  let gaps: ContractGaps
  let files: Files
  /// Returns whether a payload exists for a collection without mappings.
  let canBeGenerated: (ConstrainedType) -> Bool
  let index: MappingIndex
  /// The names of the parameters of all endpoints' paths.
  let parameters: Set<String>
  /// For each mapping, the properties that the keys of keyed collections set in its objects.
  let keyedProperties: [MemberName: [PropertyPath]]
  var log = ContractErrorLog()
  var unknownTypeCount = 0

  init(
    _ contract: Contract, gaps: ContractGaps, files: Files,
    canBeGenerated: @escaping (ConstrainedType) -> Bool
  ) {
    self.contract = contract
    self.gaps = gaps
    self.files = files
    self.canBeGenerated = canBeGenerated
    index = MappingIndex(contract)
    parameters = Set(
      contract.endpoints.flatMap { $0.selector.http?.path.parameters ?? [] })
    let values =
      index.mappingsInOrder.flatMap { ($0.lines + $0.addedLines).map(\.value) }
      + contract.endpoints.flatMap(\.values)
    keyedProperties = values.flatMap(\.type.keyed).reduce(into: [:]) { properties, keyed in
      properties[keyed.mapping, default: []].append(keyed.property)
    }
  }

  /// - Parameter isIncluded: Whether another file may use the mappings of this file.
  mutating func check(isIncluded: Bool) {
    checkDuplicateMappings()
    for mapping in contract.mappings { check(mapping) }
    checkOneIdentityPerType()
    checkRecursion()
    checkCircles()
    for endpoint in contract.endpoints { check(endpoint) }
    checkParametersOfUse()
    checkExamples()
    if !isIncluded { checkUse() }
  }

  private mutating func check(_ mapping: ContractMapping) {
    checkInheritance(of: mapping)
    let settings = index.settings(of: mapping)
    for line in mapping.lines { check(line, settings) }
    checkProperties(of: mapping)
    checkNumbers(of: mapping)
    checkKeys(of: mapping, settings)
    checkIdentity(of: mapping)
    checkConnections(of: mapping)
    checkCases(of: mapping, settings)
    let isEmpty =
      !isPartial(mapping) && index.lines(of: mapping).isEmpty && mapping.dispatch == nil
      && mapping.connections.isEmpty
    if isEmpty {
      log.error(
        "the mapping \(quoted(mapping.name.text)) maps nothing",
        hint: switchPath(to: mapping).map {
          "a case without values has the key that tells it: \"map\": { \"\($0)\": \"_: String\" }"
        }, at: mapping.origin)
    }
  }

  /// Returns the key path by which another mapping selects the mapping as a case.
  private func switchPath(to mapping: ContractMapping) -> SourceKeyPath? {
    contract.mappings.lazy.compactMap(\.dispatch).first { dispatch in
      dispatch.uses.contains {
        if case .name(let name) = $0 { name.value == mapping.name } else { false }
      }
    }?.switchPath?.value
  }

  /// Returns whether a part of the mapping, or of a mapping that it extends, could not be read.
  func isPartial(_ mapping: ContractMapping) -> Bool {
    index.lineage(of: mapping).contains { gaps.mappings.contains($0.name) }
  }

  private mutating func check(_ endpoint: Endpoint) {
    switch endpoint.body {
    case .value(let value):
      check(value, contract.settings, at: endpoint.origin)
      for constraint in value.constraints { checkPathParameter(of: constraint) }
    case .map(let lines):
      for line in lines { check(line, contract.settings) }
      checkDeletions(lines, isRequest: endpoint.selector.isRequest)
      checkProperties(lines, connections: [])
      checkNumbers(lines, of: lines)
    case .absent: break
    }
  }

  private mutating func checkDuplicateMappings() {
    var paths: [MemberName: String] = [:]
    for mapping in contract.includedMappings {
      if let path = paths[mapping.name], path != mapping.origin.path {
        let include = contract.includes.first?.origin ?? Origin(path: contract.path, range: 0..<0)
        log.error(
          "the mapping \(quoted(mapping.name.text)) is in two included files: "
            + "\(displayed(path)) and \(displayed(mapping.origin.path))", at: include)
      }
      paths[mapping.name] = mapping.origin.path
    }
    for mapping in contract.mappings {
      if let path = paths[mapping.name] {
        log.error(
          "the mapping \(quoted(mapping.name.text)) is also in \(displayed(path)), "
            + "which is included", at: mapping.origin)
      }
    }
  }
}

/// The parts of a contract that could not be read.
struct ContractGaps {
  var mappings: Set<MemberName> = []
  /// Whether an included file could not be read; an unknown name may be one of its mappings.
  var hasUnreadFiles = false
}

extension MappingSettings {
  /// Returns the settings, with those that are not set taken from the file.
  package func filled(from file: MappingSettings) -> MappingSettings {
    var settings = self
    settings.coercion = coercion ?? file.coercion
    settings.keys = keys ?? file.keys
    settings.unknownKeys = unknownKeys ?? file.unknownKeys
    settings.acronyms = acronyms ?? file.acronyms
    return settings
  }
}

extension Contract {
  /// Whether checking the contract finds an error. Missing fixtures are ignored.
  package var hasErrors: Bool {
    var checker = ContractChecker(
      self, gaps: ContractGaps(), files: ContractText(""), canBeGenerated: { _ in true })
    checker.check(isIncluded: true)
    return checker.log.errorCount > 0
  }
}
