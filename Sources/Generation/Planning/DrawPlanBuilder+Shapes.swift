import ContractModel
import JSONParsing

/// The lines and conditions from which an object is made for one case.
struct ShapeSource {
  var lines: [PropertyLine]
  var conditions: [CaseCondition] = []
  var identity: [PropertyPath] = []
  var typeName: MemberName?
  /// The sources whose value is exactly what the contract says, because cases depend on them.
  var pinned: Set<SourceKeyPath> = []
  /// The sources that must be absent, so that no earlier case fits.
  var absent: Set<SourceKeyPath> = []
  var keepsIdentity = false
  /// The types to which properties lead as foreign keys.
  var foreignKeys: [PropertyPath: MemberName] = [:]
}

extension DrawPlanBuilder {
  /// Adds the shapes of a mapping, one for each case for which a payload can be made.
  mutating func addShapes(of mapping: ContractMapping) {
    guard let number = mappingNumbers[mapping.name] else { return }
    let cases = drawableCases(of: mapping)
    let shapes = cases.options.map { shape(of: $0) }
    tables.mappings[Int(number)].shapes = tables.shapes.add(contentsOf: shapes)
    tables.mappings[Int(number)].simplest = Int32(cases.simplest)
  }

  private mutating func shape(of option: DrawableCase) -> DrawShape {
    let mapping = option.mapping
    if let name = option.name, let other = number(of: name) {
      var shape = DrawShape()
      shape.other = other
      shape.conditions = conditions(option.conditions)
      return shape
    }
    return shape(
      ShapeSource(
        lines: index.lines(of: mapping) + option.lines, conditions: option.conditions,
        identity: index.identity(of: mapping).map(\.value), typeName: mapping.typeName,
        pinned: isForDrawing ? index.pinnedSources(of: mapping.name) : [], absent: option.absent,
        keepsIdentity: ![nil, .create].contains(mapping.missingIdentity),
        foreignKeys: isForDrawing ? index.foreignKeys(of: mapping) : [:]))
  }

  mutating func shape(_ source: ShapeSource) -> DrawShape {
    var shape = DrawShape()
    var slots: [DrawSlot] = []
    let compared = source.conditions.map(\.source)
    var lines = source.lines
    lines += ArrayPlaces(lines.map(\.source) + compared)
      .linesOfUnreadElements(lines, comparing: compared)
    let groups = LineGroup.groups(lines)
    places = ArrayPlaces(groups.map(\.source) + compared)
    defer { places = ArrayPlaces([]) }
    for group in groups where group.isMade(among: lines) {
      if source.absent.contains(group.source) { continue }
      var slot = self.slot(group, groups, source)
      if slot.cut == .absent,
        let outer = slots.lastIndex(where: { tables.isPrefix($0.steps, of: slot.steps) })
      {
        slot.outer = Int32(tables.slots.count + outer)
      }
      slots.append(slot)
    }
    shape.slots = tables.slots.add(contentsOf: slots)
    shape.conditions = conditions(source.conditions)
    shape.copies = copies(source.lines)
    let isPlain = groups.allSatisfy { !$0.source.steps.isEmpty }
    shape.mayBeArranged = isPlain
    shape.allowsUnknownMembers = isPlain && allowsUnknownMembers
    return shape
  }

  mutating func conditions(_ conditions: [CaseCondition]) -> DrawRange {
    let made = conditions.filter { $0.source.base == .representation }.map { condition in
      let steps = self.steps(condition.source)
      switch condition {
      case .equals(_, let literal):
        return DrawCondition(kind: .equals, steps: steps, constant: constant(literal.json))
      case .exists: return DrawCondition(kind: .exists, steps: steps, constant: 0)
      case .kind(_, let kind):
        return DrawCondition(kind: .kind(kind), steps: steps, constant: constant(kind.simplest))
      }
    }
    return tables.conditions.add(contentsOf: made)
  }

  /// Adds the pairs of values that have to be made equal. The pairs are repeated as often as there
  /// are such lines, because they may form chains.
  private mutating func copies(_ lines: [PropertyLine]) -> DrawRange {
    let equal = lines.filter { $0.source.base == .representation && $0.value.equalSource != nil }
    let rounds = repeatElement(equal, count: min(equal.count, 16))
    let copies = rounds.joined().compactMap { line in
      line.value.equalSource.map { DrawCopy(from: steps($0), to: steps(line.source)) }
    }
    return tables.copies.add(contentsOf: copies)
  }
}

extension DrawTables {
  /// Returns whether one path is a proper prefix of the other.
  func isPrefix(_ steps: DrawRange, of other: DrawRange) -> Bool {
    steps.indices.count < other.indices.count
      && zip(steps.indices, other.indices).allSatisfy {
        self.steps[$0].name == self.steps[$1].name
      }
  }
}

extension MappingIndex {
  /// Returns the properties of a mapping that are foreign keys, with the types that have these keys
  /// as their identities.
  fileprivate func foreignKeys(of mapping: ContractMapping) -> [PropertyPath: MemberName] {
    var found: [PropertyPath: MemberName] = [:]
    for connection in connections(of: mapping) {
      guard let other = connection.value.type.mappings.first.flatMap({ self[$0.value] }) else {
        continue
      }
      let identity = identity(of: other).map(\.value)
      for key in connection.keys where identity.contains(key.other.value) {
        found[key.own.value] = other.typeName
      }
    }
    return found
  }
}
