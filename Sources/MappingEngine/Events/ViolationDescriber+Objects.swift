import ContractModel
import JSONParsing

extension ViolationDescriber {
  /// The words about an object as a whole: its case, its identity.
  func objectWords(_ problem: MappingProblem, _ moment: MappingMoment) -> Words {
    switch problem.rule {
    case .noCase: return caseWords(moment)
    case .noSwitchKey:
      let key = switchPath(moment).map { " \(quoted($0.description))" } ?? ""
      return Words("the key\(key), which tells the cases\(owner(moment)) apart, is missing")
    case .nothingMapped: return nothingWords(problem)
    case .ambiguousConnection: return connectionWords(problem, moment)
    case .identityMissing:
      return Words("the object has no identity", hint: "it cannot be found again")
    default: return conflictWords(problem, moment)
    }
  }

  private func nothingWords(_ problem: MappingProblem) -> Words {
    switch problem.count {
    case ..<0: Words("nothing of the object was mapped")
    case 1: Words("nothing of the only element was mapped")
    default: Words("nothing of any of the \(problem.count) elements was mapped")
    }
  }

  private func connectionWords(_ problem: MappingProblem, _ moment: MappingMoment) -> Words {
    guard let connection = connection(moment) else { return Words("several objects fit") }
    let name = displayed(connection.property.description)
    return Words(
      "\(problem.count) objects fit the connection \(quoted(name)), which takes the first",
      hint: "write \"\(name): [\(displayed(connection.value.description))]\" for all of them")
  }

  func connection(_ moment: MappingMoment) -> Connection? {
    guard moment.connection >= 0 else { return nil }
    return plan.parts.sourceConnections[Int(plan.connections[Int(moment.connection)].source)]
  }

  private func conflictWords(_ problem: MappingProblem, _ moment: MappingMoment) -> Words {
    guard moment.rule >= 0 else {
      return Words("an object of another type has this identity")
    }
    let rule = plan.rules[Int(moment.rule)]
    let value = rule.isSensitive ? "the value" : document.text(Int(moment.node))
    guard problem.other >= 0 else {
      return Words("\(value) is not what another payload has for this object")
    }
    let earlier = rule.isSensitive ? "the one" : document.text(Int(problem.other))
    let place = displayed(paths.path(of: Int(problem.other)).description)
    return Words(
      "\(value) differs from \(earlier) at \(place), another mention of the object",
      hint: rule.isConstant ? nil : "what stays depends on their order")
  }

  // MARK: - Cases

  private func caseWords(_ moment: MappingMoment) -> Words {
    let object = JSONValue(document: document, node: Int(moment.node))
    let texts = caseTexts(moment)
    guard let source = mapping(moment).flatMap(plan.caseSource),
      let found = object.value(at: source)
    else { return Words("no case\(owner(moment)) fits") }
    let cases = texts.filter { $0.source == source }.map(\.text)
    let message =
      "no case\(owner(moment)) fits \(quoted(source.description)), "
      + "which is \(document.text(found.node))"
    return Words(message, hint: caseHint(found, cases))
  }

  /// The case that was probably meant, and those that there are.
  private func caseHint(_ found: JSONValue, _ cases: [String]) -> String? {
    guard let string = found.string, !cases.isEmpty else { return nil }
    if let meant = cases.first(where: { trimmed($0).utf8.elementsEqual(trimmed(string).utf8) }) {
      return "it is \(quoted(meant)) but for white space; \"trim\": true leaves it out"
    }
    let listed = "the cases are \(cases.map(quoted).joined(separator: ", "))"
    return didYouMean(string, among: cases).map { "\($0) \(listed)" } ?? listed
  }

  /// Where the contract says the cases of which none fits.
  func caseOrigin(_ problem: MappingProblem, _ moment: MappingMoment) -> Origin {
    guard problem.rule == .noCase || problem.rule == .noSwitchKey else { return .none }
    return mapping(moment).flatMap(plan.caseOrigin) ?? .none
  }

  private func mapping(_ moment: MappingMoment) -> PlanMapping? {
    moment.mapping >= 0 ? plan.mappings[Int(moment.mapping)] : nil
  }

  private func owner(_ moment: MappingMoment) -> String {
    let name = mapping(moment).flatMap { plan.name(of: $0) }
    return name.map { " of \(displayed($0.text))" } ?? ""
  }

  private func switchPath(_ moment: MappingMoment) -> SourceKeyPath? {
    guard let mapping = mapping(moment), mapping.switchCondition >= 0 else { return nil }
    return plan.parts.paths[Int(plan.conditions[Int(mapping.switchCondition)].source.path)]
  }

  /// The texts that cases ask for, and where.
  private func caseTexts(_ moment: MappingMoment) -> [(source: SourceKeyPath, text: String)] {
    guard let mapping = mapping(moment) else { return [] }
    return mapping.cases.indices.flatMap { index in
      plan.parts.sourceCases[index].conditions.compactMap { condition in
        guard case .equals(let source, .string(let text)) = condition else { return nil }
        return (source, text.text)
      }
    }
  }
}

extension JSONValue {
  /// What stands at a key path of single members.
  func value(at source: SourceKeyPath) -> JSONValue? {
    guard source.base == .representation else { return nil }
    return source.names?.reduce(self) { value, name in value?[name.text] }
  }
}
