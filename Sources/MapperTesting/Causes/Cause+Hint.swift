import ContractModel
import JSONParsing

extension Cause {
  /// What to do about the cause, on a line that is safe to display.
  var hint: String? { disagreement.hint ?? nothingHint }

  /// A hint with the line by which the contract would admit the mapper's result for an absent or
  /// null value, and with the tolerance by which the test would, if there is one.
  private var nothingHint: String? {
    let faults: [(state: ValueState, fault: String, words: String)] = [
      (.absent, ".missing", "leave it out"), (.null, ".null", "send null"),
    ]
    let seen = faults.filter { states.contains($0.state) }
    guard disagreement.kind == .accepts, fallback == nil, !seen.isEmpty,
      seen.count == states.count, let line = disagreement.line, let outcome = disagreement.outcome,
      let admitting = line.admitting(states, as: outcome)
    else { return nil }
    let isOne = lines.count == 1
    let hint =
      "if the server may \(seen.map(\.words).joined(separator: " or ")), write "
      + "\(isOne ? "" : "such lines as ")\(displayed(admitting))"
    guard outcome == .nothing else { return hint }
    let list = "[\(seen.map(\.fault).joined(separator: ", "))]"
    let owner = disagreement.mapping.map { "\($0.text)." } ?? ""
    let property =
      isOne ? line.property.map { "[\"\(displayed("\(owner)\($0)"))\": \(list)]" } : nil
    return "\(hint); if only the app takes it, tolerating: \(property ?? list)"
  }
}

extension PropertyLine {
  /// Returns the text of the line that admits absent or null values which a mapper reads as the
  /// outcome; `nil` if there is none.
  fileprivate func admitting(_ states: [ValueState], as outcome: Outcome) -> String? {
    var line = self
    let isNullable = states.contains(.null)
    if states.contains(.absent) { line.isOptional = true }
    if isNullable { line.value.allowsNull = true }
    let isShort = options == Options()
    if outcome == .nothing {
      let type = "{ …, \"type\": \"\(line.value)\" }"
      return "\"\(line.key)\": " + (isShort ? "\"\(line.line)\"" : type)
    }
    // Only an optional key may have a default value.
    guard isShort, line.isOptional, defaultValue == nil, let zero = zero(outcome) else {
      return nil
    }
    line.defaultValue = zero
    guard isNullable else { return "\"\(line.key)\": \"\(line.line)\"" }
    let property = line.property.map { "\"to\": \"\($0)\", " } ?? ""
    return "\"\(line.key)\": { \(property)\"type\": \"\(line.value) = \(zero)\", "
      + "\"null\": \"default\" }"
  }

  /// Returns the default value of the line's type that a mapper reads as the outcome.
  private func zero(_ outcome: Outcome) -> DefaultValue? {
    switch (outcome, value.type) {
    case (.emptyCollection, .array), (.emptyCollection, .set): return .emptyArray
    case (.emptyCollection, .dictionary): return .emptyObject
    case (_, .scalar(let scalar)) where scalar.coercions.isEmpty && value.constraints.isEmpty:
      let literal: Literal? =
        switch (outcome, scalar.name.family) {
        case (.emptyText, .string): ""
        case (.zero, .number): 0
        case (.no, .bool): false
        default: nil
        }
      return literal.map { .literal($0) }
    default: return nil
    }
  }
}
