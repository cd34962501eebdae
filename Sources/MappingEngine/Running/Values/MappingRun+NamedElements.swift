import ContractModel
import JSONParsing

extension MappingRun {
  /// Maps an object's members as the elements of a dictionary or keyed collection.
  mutating func evaluateMembers(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    guard document.word(node).kind == .object || place.isEmptyArray else {
      return .failed(MappingProblem(.wrongType, value: index))
    }
    var names: [Int] = []
    var name = document.firstChild(node)
    let end = document.next(node)
    while name < end {
      names.append(name)
      name = document.next(name + 1)
    }
    names = lastOfEach(names)
    var key: Int32?
    var element: Int32
    switch value.kind {
    case .keyed(let property, let object): (key, element) = (property, object)
    case .dictionary(let item): element = item
    default: return .leftOut
    }
    var entries: [(name: String, value: Value)] = []
    var elements = self.elements(value, index, element, place)
    for (position, name) in names.enumerated() {
      let count = elements.values.count
      elements.key = key.map { (node: name, property: $0) }
      take(name + 1, position, &elements)
      if elements.values.count > count {
        entries.append((name: document.string(name), value: elements.values[count]))
      }
    }
    switch finish(elements, payloadCount: names.count) {
    case .value where key != nil:
      return .value(Destination.keyed(entries.map { $0.value }, names: entries.map { $0.name }))
    case .value: return .value(Destination.dictionary(entries))
    case let other: return other
    }
  }

  /// Returns the last member of each name (§ 4).
  private func lastOfEach(_ names: [Int]) -> [Int] {
    var seen: Set<MemberName> = []
    return names.reversed().filter { seen.insert(MemberName(document.string($0))).inserted }
      .reversed()
  }
}
