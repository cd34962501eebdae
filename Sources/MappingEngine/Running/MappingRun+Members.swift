import ContractModel
import JSONParsing

extension MappingRun {
  mutating func evaluateMembers(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    guard document.word(node).kind == .object else {
      return .failed(MappingProblem(rule: .wrongType, value: index))
    }
    var names: [Int] = []
    var name = document.firstChild(node)
    let end = document.next(node)
    while name < end {
      names.append(name)
      name = document.next(name + 1)
    }
    names = lastOfEach(names)
    if case .keyed(let property, let mapping) = value.kind {
      return evaluateKeyed(names, property, mapping, value, index, place)
    }
    guard case .dictionary(let element) = value.kind else { return .leftOut }
    var entries: [(name: String, value: Value)] = []
    var elements = Elements(value, element, place)
    for (position, name) in names.enumerated() {
      let count = elements.values.count
      take(name + 1, position, &elements)
      if elements.values.count > count {
        entries.append((name: document.string(name), value: elements.values[count]))
      }
    }
    switch finish(elements, index, node, payloadCount: names.count) {
    case .value: return .value(Destination.dictionary(entries))
    case let other: return other
    }
  }

  /// Of members with one name the last (rule 4).
  private func lastOfEach(_ names: [Int]) -> [Int] {
    var seen: Set<MemberName> = []
    return names.reversed().filter { seen.insert(MemberName(document.string($0))).inserted }
      .reversed()
  }

  private mutating func evaluateKeyed(
    _ names: [Int], _ property: Int32, _ mapping: Int32, _ value: PlanValue, _ index: Int32,
    _ place: Place
  ) -> Evaluated {
    var elements = Elements(value, index, place)
    var kept: [String] = []
    for (position, name) in names.enumerated() {
      if document.word(name + 1).kind == .null {
        takeNull(name + 1, position, &elements)
        continue
      }
      var inner = elementPlace(position, elements)
      inner.key = (node: name, property: property)
      switch map(mapping, name + 1, inner) {
      case .object(let object):
        guard Destination.keepsValues else { break }
        elements.values.append(Destination.reference(to: object))
        kept.append(document.string(name))
      case .lines, .leftOut: elements.skipped.append(position)
      case .wrongKind:
        var moment = elementMoment(.coercionFailed, name + 1, elements)
        refuse(
          &moment, MappingProblem(rule: .wrongType, value: index), position, &elements)
      }
    }
    switch finish(elements, index, names.first ?? 0, payloadCount: names.count) {
    case .value: return .value(Destination.keyed(elements.values, names: kept))
    case let other: return other
    }
  }
}
