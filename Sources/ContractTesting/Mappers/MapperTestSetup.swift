import FailureStorage
import Generation
import JSONParsing
import MapperTesting
import MappingEngine

/// The common setup of all checks of mappers: the question to a child, payloads that end the
/// process, a replay, and the watching of calls.
struct MapperTestSetup {
  let mapper: MapperUnderTest
  /// The mapper that the first has to agree with, if it is not checked against the contract.
  var other: MapperUnderTest?
  let target: TestTarget
  /// The type of the payload as the test writes it.
  let typeText: String
  let open: OpenCheck
  let memory: MapperMemory?
  let options: ComparisonOptions
  var exchange: MappingExchange?
  let settings: MapperTestSettings
  var tolerating: Tolerances = []
  var laws = Law.standard
  /// The part of the payload that the mapper returns; `nil` if it returns all of it.
  private var part: ReturnedPart?
  /// The answers of the two mappers, if they are compared.
  private let answers = AnswerTally(), otherAnswers = AnswerTally()

  /// - Parameter part: A text that distinguishes checks of one mapper and type in one test.
  init(
    mapper: MapperUnderTest, other: MapperUnderTest? = nil, target: TestTarget, as text: String,
    part: String = "", options: ComparisonOptions, exchange: MappingExchange? = nil,
    settings: MapperTestSettings, tolerating: Tolerances = [], laws: [Law] = Law.standard
  ) {
    (self.mapper, self.other, self.target, typeText) = (mapper, other, target, text)
    let contract = target.contract
    open = OpenCheck(
      "\(mapper.name) \(contract.name.text) \(text)\(part)", below: contract.failuresRoot)
    memory = MapperMemory(mapper, contract, as: text, in: open.name)
    (self.options, self.exchange, self.settings) = (options, exchange, settings)
    (self.tolerating, self.laws) = (tolerating, laws)
  }

  /// Sets the part of the payload that the mapper returns.
  ///
  /// - Throws: `TestSetupError` if the contract does not have the part, or something else that the
  ///   test names.
  mutating func check(returning keyPath: String?) throws {
    try settings.check()
    part = try target.part(keyPath, of: mapper)
    try target.contract.check(options, reading: mapper.readNames, as: [target.stated])
  }

  /// Returns the mode of a check against the contract, on all payloads or the replayed one.
  func keeping(_ recorded: [RecordedBase] = []) throws -> MapperTestMode {
    if let mode = childMode { return mode }
    let cases = try target.cases(seed: settings.seed)
    let histories = DrawnHistories([cases], seed: cases.seed, mostResponses: settings.steps)
    let replay = Replay(of: cases, memory, histories)
    return try mode(replay, .payloads(near: cases.sweep.bases[0])) { checks in
      if let replay { return MapperRun(checks[0], on: [replay.item], in: cases, laws: laws) }
      let saved = memory?.replays.failures.compactMap { memory?.case(of: $0) } ?? []
      return try MapperRun(
        checks[0], cases, saved: saved, examples: target.examples(), recorded: recorded, laws: laws,
        settings)
    }
  }

  /// Returns the mode of a check that the mappers agree, on all payloads or the replayed one.
  func agreeing() throws -> MapperTestMode {
    try settings.check()
    if let mode = childMode { return mode }
    let cases = try target.cases(seed: settings.seed)
    let replay = Replay(of: cases)
    return mode(replay, .payloads(near: cases.sweep.bases[0]), answers) { checks in
      let watch = CallWatch(open.journal, settings, answers: otherAnswers)
      let other = watched(other ?? mapper, watch)
      guard let replay else { return MapperRun(checks[0], cases, agreesWith: other, settings) }
      return MapperRun(checks[0], on: [replay.item], in: cases, agreesWith: other)
    }
  }

  /// The violation that both mappers rejected all payloads, so that nothing was compared, with the
  /// first mapper's payload; `nil` if one of them accepted a payload.
  var nothingCompared: MapperViolation? {
    guard !answers.hasTaken, !otherAnswers.hasTaken, let own = answers.firstRefused,
      let foreign = otherAnswers.firstRefused
    else { return nil }
    return MapperViolation(
      "nothing was compared: both mappers refuse every payload",
      [
        ("payload", shownStart(of: own.payload)), ("other", "rejects it: \(foreign.reason)"),
        ("mapper", "rejects it: \(own.reason)"),
      ], payload: own.payload)
  }

  /// Returns the mode of a check of the mapper against its contract, on given payloads.
  func handling(_ items: [MapperCase]) -> MapperTestMode {
    childMode
      ?? mode(
        nil,
        (try? target.cases(seed: settings.seed)).map { .payloads(near: $0.sweep.bases[0]) }
      ) { MapperRun($0[0], on: items) }
  }

