import ContractModel
import DraftWriting
import JSONParsing

/// A drafted mapping for a type of the app.
struct ModelMapping {
  enum Use {
    case mapping(String)
    case lines([ModelLine])
  }

  let model: ModelTypes.Model
  var lines: [ModelLine]
  private(set) var tag: MemberName?
  var cases: [(value: MemberName, use: Use)] = []
  private(set) var takesOthers = false
  let payloads: [PayloadTree]
  private let probe: ModelProbe

  /// The most values that a type was decoded from that are compared with its mapping.
  private static let mostSamples = 8

  init(_ model: ModelTypes.Model, _ types: ModelTypes) {
    (self.model, probe) = (model, types.probe)
    let samples = types.samples.values(of: model.type).prefix(Self.mostSamples)
    guard let found = ModelCases(model, types) else {
      var own = ModelLines(types, model.type, model.payload, model.keys)
      lines = own.lines()
      lines += model.keys.whole.map { type in
        let type = types.type(type)
        return ModelLine(
          path: [], isOptional: false, property: nil, value: type.constrained, notes: type.notes)
      }
      payloads = [model.payload] + samples
      return
    }
    let first = found.cases[0]
    var common = ModelLines(types, model.type, first.payload, first.keys)
    // A tag that is no property of the app appears in the cases alone.
    lines = common.lines(where: found.isCommon)
      .filter { $0.path != [found.tag] || $0.property != nil }
    tag = found.tag
    takesOthers = found.takesOthers
    payloads = found.cases.map(\.payload) + samples
    for item in found.cases {
      cases.append((item.value, Self.use(item, found, model, common.used, types)))
    }
  }

  private static func use(
    _ item: ModelCases.Case, _ found: ModelCases, _ model: ModelTypes.Model,
    _ used: Set<String>, _ types: ModelTypes
  ) -> Use {
    if let whole = item.keys.whole.first,
      case .mapping(let name) = types.type(whole).constrained.type
    {
      return .mapping(name.value.text)
    }
    var own = ModelLines(types, model.type, item.payload, item.keys, used: used)
    return .lines(own.lines { !found.isCommon($0) })
  }

  // MARK: - Writing

  var drafted: DraftedMapping {
    var mapping = DraftedMapping(name: model.name)
    let type = String(describing: model.type)
    if type != model.name { mapping.note = displayed(type) }
    mapping.identity = identity.map { DraftedIdentity(property: $0) }
    mapping.lines = lines.map(\.drafted)
    mapping.dispatch = tag.map { tag in
      DraftedSwitch(
        tag: tag, cases: cases.map { ($0.value, $0.use.drafted) },
        other: takesOthers ? .lines([]) : nil)
    }
    return mapping
  }

  /// The property that an `Identifiable` type has as its identity.
  private var identity: String? {
    guard let decoded = probe.decoded(model.type, model.payload),
      let value = decoded.value as? any Identifiable, let object = ReflectedValue(decoded.value)
    else { return nil }
    let id = ReflectedText(complete: value.id).description
    let names = Set(
      object.properties.filter { ReflectedText(complete: $0.value).description == id }.map(\.label))
    return lines.first { $0.isIdentity(among: names) }?.property
  }
}

extension ModelMapping.Use {
  fileprivate var drafted: DraftedUse {
    switch self {
    case .mapping(let name): .type(name)
    case .lines(let lines): .lines(lines.map(\.drafted))
    }
  }
}
