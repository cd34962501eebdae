import ContractModel
import JSONParsing

extension MappingRun {
  /// Makes of a value that is not null, or that may be null itself, what its type says.
  mutating func evaluate(
    _ index: Int32, _ node: Int, in document: JSONDocument, _ place: Place
  ) -> Evaluated {
    let value = plan.values[Int(index)]
    switch value.kind {
    case .mapping(let mapping): return evaluateObject(mapping, index, node, place)
    case .array(let element), .set(let element):
      return evaluateArray(value, index, element, node, place)
    case .dictionary, .keyed: return evaluateMembers(value, index, node, place)
    default: return evaluateScalar(value, index, node, document, place)
    }
  }

  mutating func evaluateScalar(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ document: JSONDocument, _ place: Place
  ) -> Evaluated {
    switch reader.read(index, node, in: document, as: Value.self) {
    case .value(let result):
      if let problem = inequality(value, index, node, document, place) { return .failed(problem) }
      return .value(result)
    case .newValue(let result, let warning):
      self.warning = warning
      return .value(result)
    case .null: return .null
    case .failed(let problem): return .failed(problem)
    }
  }

  private mutating func evaluateObject(
    _ mapping: Int32, _ index: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    if let empty = evaluateEmptyText(index, node) { return empty }
    let outer = (aggregates, aggregateNode, rootNode)
    defer { (aggregates, aggregateNode, rootNode) = outer }
    let isAtRoot = isAtRoot(place)
    if isAtRoot { rootNode = node }
    if place.frame?.node == node, place.frame?.mapping != -1 {
      if aggregateNode != node { (aggregates, aggregateNode) = ([], node) }
      aggregates.append(mapping)
    }
    switch map(mapping, node, place) {
    case .object(let object):
      if isAtRoot { rootMappedCount += 1 }
      if place.notesObjects { mappedObjects = [object] }
      return .value(Destination.reference(to: object))
    case .lines(let value): return value.map { .value($0) } ?? .leftOut
    case .leftOut: return .leftOut
    case .wrongKind: return .failed(MappingProblem(rule: .wrongType, value: index))
    }
  }

  /// What an empty text is in the place of an object, if the line speaks of it.
  private func evaluateEmptyText(_ index: Int32, _ node: Int) -> Evaluated? {
    let policy = plan.values[Int(index)].emptyString
    guard let policy, policy != .value else { return nil }
    let word = document.word(node)
    guard word.kind == .plainString, word.length == 2 else { return nil }
    return policy == .null ? .null : .failed(MappingProblem(rule: .wrongType, value: index))
  }

  /// Whether an object is one that mapping starts with, and not inside of another.
  func isAtRoot(_ place: Place) -> Bool {
    guard let mapping = place.frame?.mapping else { return false }
    return mapping < 0 || plan.mappings[Int(mapping)].source < 0
  }

  /// The problem of a value that is not equal to what it has to be equal to.
  ///
  /// Texts and numbers are compared by what they say, since a path says numbers as texts.
  private mutating func inequality(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ document: JSONDocument, _ place: Place
  ) -> MappingProblem? {
    for constraint in value.constraints.indices {
      guard case .equals(let source) = plan.constraints[constraint].test, let frame = place.frame
      else { continue }
      let other: (JSONDocument, Int)? =
        switch resolve(source, frame) {
        case .value(let node): (self.document, node)
        case .elsewhere(let value): (value.document, value.node)
        case .missing, .blocked, .collected: nil
        }
      // What was asked for is not known of every payload; then there is nothing to compare with.
      let base = plan.parts.paths[Int(source.path)].base
      if other == nil, base.isOfExchange, exchange?.knows(base) != true { continue }
      let mine = ScalarInput(node, in: document, trims: value.trims)
      let theirs = other.map { ScalarInput($0.1, in: $0.0, trims: false) }
      if theirs?.says(sameAs: mine) != true {
        var problem = MappingProblem(
          rule: .notACase, value: index, constraint: Int32(constraint))
        if let other, case .value = resolve(source, frame) { problem.other = Int32(other.1) }
        return problem
      }
    }
    return nil
  }
}
