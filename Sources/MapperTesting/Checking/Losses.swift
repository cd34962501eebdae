import ContractModel
import JSONParsing
import MappingEngine

/// The values of a payload that do not fit their lines and that a mapper may lose. The result then
/// has to be the mapper's or the contract's result for a payload without these values.
struct Losses {
  /// The violations of the values, each with the outermost place around the value that may be lost
  /// with it.
  private var places: [(violation: Violation, outer: InstancePath)] = []
  /// A violation that no loss explains.
  private var other: Violation?
  private let result: MappingResult
  private let document: JSONDocument

  /// The most payloads that are tried: each value may be lost at several levels.
  private static let limit = 64

  /// - Parameter result: The result of the lenient contract; of the stated one if they are equal.
  init(in result: MappingResult, _ document: JSONDocument, _ check: MapperCheck) {
    (self.result, self.document) = (result, document)
    let lines = result.events.filter { $0.isTerminal && $0.property != nil }
    let open = OpenValues(document)
    for violation in result.violations where violation.bindsMappers {
      // Some readers read an open value as another value; it is not lost.
      if result.isNullOnTheWay(violation) || check.allowsUnknownCase(violation)
        || open.contains(violation.path)
      {
        continue
      }
      let around = lines.filter { violation.path.starts(with: $0.valuePath) }
      let losing = around.filter { $0.line.map { check.mayLose(violation, of: $0) } ?? false }
      // The elements of the payload itself have no line; tolerances for all properties count.
      let element = document.root.kind == .array ? violation.path.prefix(1) : InstancePath()
      let isElement = !element.steps.isEmpty
      if isElement, check.mayLose(violation, of: nil) {
        places.append((violation, element))
      } else if let outer = losing.map(\.valuePath).min(by: { $0.steps.count < $1.steps.count }) {
        places.append((violation, outer))
      } else if isElement && violation.path == element && check.mayLeaveOut(violation)
        || around.contains(where: { check.mayLeaveOut(violation, of: $0) })
      {
        places.append((violation, violation.path))
      } else {
        other = other ?? violation
      }
    }
  }

  /// Returns the judgement on a mapper that accepts the payload: whether the losses allow it.
  ///
  /// - Parameters:
  ///   - found: The judgement without losses.
  ///   - payloads: The payloads that the mapper was given; it gets them again with another last
  ///     one.
  ///   - losing: The contract with every value that may be lost optional and nullable.
  ///   - contract: Returns the results of that contract with another last payload.
  func areAllowed(
    _ answer: MapperAnswer, _ found: MapperCheck.Judgement, _ payloads: ArraySlice<[UInt8]>,
    _ losing: Mapper, by contract: (JSONDocument) -> [MappingResult], _ check: MapperCheck
  ) -> MapperCheck.Judgement {
    guard !places.isEmpty else { return found }
    func accepted(_ violation: Violation) -> MapperCheck.Judgement {
      ([check.mapper.read { check.accepts(violation, self.result, answer) }], .stated)
    }
    if let other { return accepted(other) }
    // So many combinations are not tried; single faults show what the mapper does.
    guard choiceCount <= Self.limit else { return ([], .open) }
    let text = check.text(of: answer).complete
    var nearest: [Disagreement]?
    for (payload, isNull) in candidates {
      let bytes = payload.bytes
      if !isNull, !payloads.isEmpty {
        let own = check.mapper.answer(to: payloads.dropLast() + [bytes])
        if !own.isRefusal, check.text(of: own).complete == text { return ([], .open) }
      }
      guard let document = try? JSONDocument(parsing: bytes) else { continue }
      let results = contract(document)
      let rest = check.mapper.read {
        let open = OpenValues(document)
        let rest = check.compare(results, answer, bytes, open)
        // An object with two mentions has the later values, one of which may be lost.
        let merged = check.disagreementsWithOneObject(losing, rest, answer, document, open)
        return merged?.isEmpty ?? false ? [] : rest
      }
      if rest.isEmpty { return ([], .open) }
      if rest.count < nearest?.count ?? .max { nearest = rest }
    }
    // A value is not lost if it differs even from the result in which all values are lost.
    let kept = places.first { place in
      nearest?.contains { $0.line?.origin.place == place.violation.origin.place } ?? false
    }
    guard places.count > 1, let kept else { return found }
    return accepted(kept.violation)
  }

