import JSONParsing
import MappingEngine

extension MapperCheck {
  /// Returns a disagreement if another mapper returns a different value for a payload, or if only
  /// one of the two accepts it. The contract's verdict on the payload does not matter, but nothing
  /// is compared of a payload that has open values, which Foundation's readers read differently.
  func disagreements(with other: MapperUnderTest, on payload: [UInt8]) -> [Disagreement] {
    if let document = try? JSONDocument(parsing: payload), !OpenValues(document).isEmpty {
      return []
    }
    let (own, foreign) = (answer(payload), other.answer(to: [payload]))
    return mapper.read { self.disagreements(own, foreign, of: other, on: payload) }
  }

  private func disagreements(
    _ own: MapperAnswer, _ foreign: MapperAnswer, of other: MapperUnderTest, on payload: [UInt8]
  ) -> [Disagreement] {
    guard var difference = difference(own, foreign) else { return [] }
    // Rejections at the same place of a payload are of one kind.
    if case .refused = own { difference.path = mapper.failurePath(in: payload) }
    if case .refused = foreign { difference.path = other.failurePath(in: payload) }
    return [
      Disagreement(
        kind: .breaks(.agreesWithAnotherMapper), path: difference.path,
        contract: difference.other, mapper: difference.value, payloads: [payload])
    ]
  }

  private func difference(
    _ own: MapperAnswer, _ foreign: MapperAnswer
  ) -> ReflectedComparison.Difference? {
    switch (own, foreign) {
    case (.refused, .refused): return nil
    case (.refused, _), (_, .refused):
      return .init(path: InstancePath(), value: verdict(own), other: verdict(foreign))
    case (.value(let value), .value(let other)):
      var comparison = ReflectedComparison(agreedNames, types, options)
      comparison.compare(value, other)
      return comparison.difference
    case (.stored(let objects), .stored(let others)): return difference(objects, others)
    case (.value, .stored), (.stored, .value):
      return .init(
        path: InstancePath(), value: "returns what it makes", other: "keeps what it makes")
    }
  }

  private func verdict(_ answer: MapperAnswer) -> String {
    switch answer {
    case .refused(let refusal): "rejects it: \(refusal.reason)"
    case .value(let value): "accepts it: \(ReflectedText(value))"
    case .stored: "accepts it"
    }
  }

  /// Returns the first difference of two stores. Stores keep their objects in any order: each
  /// object has to be in the other store.
  private func difference(
    _ objects: StoredObjects, _ others: StoredObjects
  ) -> ReflectedComparison.Difference? {
    let comparison = ReflectedComparison(agreedNames, types, options)
    for type in Set(objects.byType.keys).union(others.byType.keys).sorted() {
      let (left, right) = (objects.byType[type] ?? [], others.byType[type] ?? [])
      let path = InstancePath([.member(type)])
      let name = displayed(type.text)
      if left.count != right.count {
        return .init(
          path: path, value: "\(left.count) \(name)", other: "\(right.count) \(name)")
      }
      if let odd = comparison.odd(of: left, right) {
        return .init(
          path: path, value: "has \(ReflectedText(odd))", other: "has no such \(name)")
      }
    }
    return nil
  }
}

extension MapperUnderTest {
  /// Returns where a `Codable` type fails; the root for other mappers, where this is unknown.
  fileprivate func failurePath(in payload: [UInt8]) -> InstancePath {
    watch?(payload).failure?.path ?? InstancePath()
  }
}
