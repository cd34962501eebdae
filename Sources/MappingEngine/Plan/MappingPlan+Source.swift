import ContractModel
import JSONParsing

// The contract behind a plan's numbers.

extension MappingPlan {
  /// The line that a line was compiled from; `nil`, if the number is −1.
  func line(_ line: Int32) -> PropertyLine? { line >= 0 ? tables.sourceLines[line] : nil }

  /// The contract's constraint that one of the plan stands for.
  func constraint(_ number: Int, of value: Int32) -> Constraint {
    let first = tables.values[value].constraints.start
    return tables.sourceTypes[value].constraints[number - Int(first)].value
  }

  /// The mapping's name; `nil` for the lines of an endpoint.
  func name(of mapping: PlanMapping) -> MemberName? {
    mapping.source >= 0 ? tables.sourceMappings[mapping.source].name : nil
  }

  /// The lines of all variants of a mapping, each once, in the contract's order.
  func lines(of mapping: PlanMapping) -> [Int32] {
    let number = tables.variants[mapping.outer].mapping
    // The variants of a mapping are compiled with it, so they stand together.
    let variants = tables.variants[Int(mapping.outer)...].prefix { $0.mapping == number }
    return Set(variants.flatMap { tables.order[$0.lines.indices] }).sorted()
  }

  // MARK: - Cases

  /// The key path by which cases are distinguished: that of the switch, or of the first text that a
  /// case asks for.
  func caseSource(of mapping: PlanMapping) -> SourceKeyPath? {
    if let path = switchPath(of: mapping) { return path }
    return caseTexts(of: mapping).first?.source
  }

  /// The key path that names the case; `nil`, if cases are distinguished by conditions.
  func switchPath(of mapping: PlanMapping) -> SourceKeyPath? {
    guard mapping.switchCondition >= 0 else { return nil }
    return tables.paths[tables.conditions[mapping.switchCondition].source.path]
  }

  /// The texts that cases ask for, and where.
  func caseTexts(of mapping: PlanMapping) -> [(source: SourceKeyPath, text: String)] {
    tables.sourceCases[mapping.cases.indices].flatMap(\.conditions).compactMap { condition in
      guard case .equals(let source, .string(let text)) = condition else { return nil }
      return (source, text.text)
    }
  }

  /// Where a contract says the cases of a mapping: at its switch, or else at the first of them.
  func caseOrigin(of mapping: PlanMapping) -> Origin? {
    let source = mapping.source >= 0 ? tables.sourceMappings[mapping.source] : nil
    if let origin = source?.dispatch?.switchPath?.origin { return origin }
    return tables.sourceCases[mapping.cases.indices].first?.origin
  }

  // MARK: - Places

  /// The key path of a member of what stands at a place, as a contract writes it: `repo.id`.
  func keyPath(of name: MemberName, at place: Int32) -> MemberName {
    var steps: [SourceKeyPath.Step] = [.segment(name)]
    var place = place
    while place >= 0, tables.places[place].parent >= 0 {
      steps.append(tables.placeSteps[place])
      place = tables.places[place].parent
    }
    return MemberName(SourceKeyPath(steps: steps.reversed()).description)
  }

  /// The place after a step of some key path of the mapping; −1, if none leads there.
  func place(behind step: SourceKeyPath.Step, of place: Int32) -> Int32 {
    guard place >= 0 else { return -1 }
    let found = tables.places.indices.dropFirst(Int(place)).first {
      tables.places[$0].parent == place && tables.placeSteps[$0] == step
    }
    return found.map { Int32($0) } ?? -1
  }
}
