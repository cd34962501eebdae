package import ContractModel
import FailureStorage
import Generation
package import MapperTesting
package import MappingEngine
package import Testing

/// Whether a mapper of an app does what a contract says, on payloads that are valid and on payloads
/// that are not.
///
/// `expect(_:keeps:as:)` is the short way to say it, in Swift Testing and in XCTest. One that awaits
/// something is checked by an `AsyncMapperTest`.
///
/// The mapper gets the canonical payload, the examples that the contract has of the type, and each
/// single fault of each key path. It has to take what the contract admits, with the values that the
/// contract says, and to refuse what it refuses.
package struct MapperTest {
  private let contract: Contract
  private let mode: MapperTestMode
  /// The failures of earlier runs; none, where nothing is kept for later ones.
  private let memory: MapperMemory?
  /// The type whose payloads a replay may ask for; none, of a check of given payloads.
  private let replayed: TestTarget?
  /// Whether the test is cancelled that the check is part of: then nothing is found, or recorded.
  private let isCancelled: () -> Bool
  /// What the payloads are, as the test says it.
  private let typeText: String
  private let open: OpenCheck
  private let endpoints: [String]
  private let settings: MapperTestSettings
  /// What there is to say of a run that compares two mappers and finds nothing, and should.
  private let nothingCompared: () -> MapperViolation?
  /// Whether the mapper is compared with another one, and not against the contract.
  private let comparesMappers: Bool

  /// The payloads that the mapper is tested on, if there is time enough.
  package var coverage: MapperCoverage { mode.run?.planned ?? MapperCoverage() }

  /// - Parameter keepsFailures: Whether failures are kept for later runs.
  init(_ setup: MapperTestSetup, _ mode: MapperTestMode, keepsFailures: Bool = true) {
    (contract, settings) = (setup.target.contract, setup.settings)
    (open, endpoints, self.mode) = (setup.open, setup.mapper.endpoints, mode)
    comparesMappers = setup.other != nil
    typeText = setup.typeText
    nothingCompared = { setup.nothingCompared }
    memory = keepsFailures && !comparesMappers ? setup.memory : nil
    replayed = memory.map { _ in setup.target }
    isCancelled = { setup.mapper.isCancelled }
  }

  /// - Parameters:
  ///   - mapper: The app's.
  ///   - contract: What it has to keep.
  ///   - type: What the payload is: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - part: The key path of the payload that the mapper returns what becomes of, `items`, where it
  ///     does not return all of it. The rest of the payload has to be refused or taken all the same.
  ///   - properties: Properties that are compared in a way of their own, or not at all.
  ///   - names: The app's names of properties, by the contract's, where they differ.
  ///   - request: What the payloads answer, for key paths at `@path` and `@request`.
  ///   - response: What they came with, for key paths at `@header`.
  ///   - tolerating: The things that the mapper may take though the contract refuses them.
  ///   - laws: The laws that it is held to.
  ///   - settings: How many payloads there are, and how long they may take.
  /// - Throws: `TestSetupError`, if the contract does not have the type or a property that something
  ///   is said of, or no payload of the type.
  package init(
    _ mapper: MapperUnderTest, keeps contract: Contract, as type: String,
    returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil,
    tolerating: Tolerances = [], laws: [Law] = Law.standard,
    settings: MapperTestSettings = .current
  ) throws {
    let target = try TestTarget(type, in: contract)
    try contract.check(tolerating)
    var setup = MapperTestSetup(
      mapper: mapper, target: target, as: type,
      options: ComparisonOptions(comparing: properties, named: names),
      exchange: MappingExchange(request: request, response: response), settings: settings,
      tolerating: tolerating, laws: laws)
    try setup.check(returning: part)
    self.init(setup, try setup.keeping())
  }

  /// Only the single faults of one key path, of `Contract.keyPaths(as:)`. What cannot be tested, such as
  /// a property that the contract does not have, is a violation.
  package init(
    _ mapper: MapperUnderTest, handles keyPath: ContractKeyPath, returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil, tolerating: Tolerances = []
  ) {
    let contract = keyPath.contract
    var setup = MapperTestSetup(
      mapper: mapper, target: TestTarget(keyPath.stated, in: contract), as: keyPath.statedText,
      part: " \(keyPath.path)",
      options: ComparisonOptions(comparing: properties, named: names),
      exchange: MappingExchange(request: request, response: response), settings: .current,
      tolerating: tolerating)
    // Failures are kept by the check of the whole type.
    do {
      try contract.check(tolerating)
      try setup.check(returning: part)
      self.init(setup, setup.handling(keyPath.cases(of: mapper)), keepsFailures: false)
    } catch {
      self.init(setup, .impossible("\(error)"), keepsFailures: false)
    }
  }

  /// Runs the mapper over all payloads.
  ///
  /// - Returns: One violation for each cause to disagree, on the smallest payload that shows it, the
  ///   worst first; of a type of object three at most, the last of which names the others.
  package func violations() -> [MapperViolation] { run().violations }

  /// - Parameter replay: How the test is run again.
  func run(
    replay: ReplayCommand = .swiftTest(filter: nil)
  ) -> (violations: [MapperViolation], coverage: MapperCoverage) {
    open.begin()
    defer { open.close() }
    let (causes, coverage) = mode.findings(until: timer())
    var notes = readingNotes().notes
    return (violations(causes, &notes, replay: replay), coverage)
  }

  /// - Parameters:
  ///   - notes: Loses what the violations say, too.
  ///   - replay: How the test is run again.
  private func violations(
    _ causes: [Cause], _ notes: inout [ReadingNote], replay: ReplayCommand
  ) -> [MapperViolation] {
    if isCancelled() { return [] }
    guard !causes.isEmpty else { return notReproduced }
    return causes.worstFirst.map { cause, others in
      var cause = cause
      for index in notes.indices { cause.take(from: &notes[index]) }
      return MapperViolation(cause, and: others, of: contract, replay: replay)
    }
  }

  /// What there is to say of a check that finds nothing, and should.
  private var notReproduced: [MapperViolation] {
    if case .impossible(let reason) = mode {
      return [MapperViolation(description: reason, payload: [])]
    }
    if case .mapping(_, let replay?) = mode {
      return [MapperViolation(notReproducing: replay.id, replay.item.payloads.last?.bytes ?? [])]
    }
    let complaint = Replay.requestedID.flatMap { memory?.complaint(ofUnknown: $0) }
      .map { MapperViolation(description: $0, payload: []) }
    return [complaint ?? nothingCompared()].compactMap { $0 }
  }

  /// Says whether the time is up that starts now, or the test is cancelled.
  private func timer() -> () -> Bool {
    // Where nothing can be tested, the time may be none.
    guard let seconds = settings.seconds, mode.run != nil else { return isCancelled }
    let end = ContinuousClock.now + .seconds(seconds)
    return { isCancelled() || ContinuousClock.now >= end }
  }

  /// The failures that were saved and are none any more, which are forgotten.
  private func fixed(until isOver: () -> Bool) -> [String] {
    guard case .mapping(let run, nil) = mode, let memory else { return [] }
    return memory.forgetFixed { failure in
      // Had one of them trapped, the mode would be another.
      failure.identity == MapperMemory.trap
        || memory.case(of: failure).map { !isOver() && run.passes($0) && !isCancelled() } ?? false
    }
  }

  /// Runs the mapper over all payloads.
  ///
  /// - Throws: `MapperViolations`, if the mapper disagrees with the contract.
  package func check() throws {
    let violations = violations()
    if !violations.isEmpty { throw MapperViolations(violations: violations) }
  }

  /// The keys that the mapper reads of a valid payload and the contract does not mention, and those
  /// that the contract maps and the mapper never reads; of `Codable` types only. None of it is wrong
  /// in itself.
  package func warnings() -> [String] {
    let (notes, doubt) = readingNotes()
    return warnings(notes, doubt) + replayWarnings
  }

  private func readingNotes() -> (notes: [ReadingNote], doubt: String?) {
    guard !comparesMappers, case .mapping(let run, nil) = mode else { return ([], nil) }
    return run.check.readingNotes(run.valid)
  }

  private func warnings(_ notes: [ReadingNote], _ doubt: String?) -> [String] {
    if let doubt { return ["what the model reads could not be watched: \(doubt)"] }
    return notes.flatMap { $0.texts(with: contract) }
  }

  /// Runs the mapper over all payloads, and records an issue for each of `violations()`, and a
  /// warning for each of `warnings()`.
  ///
  /// A replay, which the environment variable `CONTRACTCHECK_REPLAY` asks for by the id of a payload
  /// or of a saved failure, is an issue too if it does not fail.
  ///
  /// - Returns: What the mapper was tested on.
  @discardableResult
  package func verify(sourceLocation: SourceLocation = #_sourceLocation) -> MapperCoverage {
    tellBeginning(at: sourceLocation)
    let isOver = timer()
    open.begin()
    let fixed = fixed(until: isOver)
    let (causes, coverage) = mode.findings(until: isOver)
    var (notes, doubt) = isOver() ? ([], nil) : readingNotes()
    // What is said of it may end the process, where nobody else fails the run.
    open.close()
    guard !isCancelled() else { return coverage }
    let unsaved = save(causes) + unmeasured(until: isOver)
    SharedCauses.note(causes.worstFirst.flatMap { [$0.cause] + $0.others })
    violations(causes, &notes, replay: .current(at: sourceLocation)).record(at: sourceLocation)
    TestIssue.attach(Array(coverage.details.utf8), named: "coverage.txt", at: sourceLocation)
    let others = warnings(notes, doubt) + replayWarnings + doubts(coverage)
    for warning in fixed + unsaved + others {
      TestIssue.warn(warning, at: sourceLocation)
    }
    return coverage
  }

  /// Measures what the mapper does with faults, if that is asked for, and says why it is not kept.
  private func unmeasured(until isOver: () -> Bool) -> [String] {
    guard !comparesMappers, case .mapping(let run, nil) = mode, let folder = ToleranceFolder.path,
      let tolerance = run.tolerance(as: typeText, until: isOver)
    else { return [] }
    return [ToleranceFolder.add(tolerance, to: folder)].compactMap { $0 }
  }

  /// Keeps what was found. A replay is kept already, or its id is known.
  private func save(_ causes: [Cause]) -> [String] {
    guard case .mapping(_, nil) = mode else { return [] }
    return memory?.save(causes) ?? []
  }

  /// That a replay asks for a payload which the check does not have, so that all were tried.
  private var replayWarnings: [String] {
    guard let replayed, case .mapping(_, nil) = mode, let id = Replay.requestedID,
      !SavedFailure.couldBe(id)
    else { return [] }
    let ids = (try? replayed.cases(seed: nil))?.sweep.cells.map(\.id) ?? []
    let hint = didYouMean(id, among: ids).map { "; \($0)" } ?? ""
    return [
      "no payload of this check is \(quoted(id)), which a replay asks for: all were tried\(hint)"
    ]
  }

  /// Warns of what earlier runs left; where a payload of them ends the process, that is said alone.
  private func tellBeginning(at sourceLocation: SourceLocation) {
    if case .trapped = mode { return }
    open.tellBeginning(endpoints, at: sourceLocation)
  }

  /// What there is to say of a check that judges less than it seems to.
  private func doubts(_ coverage: MapperCoverage) -> [String] {
    settingWarnings + budgetWarnings(coverage)
      + (coverage.uncheckedSentence.map { [$0] } ?? [])
  }

  /// Settings of which a test may be green though little was judged, or nothing.
  private var settingWarnings: [String] {
    guard case .mapping(let run, nil) = mode else { return [] }
    if run.isWithoutLaws {
      return ["nothing is judged: the mapper is held to no law on any payload"]
    }
    if !endpoints.isEmpty, run.planned.histories == 0 {
      return ["no history is drawn, so little is judged of what the store makes of responses"]
    }
    guard settings.faults == .none, endpoints.isEmpty, run.planned.cells == 0 else { return [] }
    return [
      "no payload has a fault (faults: .none): what the mapper makes of what the contract refuses is "
        + "not judged"
    ]
  }

  /// A budget that ends before the single faults do. That a valid payload is refused, so that those of
  /// it were not tried, is an issue already.
  private func budgetWarnings(_ coverage: MapperCoverage) -> [String] {
    let isComplete =
      coverage.cells + coverage.refusedCells == coverage.cellCount || settings.faults == .none
    return isComplete ? [] : ["the sweep is incomplete: \(coverage)"]
  }
}