  /// The number of candidates, at most one more than the limit.
  private var choiceCount: Int {
    places.reduce(1) { count, place in
      let levels = place.violation.path.steps.count - place.outer.steps.count + 1
      return min(count * 2 * levels, Self.limit + 1)
    }
  }

  /// The payloads without the values, or with null for them, at each level.
  private var candidates: [(payload: PayloadTree, isNull: Bool)] {
    let tree = PayloadTree(document)
    var choices: [[(node: Int, isNull: Bool)]] = [[]]
    for place in places {
      let path = place.violation.path
      let levels = (place.outer.steps.count...path.steps.count).reversed()
      let nodes = levels.compactMap { tree.node(at: path.prefix($0)) }
      let options = nodes.flatMap { [($0, false), ($0, true)] }
      choices = choices.flatMap { choice in options.map { choice + [$0] } }
    }
    return choices.map { choice in
      var payload = tree
      // From last to first, so that the numbers of earlier nodes stay valid.
      let edits = Dictionary(choice.map { ($0.node, $0.isNull) }, uniquingKeysWith: { $0 && $1 })
      for (node, isNull) in edits.sorted(by: { $0.key > $1.key }) {
        if isNull {
          payload.replace(node, with: PayloadTree(verbatim: "null".utf8))
        } else {
          payload.remove(node)
        }
      }
      return (payload, choice.contains { $0.isNull })
    }
  }
}

extension MappingEvent {
  /// The place of all that the event's line reads: for a key path through every element, the first
  /// array on it, while the event's place is that of one element.
  fileprivate var valuePath: InstancePath {
    guard let steps = line?.source.steps, let first = steps.firstIndex(of: .fanOut) else {
      return path
    }
    let start = path.steps.indices.first { start in
      (first + 1...steps.count).contains(path.steps.count - start)
        && zip(path.steps[start...], steps).allSatisfy(isStep)
    }
    return start.map { path.prefix($0 + first) } ?? path
  }

  private func isStep(_ step: InstancePath.Step, _ source: SourceKeyPath.Step) -> Bool {
    switch (step, source) {
    case (.member(let name), .segment(let other)): name == other
    case (.element(let index), .segment(let name)): SourceKeyPath.index(name) == index
    case (.element, .fanOut): true
    case (.member, .fanOut): false
    }
  }
}

extension MapperCheck {
  /// Returns whether a line may lose its value because of a violation at or in the value, or a list
  /// without a line its element.
  fileprivate func mayLose(_ violation: Violation, of line: PropertyLine?) -> Bool {
    guard allows(.invalid, of: line) else { return false }
    return switch violation.rule.traits.valueFault {
    case .kind, .value, .blocked: true
    case .missing: allows(.missing, of: line)
    case .null: allows(.null, of: line)
    case .unknown: allows(.unknownCase, of: line)
    case nil: false
    }
  }

  /// Returns whether a list without a line may be without an element that a closed list does not
  /// name.
  fileprivate func mayLeaveOut(_ violation: Violation) -> Bool {
    violation.rule.traits.valueFault == .unknown && allows(.unknownCase, of: nil)
  }

  /// Returns whether a line's collection may be without the element that a closed list does not
  /// name. Elements of values inside its own elements are another line's.
  fileprivate func mayLeaveOut(_ violation: Violation, of event: MappingEvent) -> Bool {
    guard violation.rule.traits.valueFault == .unknown, let line = event.line,
      violation.line.map({ ContractLineKey($0) }) == ContractLineKey(line)
    else { return false }
    return violation.path.steps.count > event.valuePath.steps.count
      && allows(.unknownCase, of: line)
  }

  private func allows(_ tolerance: Tolerance, of line: PropertyLine?) -> Bool {
    tolerances.allows(tolerance, of: line?.property, in: line.flatMap { mappingName(of: $0) })
  }
}
