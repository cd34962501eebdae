import ContractModel
import DraftWriting
import Generation
import JSONParsing
import MappingEngine

/// Compares drafted mappings with the app's results for the payloads from which they were drafted.
///
/// If the app has another value than the line says, such as a text in capitals, the line only
/// checks the value. If the contract rejects a value that the app accepts, the line's type is left
/// open.
struct DraftTrial {
  var mappings: [ModelMapping]
  let probe: ModelProbe
  let remarks: [String]
  let mapper: MapperUnderTest
  let root: ConstrainedType
  /// The most rounds of correcting lines, since one wrong line may hide another.
  private static let mostRounds = 4
  /// The most times that the draft is checked against the type as its test does.
  private static let mostChecks = 8

  /// Returns the text of the corrected draft. It says where no line can express the type.
  mutating func text(isChecked: Bool) -> String {
    for _ in 0..<Self.mostRounds {
      guard let contract = try? contract(), correct(by: contract) else { break }
    }
    guard isChecked else { return written() }
    var best: (trial: DraftTrial, unkept: [String])?
    for _ in 0..<Self.mostChecks {
      let causes = causes()
      let unkept = causes.map(\.headline).reduce(into: [String]()) { told, headline in
        if !told.contains(headline) { told.append(headline) }
      }
      if unkept.count < best?.unkept.count ?? .max { best = (self, unkept) }
      guard !unkept.isEmpty, correct(by: causes) || narrow() else { break }
    }
    return best?.trial.written(unkept: best?.unkept ?? []) ?? written()
  }

  /// The mappings that are reachable from the root.
  private var used: [ModelMapping] {
    var names = root.type.mappings.map(\.value)
    var next = 0
    while next < names.count {
      for mapping in mappings where names[next] == MemberName(mapping.model.name) {
        names += mapping.mappingNames.filter { !names.contains($0) }
      }
      next += 1
    }
    return mappings.filter { names.contains(MemberName($0.model.name)) }
  }

  /// - Parameter unkept: The deviations of the type from the draft, each a sentence that is safe to
  ///   display.
  private func written(unkept: [String] = []) -> String {
    let mappings = used
    let names = mappings.flatMap(\.uncheckedProperties)
    let count = counted(names.count, "property", "properties")
    let open = names.isEmpty ? [] : ["\(count) unchecked: \(listed(names, most: 20))"]
    let failures = unkept.map { "Its own test fails, so correct the lines: \($0)" }
    return DraftText(
      remarks: remarks + open.map { displayed($0) } + failures,
      mappings: mappings.map(\.drafted)
    ).text
  }

  private func contract() throws -> Contract {
    try Contract(at: "draft" + Contract.fileSuffix, files: ContractText(written()))
  }

  // MARK: - Checking

  /// Returns the deviations of the type from the draft, on the payloads of its test.
  private func causes() -> [Cause] {
    guard let contract = try? contract(), let stated = try? TargetText(root.description).target
    else { return [] }
    let target = MappingTarget(stated)
    guard let cases = GeneratedCases(contract, target: stated) else { return [] }
    let check = MapperCheck(Mapper(contract, as: target), as: target, mapper)
    return MapperRun(check, cases, laws: [.agreesWithTheContract]).run().causes
  }

  /// - Returns: Whether anything was changed.
  private mutating func correct(by causes: [Cause]) -> Bool {
    let before = written()
    for cause in causes {
      for found in cause.lines {
        for index in mappings.indices where found.mapping == MemberName(mappings[index].model.name)
        {
          let (payloads, type) = (mappings[index].payloads, mappings[index].model.type)
          mappings[index].changeLines { line in
            guard line.source == found.line.source else { return }
            let place = InstancePath(names: line.path)
            line.yield(to: cause.disagreement, payloads.texts(at: place)) { [probe] json in
              payloads.contains { payload in
                probe.decoded(type, payload.with(PayloadTree(json: json), at: place)) != nil
              }
            }
          }
        }
      }
    }
    return written() != before
  }

