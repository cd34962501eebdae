import ContractModel
import JSONParsing

extension MappingRun {
  /// Applies a line to a value that is not of the payload: of the exchange, or a position.
  ///
  /// What is told of it is told of the object, since it is nowhere in the payload.
  mutating func applyElsewhere(
    _ number: Int32, _ rule: PlanRule, _ value: JSONValue, _ frame: Frame
  ) -> Bool {
    if value.isNull, !plan.values[Int(rule.value)].takesNull {
      return applyNull(number, rule, frame.node, document, frame)
    }
    switch evaluateElsewhere(rule.value, value, Place(rule: number, frame: frame, position: -1)) {
    case .value(let result):
      return assign(result, number, rule, frame.node, frame, isElsewhere: true)
    case .null: return applyNull(number, rule, frame.node, document, frame)
    case .failed(let problem):
      fail(number, frame.node, frame, problem, isElsewhere: true)
    case .leftOut: record(dry ?? .declined, number, frame.node, frame)
    }
    return false
  }

  private mutating func evaluateElsewhere(
    _ index: Int32, _ value: JSONValue, _ place: Place
  ) -> Evaluated {
    switch plan.values[Int(index)].kind {
    case .array(let element), .set(let element): texts(index, element, value, place)
    case .mapping, .dictionary, .keyed: .failed(MappingProblem(rule: .wrongType, value: index))
    default: evaluate(index, value.node, in: value.document, place)
    }
  }

  /// The texts of a name that is there several times; one alone stands for an array of it.
  private mutating func texts(
    _ index: Int32, _ element: Int32, _ value: JSONValue, _ place: Place
  ) -> Evaluated {
    var (values, said): ([Value], Set<MemberName>) = ([], [])
    var isRepeated = false
    for text in value.kind == .array ? Array(value.elements) : [value] {
      switch evaluateElsewhere(element, text, place) {
      case .value(let result):
        guard said.insert(MemberName(text.rawText)).inserted || !isSet(index) else { continue }
        isRepeated = said.count <= values.count
        values.append(result)
      case .null where plan.values[Int(element)].allowsNull: values.append(.null)
      case .null: return .failed(MappingProblem(rule: .nullValue, value: element))
      case .failed where plan.values[Int(index)].elements == .skip: continue
      case .failed(let problem): return .failed(problem)
      case .leftOut: continue
      }
    }
    if let problem = brokenConstraint(index, count: values.count, isRepeated) {
      return .failed(problem)
    }
    return .value(
      isSet(index)
        ? Destination.set(values, skipped: []) : Destination.array(values, skipped: []))
  }

  private func isSet(_ index: Int32) -> Bool {
    if case .set = plan.values[Int(index)].kind { true } else { false }
  }

  private func brokenConstraint(
    _ index: Int32, count: Int, _ isRepeated: Bool
  ) -> MappingProblem? {
    for constraint in plan.values[Int(index)].constraints.indices {
      let rule: RuleID? =
        switch plan.constraints[constraint].test {
        case .count(let least, let most): least...max(least, most) ~= count ? nil : .badCount
        case .unique: isRepeated ? .notUnique : nil
        default: nil
        }
      if let rule {
        return MappingProblem(
          rule: rule, value: index, constraint: Int32(constraint), count: Int32(count))
      }
    }
    return nil
  }
}
