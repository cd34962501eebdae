import ContractModel
import JSONParsing

// The parts of the contract that a plan's numbers stand for.

extension MappingPlan {
  /// Returns the contract's line behind a line of the plan; `nil`, if the number is −1.
  func line(_ line: Int32) -> PropertyLine? { line >= 0 ? tables.sourceLines[line] : nil }

  /// Returns the contract's constraint behind a constraint of the plan.
  func constraint(_ number: Int, of value: Int32) -> Constraint {
    let first = tables.values[value].constraints.start
    return tables.sourceTypes[value].constraints[number - Int(first)].value
  }

  /// The mapping's name; `nil` for the lines of an endpoint.
  func name(of mapping: PlanMapping) -> MemberName? {
    mapping.source >= 0 ? tables.sourceMappings[mapping.source].name : nil
  }

  // MARK: - Cases

  /// Returns the key path that distinguishes the cases: that of the switch, or of the first text
  /// that a case requires.
  func caseSource(of mapping: PlanMapping) -> SourceKeyPath? {
    if let path = switchPath(of: mapping) { return path }
    return caseTexts(of: mapping).first?.source
  }

  /// The key path that names the case; `nil`, if cases are distinguished by conditions.
  func switchPath(of mapping: PlanMapping) -> SourceKeyPath? {
    guard mapping.switchCondition >= 0 else { return nil }
    return tables.paths[tables.conditions[mapping.switchCondition].source.path]
  }

  func caseTexts(of mapping: PlanMapping) -> [(source: SourceKeyPath, text: String)] {
    tables.sourceCases[mapping.cases.indices].flatMap(\.conditions).compactMap { condition in
      guard case .equals(let source, .string(let text)) = condition else { return nil }
      return (source, text.text)
    }
  }

  /// Returns the place in the contract of a mapping's cases: its switch, or else the first case.
  func caseOrigin(of mapping: PlanMapping) -> Origin? {
    let source = mapping.source >= 0 ? tables.sourceMappings[mapping.source] : nil
    if let origin = source?.dispatch?.switchPath?.origin { return origin }
    return tables.sourceCases[mapping.cases.indices].first?.origin
  }

  // MARK: - Places

  /// Returns the key path of a member of the value at a place, as a contract writes it: `repo.id`.
  func keyPath(of name: MemberName, at place: Int32) -> MemberName {
    var steps: [SourceKeyPath.Step] = [.segment(name)]
    var place = place
    while place >= 0, tables.places[place].parent >= 0 {
      steps.append(tables.placeSteps[place])
      place = tables.places[place].parent
    }
    return MemberName(SourceKeyPath(steps: steps.reversed()).description)
  }

  /// Returns the place after a step of a key path of the mapping; −1, if no key path goes there.
  func place(behind step: SourceKeyPath.Step, of place: Int32) -> Int32 {
    guard place >= 0 else { return -1 }
    let found = tables.places.indices.dropFirst(Int(place)).first {
      tables.places[$0].parent == place && tables.placeSteps[$0] == step
    }
    return found.map { Int32($0) } ?? -1
  }
}

extension PlanTables {
  func name(of key: PlanKey) -> [UInt8] {
    (0..<Int(key.length)).map { offset in
      let word = offset < 8 ? key.head : keyWords[Int(key.words) + offset / 8 - 1]
      return UInt8(truncatingIfNeeded: word >> UInt64(offset % 8 * 8))
    }
  }

  func hasName(_ name: some Collection<UInt8>, _ key: PlanKey) -> Bool {
    key.length == name.count && self.name(of: key).elementsEqual(name)
  }

  /// Returns the lines of all variants of a mapping, each once, in the contract's order.
  func lines(of mapping: PlanMapping) -> [Int32] {
    let number = variants[mapping.outer].mapping
    // The variants of a mapping are compiled together, so they are adjacent.
    let variants = variants[Int(mapping.outer)...].prefix { $0.mapping == number }
    return Set(variants.flatMap { order[$0.lines.indices] }).sorted()
  }
}