  /// Restricts lines to values that were seen, where a type rejects a payload without saying why;
  /// returns whether anything was changed.
  private mutating func narrow() -> Bool {
    guard let contract = try? contract() else { return false }
    let before = written()
    for index in mappings.indices {
      let (model, payloads) = (mappings[index].model, mappings[index].payloads)
      guard let stated = try? TargetText(model.name).target,
        let base = GeneratedCases(contract, target: stated)?.sweep.bases.first?.tree,
        probe.decoded(model.type, base) == nil
      else { continue }
      let seen = mappings[index].allLines.reduce(base) { tree, line in
        let place = InstancePath(names: line.path)
        return payloads.texts(at: place).first.map { tree.with(PayloadTree(json: $0), at: place) }
          ?? tree
      }
      guard probe.decoded(model.type, seen) != nil else { continue }
      mappings[index].changeLines { [probe] line in
        let place = InstancePath(names: line.path)
        let takes = {
          probe.decoded(model.type, seen.with(PayloadTree(json: $0), at: place)) != nil
        }
        guard let own = [base].texts(at: place).first, !takes(own) else { return }
        line.narrow(to: payloads.texts(at: place), takes)
      }
    }
    return written() != before
  }

  // MARK: - Trying

  /// - Returns: Whether anything was changed.
  private mutating func correct(by contract: Contract) -> Bool {
    var isChanged = false
    for index in mappings.indices {
      for payload in mappings[index].payloads where correct(index, payload, contract) {
        isChanged = true
      }
    }
    return isChanged
  }

  private mutating func correct(
    _ index: Int, _ payload: PayloadTree, _ contract: Contract
  ) -> Bool {
    let model = mappings[index].model
    guard let found = probe.decoded(model.type, payload),
      let document = try? JSONDocument(parsing: payload.bytes),
      let stated = try? TargetText(model.name).target
    else { return false }
    let target = MappingTarget(stated)
    var store = ObjectStore(findsObjectsAgain: false)
    let result = Mapper(contract, as: target).map(document, as: target, into: &store)
    let types = ComparedTypes(contract, as: target)
    let differences = ResultComparison.differences(
      result, found.value, ComparisonOptions(), types)
    let refused = result.violations.filter { $0.severity == .error }.map(\.path)
    var isChanged = false
    mappings[index].changeLines { line in
      if let property = line.property, differences.contains(where: { $0.isOf(property, line) }) {
        line.demote("becomes another value")
        isChanged = true
      }
      let open = ModelType.anything("").constrained
      guard refused.contains(InstancePath(names: line.path)), line.value != open else { return }
      line.value = open
      line.demote("the type takes what no line says")
      isChanged = true
    }
    return isChanged
  }
}

extension ModelMapping {
  fileprivate var mappingNames: [MemberName] {
    allLines.flatMap { $0.value.type.mappings.map(\.value) }
      + cases.compactMap { if case .mapping(let name) = $0.use { MemberName(name) } else { nil } }
  }

  /// The properties that are named like a key and whose value no line maps.
  fileprivate var uncheckedProperties: [String] {
    let mapped = Set(allLines.compactMap(\.property))
    return allLines.filter { $0.property == nil }.compactMap(\.namesake)
      .filter { !mapped.contains($0) }.map { "\(model.name).\($0)" }
  }

  fileprivate var allLines: [ModelLine] {
    cases.reduce(lines) { all, one in
      if case .lines(let own) = one.use { all + own } else { all }
    }
  }

  fileprivate mutating func changeLines(_ change: (inout ModelLine) -> Void) {
    for index in lines.indices { change(&lines[index]) }
    for index in cases.indices {
      guard case .lines(var own) = cases[index].use else { continue }
      for line in own.indices { change(&own[line]) }
      cases[index].use = .lines(own)
    }
  }
}

extension Disagreement {
  /// Returns whether the difference is in the property's own value, and not in an object inside it.
  fileprivate func isOf(_ property: String, _ line: ModelLine) -> Bool {
    guard path.steps.first == .member(MemberName(property)) else { return false }
    return line.value.type.mappings.isEmpty || path.steps.count == 1
  }
}
