import ContractModel
import JSONParsing

// Whether a payload's object is newer than the stored one (§ 34).

extension MappingRun {
  /// The age of the payload's object, compared with one that exists or was deleted.
  enum Age {
    case older, same
    /// The object may be newer: nothing shows that it is not.
    case newer

    fileprivate init<Value: Comparable>(_ incoming: Value, _ stored: Value) {
      self = incoming < stored ? .older : incoming == stored ? .same : .newer
    }
  }

  func age(_ variant: PlanVariant, _ frame: Frame, beside object: ObjectID) -> Age {
    guard variant.modifiedBy >= 0 else { return .newer }
    let line = plan.tables.lines[variant.modifiedBy]
    guard case .value(let node) = resolve(line, frame),
      let incoming = modification(line, node, document),
      let stored = destination.modification(of: object, property: line.property)
    else { return .newer }
    switch (stored, incoming) {
    case (.int(let stored), .int(let incoming)): return Age(incoming, stored)
    case (.uint(let stored), .uint(let incoming)): return Age(incoming, stored)
    case (.double(let stored), .double(let incoming)): return Age(incoming, stored)
    case (.float(let stored), .float(let incoming)): return Age(incoming, stored)
    case (.decimal(let stored), .decimal(let incoming)): return Age(incoming.value, stored.value)
    case (.date(let stored), .date(let incoming)): return Age(incoming, stored)
    default: return stored == incoming && !stored.isNull ? .same : .newer
    }
  }

  /// Returns whether the payload's object was deleted, and the payload is older than the deletion
  /// (§ 35).
  func isOfBeforeDeletion(_ variant: PlanVariant, _ identity: Identity, _ frame: Frame) -> Bool {
    guard variant.modifiedBy >= 0, case .complete(let family) = identity,
      let record = destination.identities.find(identityBytes, family: family)
    else { return false }
    let object = destination.identities[record].object
    return destination.isGone(object) && age(variant, frame, beside: object) == .older
  }

  /// The value of the modification property after the mapping; `nil`, if it keeps its value.
  func storedModification(_ variant: PlanVariant, _ frame: Frame) -> MappedValue? {
    let line = plan.tables.lines[variant.modifiedBy]
    switch resolve(line, frame) {
    case .value(let node) where document.word(node).kind != .null:
      return modification(line, node, document)
    case .value:
      switch line.null {
      case .assign: return .null
      case .default: return defaultModification(line)
      case .keep, .reject: return nil
      }
    case .missing where line.defaultsMissing: return defaultModification(line)
    case .missing where line.missing == .null: return .null
    case .missing, .blocked, .collected, .elsewhere: return nil
    }
  }

  private func defaultModification(_ line: PlanLine) -> MappedValue? {
    modification(line, 0, plan.tables.defaults[line.defaultValue])
  }

  private func modification(
    _ line: PlanLine, _ node: Int, _ document: JSONDocument
  ) -> MappedValue? {
    switch reader.read(line.value, node, in: document, as: MappedValue.self) {
    case .value(let value), .newValue(let value, _): return value
    case .null, .failed: return nil
    }
  }
}
