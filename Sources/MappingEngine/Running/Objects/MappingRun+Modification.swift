import ContractModel
import JSONParsing

// How new an object is (§ 34).

extension MappingRun {
  /// Whether the payload's object is not newer than the one that is there.
  func isUnmodified(_ variant: PlanVariant, _ frame: Frame) -> Bool {
    let line = plan.tables.lines[variant.modifiedBy]
    guard let object = frame.object, case .value(let node) = resolve(line, frame),
      let incoming = modification(line, node, document),
      let stored = destination.modification(of: object, property: line.property)
    else { return false }
    switch (stored, incoming) {
    case (.int(let stored), .int(let incoming)): return incoming <= stored
    case (.uint(let stored), .uint(let incoming)): return incoming <= stored
    case (.double(let stored), .double(let incoming)): return incoming <= stored
    case (.float(let stored), .float(let incoming)): return incoming <= stored
    case (.decimal(let stored), .decimal(let incoming)): return incoming.value <= stored.value
    case (.date(let stored), .date(let incoming)): return incoming <= stored
    default: return stored == incoming && !stored.isNull
    }
  }

  /// The value of the property after the mapping; `nil`, if it keeps what it had.
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
