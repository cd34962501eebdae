import ContractModel
import JSONParsing

extension MappingRun {
  /// Maps a value by its type. Null is evaluated here only if the type itself accepts it.
  mutating func evaluate(_ index: Int32, _ node: Int, _ place: Place) -> Evaluated {
    let value = plan.tables.values[index]
    switch value.kind {
    case .mapping, .array, .set, .dictionary, .keyed, .listOrObject:
      if depth.isOver { return .leftOut }
      guard !depth.isDeepest else { return refuseDepth(index, node, place) }
      return deeper { $0.evaluateContainer(value, index, node, place) }
    default: return evaluateScalar(value, index, node, document, place)
    }
  }

  private mutating func evaluateContainer(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    var place = place
    place.isEmptyArray = value.emptyArray != nil && isEmptyArray(node)
    if place.isEmptyArray, value.emptyArray == .null { return .null }
    switch value.kind {
    case .mapping(let mapping): return evaluateObject(mapping, index, node, place)
    case .array(let element), .set(let element):
      return evaluateArray(value, index, element, node, place)
    case .listOrObject(let list, let object):
      switch document.word(node).kind {
      case .array: return evaluate(list, node, place)
      case .object: return evaluate(object, node, place)
      default:
        return evaluateEmptyText(index, node) ?? .failed(MappingProblem(.wrongType, value: index))
      }
    default: return evaluateMembers(value, index, node, place)
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
      recording.warning = warning
      return .value(result)
    case .null: return .null
    case .failed(let problem): return .failed(problem)
    }
  }

  private mutating func evaluateObject(
    _ mapping: Int32, _ index: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    if let empty = evaluateEmptyText(index, node) { return empty }
    let outer = (aggregates, root.node)
    defer { (aggregates, root.node) = outer }
    let isAtRoot = isAtRoot(place)
    if isAtRoot { root.node = node }
    if place.frame?.node == node, place.frame?.mapping != -1 { aggregates.enter(mapping, node) }
    switch map(mapping, node, place) {
    case .object(let object):
      if isAtRoot { root.mappedCount += 1 }
      if place.notesObjects { mappedObjects = [object] }
      return .value(Destination.reference(to: object))
    case .lines(let value): return value.map { .value($0) } ?? .leftOut
    case .leftOut: return .leftOut
    case .wrongKind: return .failed(MappingProblem(.wrongType, value: index))
    }
  }

  private func isEmptyArray(_ node: Int) -> Bool {
    document.word(node).kind == .array && document.word(node).length == 0
  }

  /// Returns the outcome of an empty text in place of an object, if the line has a policy for it.
  private func evaluateEmptyText(_ index: Int32, _ node: Int) -> Evaluated? {
    guard let policy = plan.tables.values[index].emptyString, policy != .value, isEmptyText(node)
    else { return nil }
    return policy == .null ? .null : .failed(MappingProblem(.wrongType, value: index))
  }

  /// Returns whether a value is at the root of mapping, not inside of another object.
  func isAtRoot(_ place: Place) -> Bool { place.frame.map(isAtRoot) ?? false }

  /// Returns whether the lines over an object are those of the payload.
  func isAtRoot(_ frame: Frame) -> Bool {
    frame.mapping < 0 || plan.tables.mappings[frame.mapping].source < 0
  }

  /// Returns the problem of a value that differs from the value that a constraint requires. Texts
  /// and numbers are compared by value, because the numbers in a path are texts.
  private mutating func inequality(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ document: JSONDocument, _ place: Place
  ) -> MappingProblem? {
    for constraint in value.constraints.indices {
      guard case .equals(let source) = plan.tables.constraints[constraint], let frame = place.frame
      else { continue }
      var problem = MappingProblem(.notACase, value: index, constraint: constraint)
      var other: ScalarInput?
      switch resolve(source, frame) {
      case .value(let node):
        other = ScalarInput(node, in: self.document, trims: false)
        problem.other = Int32(node)
      case .elsewhere(let value): other = ScalarInput(value.node, in: value.document, trims: false)
      case .missing, .blocked, .collected:
        // If the request of a payload is unknown, the constraint is not checked.
        let base = plan.tables.paths[source.path].base
        if base.isOfExchange, exchange?.knows(base) != true { continue }
      }
      let own = ScalarInput(node, in: document, trims: value.trims)
      if other?.isEquivalent(to: own) != true { return problem }
    }
    return nil
  }
}