  /// Returns the mode of a check of a store against its contract over histories of several
  /// endpoints, or over the replayed one.
  func keeping(_ endpoints: [TestTarget]) throws -> MapperTestMode {
    try settings.check()
    if let mode = childMode { return mode }
    let cases = try endpoints.map { try $0.cases(seed: settings.seed) }
    let seed = settings.seed.map { Seed($0) } ?? cases[0].seed
    let drawn = DrawnHistories(
      cases, seed: seed, mostResponses: settings.steps, mayOverlap: mapper.mayOverlap,
      mapper.served?.drawn)
    let replay = Replay(of: nil, memory, drawn)
    return mode(replay, .histories(endpoints: mapper.endpoints), of: endpoints) { checks in
      let histories = HistoryCheck(checks, laws)
      if let replay { return MapperRun(histories, on: [replay.item]) }
      let saved = memory?.replays.failures.compactMap { memory?.history(of: $0) } ?? []
      let alone = cases.prefix(mapper.served?.aloneCount ?? cases.count)
      let near = zip(checks, alone).enumerated().flatMap { number, pair in
        pair.0.nearIdentities(in: pair.1, of: number)
      }
      return MapperRun(histories, drawn, near: near, saved: saved, settings)
    }
  }

  /// The contract without the lines whose values neither the test nor the payload gives: a mapper of
  /// bodies does not get them. The parameters of a store's requests are known.
  private var judged: Contract {
    let isWithoutRequest = exchange?.request == nil
    let isWithoutPath = isWithoutRequest && mapper.served == nil && !mapper.keepsObjects
    let isWithoutHeaders = exchange?.response == nil
    var contract = target.contract
    contract.editLines { lines, _ in
      lines.removeAll { line in
        guard line.deletes == nil else { return false }
        return switch line.source.base {
        case .header: isWithoutHeaders
        case .path: isWithoutPath
        case .requestHeader, .requestQuery, .requestForm, .requestBody: isWithoutRequest
        case .representation, .parent, .root, .document, .index: false
        }
      }
    }
    return contract
  }

  /// The mode of a child; `nil` if this process is not a child.
  private var childMode: MapperTestMode? {
    guard let memory, ChildRun.isChild else { return nil }
    guard let payloads = ChildRun.payloads(askedOf: memory.check) else { return .idle }
    return .answering(payloads, by: [mapper] + (other.map { [$0] } ?? []))
  }

  /// - Parameters:
  ///   - shrinker: Shrinks a payload that ends the process.
  ///   - endpoints: The targets of the payloads, by the numbers of their endpoints; `nil` for the
  ///     target alone.
  ///   - makeRun: Makes the run with a check for each endpoint.
  private func mode(
    _ replay: Replay?, _ shrinker: @autoclosure () -> TrapShrinker?,
    _ answers: AnswerTally? = nil, of endpoints: [TestTarget]? = nil,
    makeRun: ([MapperCheck]) throws -> MapperRun
  ) rethrows -> MapperTestMode {
    let endpoints = endpoints ?? [target]
    let engine = Mapper(judged, as: endpoints.map(\.target))
    let traps = traps(replay, shrinker)
    guard traps.isEmpty else {
      return .trapped(
        traps.map { trap in
          let endpoint = mapper.endpoint(of: trap.payloads.last?.endpoint ?? 0)
          return check(of: mapper, as: endpoints[endpoint], engine).cause(of: trap)
        })
    }
    let watched = watched(mapper, CallWatch(open.journal, settings, answers: answers))
    let checks = endpoints.map { check(of: watched, as: $0, engine) }
    return try .mapping(makeRun(checks), replaying: replay)
  }

  private func traps(_ replay: Replay?, _ shrinker: () -> TrapShrinker?) -> [MapperTrap] {
    guard let memory else { return [] }
    guard let replay else { return memory.traps(of: open.left, shrinker) }
    return memory.traps(replaying: replay.item.payloads, id: replay.id)
  }

  /// Returns the check of a mapper, which is the setup's mapper or a wrapper of it.
  func check(of mapper: MapperUnderTest) -> MapperCheck {
    check(of: mapper, as: target, Mapper(target.contract, as: target.target))
  }

  /// - Parameter engine: An engine that knows the target.
  private func check(
    of mapper: MapperUnderTest, as endpoint: TestTarget, _ engine: Mapper
  ) -> MapperCheck {
    MapperCheck(
      engine, as: endpoint.target, mapper, options,
      exchange: exchange, tolerating: settings.tolerating.union(tolerating),
      distinguishesNull: laws.contains(.distinguishesNull), returning: part)
  }
}
