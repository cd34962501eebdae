import ContractModel
import JSONParsing
import MappingEngine

extension ContractDiff {
  /// Compares the values that an app reads with a specification.
  ///
  /// Payloads of the specification are mapped by the app's contract. A rejection is reported if its
  /// reason is a key, a null, a type or a list of values. Lengths, ranges, patterns and formats
  /// that both read are not compared, and neither are requests. Values that the app does not read
  /// are ignored. Values about which the specification says nothing (`Any`), and the names in an
  /// object whose names are data, are never reported.
  package init(
    app: DiffSide, reads specification: DiffSide, drawnCount: Int = 100
  ) {
    self.init(app, specification)
    var reads = AppReads(app, specification, drawnCount)
    reads.find()
    (findings, readCount) = (reads.findings, reads.endpointCount)
  }
}

struct AppReads {
  /// The maximum number of targets that are tried for a mapping.
  private static let targetLimit = 3

  private let app: DiffSide
  private let specification: DiffSide
  private let drawnCount: Int
  private(set) var findings: [DiffFinding] = []
  private(set) var endpointCount = 0
  private var table = PlaceTable()
  /// The app's lines for which some payload has a value, and those for which some object lacks it.
  private var known = KnownLines()

  /// Facts about the app's lines that payloads of the specification have shown.
  private struct KnownLines {
    var read: Set<Origin.Place> = []
    var absent: Set<Origin.Place> = []
    /// The specification's lines that read the same value.
    var specified: [Origin.Place: [PropertyLine]] = [:]
  }

  init(_ app: DiffSide, _ specification: DiffSide, _ drawnCount: Int) {
    (self.app, self.specification, self.drawnCount) = (app, specification, drawnCount)
  }

  // MARK: - Finding

  mutating func find() {
    let judges = targets().map { target in
      let limits = WitnessCandidates.Limits(drawn: drawnCount)
      return (
        SpecifiedTarget(target), WitnessJudge(table, target, app.tolerance),
        WitnessCandidates(target, .new, table, limits, isWhole: true)
      )
    }
    // All payloads are needed to distinguish keys that are always absent from keys that are
    // sometimes absent.
    for (target, judge, candidates) in judges {
      var known = known
      candidates.send { candidate in
        if let verdict = judge.verdict(candidate) { Self.note(verdict, target, &known) }
      }
      self.known = known
    }
    var found: [Int: [DiffClass: DiffWitness]] = [:]
    for (target, judge, candidates) in judges {
      let search = WitnessSearch(judge, candidates) { [self] in kind(of: $0, $1, target, judge) }
      for (question, witness) in search.witnesses {
        guard question.effect == .refused, let place = question.place, let kind = question.kind,
          (found[place]?[kind]?.payload.utf8.count ?? .max) > witness.payload.utf8.count
        else { continue }
        found[place, default: [:]][kind] = witness
      }
    }
    for (number, place) in table.places.enumerated() {
      for kind in DiffClass.reads {
        if let witness = found[number]?[kind] { add(kind, place, witness) }
      }
      guard let line = place.oldLine, let old = place.old?.place, line.isOptional,
        known.absent.contains(old), !known.read.contains(old), known.specified[old] == nil
      else { continue }
      add(.unspecified, place, nil)
    }
    findings.sort { $0.order < $1.order }
  }

  private mutating func add(_ kind: DiffClass, _ place: DiffPlace, _ witness: DiffWitness?) {
    let lines = LineDifferences(owner: "", old: app, new: specification)
    let all = place.oldLine.flatMap { known.specified[$0.origin.place] } ?? []
    let said =
      all.first { kind == .optional ? $0.isOptional : kind == .null ? $0.value.allowsNull : false }
      ?? all.first
    let text = { (line: PropertyLine, side: DiffSide) in
      let (key, value) = lines.text(line, side)
      return "\(key): \(value)"
    }
    let stated = place.oldLine.map { text($0, app) } ?? place.change
    let specified =
      said.map { "the specification says \(text($0, specification))" }
      ?? (place.oldLine == nil ? "" : "the specification does not have it")
    let change = [stated, specified].filter { !$0.isEmpty }.joined(separator: "; ")
    let found = DiffPlace(
      place.aspect, place.title, change, old: place.old, new: said?.origin, oldLine: place.oldLine)
    findings.append(DiffFinding(kind: kind, place: found, witness: witness))
  }

