import ContractModel
import JSONParsing

extension MappingRun {
  /// The identity of an object, as its representation gives it.
  enum Identity {
    case none
    /// All parts exist; their bytes are in `identityBytes`.
    case complete(family: Int32)
    /// A part is missing; the flag is whether a violation of its line was reported.
    case missing(isReported: Bool)

    var isComplete: Bool { if case .complete = self { true } else { false } }
  }

  /// Reads the identity of a representation through the lines of its parts (§ 27).
  mutating func identify(_ variant: PlanVariant, _ frame: Frame, _ place: Place) -> Identity {
    identityBytes.removeAll(keepingCapacity: true)
    for index in variant.identity.indices {
      switch plan.tables.identityParts[index] {
      case .key(let property):
        guard let key = place.key, key.property == property else {
          return .missing(isReported: false)
        }
        IdentityPart.text(.node(document, key.node)).append(to: &identityBytes)
      case .line(let line):
        switch identityPart(plan.tables.lines[line], frame) {
        case .value(let part): part.append(to: &identityBytes)
        case .absent(let isReported): return .missing(isReported: isReported)
        }
      }
    }
    let type = plan.tables.mappings[variant.mapping].family
    return .complete(family: destination.family(ofType: type))
  }

  enum Part {
    case value(IdentityPart)
    case absent(isReported: Bool)
  }

  func identityPart(_ line: PlanLine, _ frame: Frame) -> Part {
    switch resolve(line, frame) {
    case .value(let node): return identityPart(line, node, document)
    case .elsewhere(let value): return identityPart(line, value.node, value.document)
    case .missing: return .absent(isReported: !line.isOptional || line.missing == .fail)
    case .blocked: return .absent(isReported: true)
    case .collected: return .absent(isReported: !takesCollected(line.value))
    }
  }

  private func identityPart(_ line: PlanLine, _ node: Int, _ document: JSONDocument) -> Part {
    if document.word(node).kind == .null { return .absent(isReported: line.null == .reject) }
    switch reader.read(line.value, node, in: document, as: IdentityPart.self) {
    case .value(.absent), .newValue(.absent, _), .null: return .absent(isReported: false)
    case .value(let part), .newValue(let part, _): return .value(part)
    case .failed: return .absent(isReported: true)
    }
  }
}
