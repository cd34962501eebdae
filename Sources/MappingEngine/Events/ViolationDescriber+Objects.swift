import ContractModel
import JSONParsing

extension ViolationDescriber {
  func switchWords(_ event: RawEvent) -> Words {
    let key = mapping(event).flatMap(plan.switchPath).map { " \(quoted($0.description))" } ?? ""
    return Words("the key\(key), which tells the cases\(owner(event)) apart, is missing")
  }

  func nothingWords(_ problem: MappingProblem) -> Words {
    switch problem.count {
    case ..<0: Words("nothing of the object was mapped")
    case 1: Words("nothing of \(elements("the only element")) was mapped")
    default: Words("nothing of \(elements("any of the \(problem.count) elements")) was mapped")
    }
  }

  private func elements(_ count: String) -> DiscreetText {
    DiscreetText(count, discreet: "any element")
  }

  func connectionWords(_ problem: MappingProblem, _ event: RawEvent) -> Words {
    guard let connection = connection(event) else { return Words("several objects fit") }
    let name = displayed(connection.property.description)
    let count = DiscreetText("\(problem.count)", discreet: "several")
    return Words(
      "\(count) objects fit the connection \(quoted(name)), which takes the first",
      hint: "write \"\(name): [\(displayed(connection.value.description))]\" for all of them")
  }

  func connection(_ event: RawEvent) -> Connection? {
    guard event.connection >= 0 else { return nil }
    return plan.tables.sourceConnections[plan.tables.connections[event.connection].source]
  }

  func conflictWords(_ problem: MappingProblem, _ event: RawEvent) -> Words {
    guard event.line >= 0 else {
      return Words("an object of another type has this identity")
    }
    let line = plan.tables.lines[event.line]
    let value = mention(event.node, line, "the value")
    guard problem.other >= 0 else {
      return Words("\(value) is not what another payload has for this object")
    }
    let earlier = mention(problem.other, line, "the one")
    let place = displayed(paths.path(of: Int(problem.other)).description)
    return Words(
      "\(value) differs from \(earlier)\(DiscreetText(" at \(place),", discreet: " of")) another mention of the object",
      hint: line.isConstant ? nil : "what stays depends on their order")
  }

  /// Returns a value of an object that payloads mention more than once, for display.
  private func mention(_ node: Int32, _ line: PlanLine, _ discreet: String) -> DiscreetText {
    line.isSensitive
      ? DiscreetText(discreet) : DiscreetText(text(node).full, discreet: discreet)
  }

  // MARK: - Cases

  func caseWords(_ event: RawEvent) -> Words {
    let object = JSONValue(document: document, node: Int(event.node))
    guard let mapping = mapping(event), let source = plan.caseSource(of: mapping),
      let found = object.value(at: source)
    else { return Words("no case\(owner(event)) fits") }
    let cases = plan.caseTexts(of: mapping).filter { $0.source == source }.map(\.text)
    return Words(
      "no case\(owner(event)) fits \(quoted(source.description)), which is \(text(Int32(found.node)))",
      hint: caseHint(found, cases))
  }

  /// Returns a hint with the case that was probably meant, and all cases.
  private func caseHint(_ found: JSONValue, _ cases: [String]) -> DiscreetText? {
    guard let string = found.string, !cases.isEmpty else { return nil }
    let listed = "the cases are \(cases.map(quoted).joined(separator: ", "))"
    let meant = didYouMean(string, among: cases).map { "\($0) \(listed)" }
    return DiscreetText(
      whiteSpaceHint(string, among: cases) ?? meant ?? listed, discreet: listed)
  }

  /// Returns the place in the contract of the cases, none of which matches.
  func caseOrigin(_ problem: MappingProblem, _ event: RawEvent) -> Origin {
    guard problem.rule == .noCase || problem.rule == .noSwitchKey else { return .none }
    return mapping(event).flatMap(plan.caseOrigin) ?? .none
  }

  private func mapping(_ event: RawEvent) -> PlanMapping? {
    event.mapping >= 0 ? plan.tables.mappings[event.mapping] : nil
  }

  private func owner(_ event: RawEvent) -> String {
    let name = mapping(event).flatMap { plan.name(of: $0) }
    return name.map { " of \(displayed($0.text))" } ?? ""
  }
}

extension JSONValue {
  /// Returns the value at a key path that consists of single members.
  func value(at source: SourceKeyPath) -> JSONValue? {
    guard source.base == .representation else { return nil }
    return source.names?.reduce(self) { value, name in value?[name.text] }
  }
}