  // MARK: - Targets

  /// Returns the endpoints that both sides describe, restricted to what the app reads of them.
  private mutating func targets() -> [DiffTarget] {
    let specified = SpecifiedEndpoints(specification)
    let reaches = specification.contracts.map(ContractReach.init)
    var targets: [DiffTarget] = []
    var looks: [Origin.Place: Int] = [:]
    for (number, contract) in app.contracts.enumerated() {
      let reach = ContractReach(contract)
      for endpoint in contract.endpoints where !endpoint.selector.isRequest {
        let title = endpoint.selector.description
        let matches = specified.matches(of: endpoint, in: contract)
        if matches.isEmpty, endpoint.body != .absent {
          let place = DiffPlace(
            .endpoint, title, "the specification describes no body of this", old: endpoint.origin)
          findings.append(DiffFinding(kind: .unspecified, place: place, witness: nil))
        }
        endpointCount += matches.isEmpty ? 0 : 1
        let mappings = reach.index.mappings(from: endpoint.mappings)
        let origins = [endpoint.origin.place] + mappings.map(\.origin.place)
        guard !matches.isEmpty,
          origins.contains(where: { looks[$0, default: 0] < Self.targetLimit })
        else { continue }
        for origin in origins { looks[origin, default: 0] += 1 }
        note(endpoint, mappings, reach)
        let names = Self.names(endpoint, mappings, reach.index)
        for match in matches {
          let other = reaches[match.contract]
          var old = reach.restricted(to: endpoint.mappings, [endpoint])
          old.relax()
          var new = other.restricted(to: match.endpoint.mappings, [match.endpoint])
          if let names { new.keepLines(named: names) }
          var nulls = new
          nulls.requireNullable()
          for new in nulls == new ? [new] : [new, nulls] {
            targets.append(
              DiffTarget(
                old: DiffTarget.Half(old, number, endpoint: old.endpoints[0]),
                new: DiffTarget.Half(new, match.contract, endpoint: new.endpoints[0]),
                text: title))
          }
        }
      }
    }
    return targets
  }

  private mutating func note(
    _ endpoint: Endpoint, _ mappings: [ContractMapping], _ reach: ContractReach
  ) {
    let title = endpoint.selector.description
    table.add(DiffPlace(.endpoint, title, "its body", old: endpoint.origin))
    note(endpoint.body.lines, of: title, endpoint.origin)
    for mapping in mappings {
      if let origin = reach.index.dispatch(of: mapping)?.origin {
        table.add(DiffPlace(.cases, mapping.name.text, "its cases", old: origin))
      }
      note(reach.index.allLines(of: mapping), of: mapping.name.text, mapping.origin)
    }
  }

  private mutating func note(_ lines: [PropertyLine], of owner: String, _ origin: Origin) {
    for line in lines {
      let name = line.property?.description ?? line.source.description
      table.add(DiffPlace(.line, "\(owner).\(name)", "", old: line.origin, oldLine: line))
      table.note(line.origin, of: origin, .old)
    }
  }

  /// Returns the names of all keys that an endpoint's lines and cases read; `nil` if they may read
  /// others.
  private static func names(
    _ endpoint: Endpoint, _ mappings: [ContractMapping], _ index: MappingIndex
  ) -> Set<MemberName>? {
    let lines = endpoint.body.lines + mappings.flatMap(index.allLines)
    var types = lines.map(\.value.type)
    if case .value(let value) = endpoint.body { types.append(value.type) }
    let areExact = mappings.allSatisfy { (index.settings(of: $0).keys ?? .exact) == .exact }
    guard areExact, !types.contains(where: \.hasNamesOfData) else { return nil }
    let sources =
      lines.map(\.source) + mappings.compactMap { index.dispatch(of: $0) }.flatMap(\.sources)
    return Set(sources.flatMap(\.segmentNames))
  }

  // MARK: - Judging

