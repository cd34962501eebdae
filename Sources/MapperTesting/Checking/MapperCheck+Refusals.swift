import JSONParsing

extension MapperCheck {
  /// The remains of a payload in the mapper's store, though the mapper refuses it.
  ///
  /// - Parameter valid: A payload that is mapped before, into the same store.
  func remains(
    of payload: [UInt8], after valid: [UInt8]?, _ law: Law
  ) -> [Disagreement] {
    var session = mapper.makeSession()
    if let valid, case .refused = session.map(valid) { return [] }
    let texts = { (objects: StoredObjects?) in
      self.mapper.read { objects.map(self.texts) }
    }
    guard let before = texts(session.stored), case .refused(let refusal) = session.map(payload),
      let after = texts(session.stored), before.complete != after.complete
    else { return [] }
    return [change(before, after, refusal, (valid.map { [$0] } ?? []) + [payload], law)]
  }

  /// That a store has something else after a payload that it refuses.
  func change(
    _ before: StoreTexts, _ after: StoreTexts, _ refusal: Refusal, _ payloads: [[UInt8]],
    _ law: Law = .refusedPayloadsChangeNothing
  ) -> Disagreement {
    let isCounted = before.short != after.short
    let (had, has) =
      isCounted ? (before.short, after.short) : (before.complete, after.complete)
    return Disagreement(
      kind: .breaks(law), path: InstancePath(),
      contract: "\(law): \(had.isEmpty ? "nothing" : had)",
      mapper: "rejects it, and then has \(has.isEmpty ? "nothing" : has)",
      hint: "it says: \(mapper.read { refusal.reason })", payloads: payloads)
  }
}

/// The text of what is stored, in full to be compared and in short to be shown.
typealias StoreTexts = (complete: String, short: String)

extension StoredObjects {
  /// The text of what is stored, in full to be compared and in short to be shown. The order of a
  /// store's objects says nothing: many are the values of a dictionary.
  ///
  /// - Parameters:
  ///   - labels: Of the properties that are compared.
  ///   - isInAnyOrder: Whether the order of elements in them says nothing.
  func texts(of labels: Set<MemberName>, inAnyOrder isInAnyOrder: Bool) -> StoreTexts {
    let sorted = byType.sorted { $0.key < $1.key }
    let text = sorted.map { type, objects in
      let texts =
        objects
        .map { "\(ReflectedText(complete: $0, of: labels, inAnyOrder: isInAnyOrder))" }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return "\(type): \(texts.joined(separator: ", "))"
    }
    let counts = sorted.map { "\($1.count) \(displayed($0.text))" }
    return (text.joined(separator: ", "), counts.joined(separator: ", "))
  }
}
