import ContractModel
import JSONParsing

extension MappingRun {
  /// Applies a line to a value that is not in the payload: of the exchange, or a position. Its
  /// events are located at the object.
  mutating func applyElsewhere(_ value: JSONValue, _ line: Line) -> Bool {
    if value.isNull, !plan.tables.values[line.planned.value].takesNull { return applyNull(line) }
    return settle(evaluateElsewhere(line.planned.value, value, Place(line)), line)
  }

  private mutating func evaluateElsewhere(
    _ index: Int32, _ value: JSONValue, _ place: Place
  ) -> Evaluated {
    let type = plan.tables.values[index]
    switch type.kind {
    case .array(let element), .set(let element): return texts(index, element, value, place)
    case .mapping, .dictionary, .keyed: return .failed(MappingProblem(.wrongType, value: index))
    default: return evaluateScalar(type, index, value.node, value.document, place)
    }
  }

  /// Evaluates the texts of a name that may be repeated; a single text counts as an array of one.
  private mutating func texts(
    _ index: Int32, _ element: Int32, _ value: JSONValue, _ place: Place
  ) -> Evaluated {
    var isSet = false
    if case .set = plan.tables.values[index].kind { isSet = true }
    var (values, seen): ([Value], Set<MemberName>) = ([], [])
    var isRepeated = false
    for text in value.kind == .array ? Array(value.elements) : [value] {
      switch evaluateElsewhere(element, text, place) {
      case .value(let result):
        guard seen.insert(MemberName(text.rawText)).inserted || !isSet else { continue }
        isRepeated = seen.count <= values.count
        values.append(result)
      case .null where plan.tables.values[element].allowsNull: values.append(.null)
      case .null: return .failed(MappingProblem(.nullValue, value: element))
      case .failed where plan.tables.values[index].elements == .skip: continue
      case .failed(let problem): return .failed(problem)
      case .leftOut: continue
      }
    }
    if let problem = collectionProblem(index, count: values.count, isNotUnique: isRepeated) {
      return .failed(problem)
    }
    return .value(collection(values, of: index))
  }

  /// Returns the problem of a collection that has too few or too many elements, or duplicates.
  func collectionProblem(_ index: Int32, count: Int, isNotUnique: Bool) -> MappingProblem? {
    for constraint in plan.tables.values[index].constraints.indices {
      let rule: RuleID? =
        switch plan.tables.constraints[constraint] {
        case .count(let least, let most): least...max(least, most) ~= count ? nil : .badCount
        case .unique: isNotUnique ? .notUnique : nil
        default: nil
        }
      if let rule {
        return MappingProblem(rule, value: index, constraint: constraint, count: count)
      }
    }
    return nil
  }
}