  private static func note(
    _ verdict: WitnessJudge.Verdict, _ target: SpecifiedTarget, _ known: inout KnownLines
  ) {
    guard let own = verdict.readings[.new], let other = verdict.readings[.old] else { return }
    for event in other.result.events where event.isTerminal {
      guard let line = event.line else { continue }
      let place = line.origin.place
      let said =
        own.lines[event.path] ?? target.line(at: event.path, own).map { [$0] } ?? []
      for said in said
      where !(known.specified[place]?.contains { $0.origin == said.origin } ?? false) {
        known.specified[place, default: []].append(said)
      }
      switch event.name {
      case .missing, .setDefault:
        if !target.isFree(event.path, own, isName: true) { known.absent.insert(place) }
      case .set, .unchanged, .connected: known.read.insert(place)
      default: break
      }
    }
  }

  /// Returns the class of a violation; `nil` if the violation is not reported.
  private func kind(
    of found: WitnessJudge.Found, _ verdict: WitnessJudge.Verdict, _ target: SpecifiedTarget,
    _ judge: WitnessJudge
  ) -> DiffClass? {
    guard let violation = found.violation, found.fact.effect == .refused,
      let own = verdict.readings[.new], !judge.takes(violation, verdict.document),
      !target.isFree(violation.path, own, isName: violation.rule == .missingKey)
    else { return nil }
    let start = violation.byteRange.lowerBound
    let isNull =
      start < verdict.document.byteCount && verdict.document.bytes[start] == UInt8(ascii: "n")
    let place = violation.origin.place
    let said = target.type(at: violation.path, own)
    switch violation.rule {
    case .missingKey:
      return target.line(at: violation.path, own) == nil ? .missing : .optional
    case .nullValue: return isNull ? .null : nil
    // A mapper may read a null inside of an optional key path as nil (§ 7).
    case .blockedPath: return !isNull ? .type : violation.line?.isOptional ?? false ? nil : .null
    case .wrongType: return .type
    case .lossyNumber where verdict.document.hasFraction(at: violation.byteRange): return .type
    case .cannotCoerce, .outOfRange, .lossyNumber:
      // A text without a stated format may have the format that the app reads. A stated format that
      // the app can never read is another type.
      let isPlain = said.map { $0.alternatives.contains { $0.isPlainText } } ?? true
      return isPlain || known.read.contains(place) ? nil : .type
    case .notACase:
      let value = verdict.document.root.value(at: violation.path)
      return said?.literals.contains { literal in value.map(literal.matches) ?? false } ?? false
        ? .list : .openList
    case .noCase: return target.isListed(violation, verdict.document, own) ? .list : .openList
    case .noSwitchKey: return .optional
    default: return nil
    }
  }
}

extension JSONDocument {
  /// Returns whether a number has a non-zero digit after its point.
  fileprivate func hasFraction(at range: Range<Int>) -> Bool {
    guard let number = JSONNumber(String(decoding: bytes[range], as: UTF8.self)) else {
      return false
    }
    return number.int64.value != nil && number.int64.exactValue == nil
  }
}

extension Contract {
  /// Removes everything that is not compared with a specification: constraints, keys that no line
  /// reads, and values outside of the payload.
  fileprivate mutating func relax() {
    self = settingUnknownKeys(to: .ignore)
    editLines { lines, _ in
      lines.removeAll { $0.source.isOfExchange || $0.deletes != nil }
      for number in lines.indices { lines[number].value = lines[number].value.unconstrained }
    }
    for number in endpoints.indices {
      if case .value(let value) = endpoints[number].body {
        endpoints[number].body = .value(value.unconstrained)
      }
    }
  }

  /// Removes the lines whose keys have other names.
  fileprivate mutating func keepLines(named names: Set<MemberName>) {
    let asked = Set((mappings + includedMappings).compactMap { $0.dispatch?.switchPath?.value })
    editLines { lines, _ in
      lines.removeAll { line in
        guard case .segment(let name)? = line.source.steps.first else { return false }
        return !names.contains(name) && !asked.contains(line.source)
      }
    }
  }

  /// Makes optional nullable objects required, so that payloads contain null for them; recursive
  /// objects would otherwise be left out.
  fileprivate mutating func requireNullable() {
    editLines { lines, _ in
      for number in lines.indices
      where lines[number].value.allowsNull && !lines[number].value.type.mappings.isEmpty {
        lines[number].isOptional = false
      }
    }
  }
}

extension ConstrainedType {
  fileprivate var unconstrained: ConstrainedType {
    var copy = self
    copy.constraints = []
    copy.type = type.changingElement(\.unconstrained)
    return copy
  }
}
