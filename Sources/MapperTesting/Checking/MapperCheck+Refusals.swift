import JSONParsing

extension MapperCheck {
  /// Returns a disagreement if the mapper rejects a payload but its store has changed; `valid` is
  /// mapped before, into the same store.
  func remains(of payload: [UInt8], after valid: [UInt8]?) -> [Disagreement] {
    var session = mapper.makeSession()
    if let valid, case .refused = session.map(valid) { return [] }
    guard let before = texts(session.stored) else { return [] }
    let answer = session.map(payload)
    guard answer.isRefusal, let after = texts(session.stored), before.complete != after.complete
    else { return [] }
    var change = change(before, after, answer)
    change.payloads = (valid.map { [$0] } ?? []) + [payload]
    return [change]
  }

  func texts(_ objects: StoredObjects?) -> StoreTexts? {
    mapper.read { objects.map(self.texts(of:)) }
  }

  /// Returns the disagreement that a store changed after a rejected payload or a failed load.
  func change(
    _ before: StoreTexts, _ after: StoreTexts, _ answer: MapperAnswer,
    of failure: LoadFailure? = nil
  ) -> Disagreement {
    let (had, has) =
      before.short != after.short
      ? (before.short, after.short) : Self.parts(before.complete, after.complete)
    var verb = "takes"
    var hint: String?
    if case .refused(let refusal) = answer {
      (verb, hint) = ("rejects", "it says: \(mapper.read { refusal.reason })")
    }
    let law = Law.refusedPayloadsChangeNothing
    let rule =
      switch failure {
      case nil: law.description
      case .notModified?: "nothing has changed"
      case _?: "a load that fails changes nothing"
      }
    var disagreement = Disagreement(
      kind: .breaks(law),
      contract: "\(rule): \(had.isEmpty ? "nothing" : had)",
      mapper: "\(verb) it, and then has \(has.isEmpty ? "nothing" : has)", hint: hint, payloads: [])
    (disagreement.failure, disagreement.isEmptied) = (failure, after.complete.isEmpty)
    return disagreement
  }

  /// Returns the parts of two long texts around their first difference.
  private static func parts(_ before: String, _ after: String) -> (String, String) {
    let limit = 160
    let common = zip(before.unicodeScalars, after.unicodeScalars).prefix { $0 == $1 }.count
    let isLong = max(before.unicodeScalars.count, after.unicodeScalars.count) > limit
    let start = isLong ? max(0, common - limit / 2) : 0
    func part(_ text: String) -> String {
      let rest = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(start)))
      return (start > 0 ? "…" : "") + truncated(rest, after: limit)
    }
    return (part(before), part(after))
  }
}

/// The texts of the stored objects: complete, to compare, and short, to show.
typealias StoreTexts = (complete: String, short: String)
