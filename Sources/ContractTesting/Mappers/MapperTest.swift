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
  private let setup: MapperTestSetup
  private let mode: MapperTestMode
  /// The failures of earlier runs; none, where nothing is kept for later ones.
  private let memory: MapperMemory?

  /// The payloads that the mapper is tested on, if there is time enough.
  package var coverage: MapperCoverage { mode.run?.planned ?? MapperCoverage() }

  /// - Parameter keepsFailures: Whether failures are kept for later runs.
  init(_ setup: MapperTestSetup, _ mode: MapperTestMode, keepsFailures: Bool = true) {
    (self.setup, self.mode) = (setup, mode)
    memory = keepsFailures && setup.other == nil ? setup.memory : nil
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
  ///   - recorded: Returns bodies that faults are made in, too.
  ///   - settings: How many payloads there are, and how long they may take.
  /// - Throws: `TestSetupError`, if the contract does not have the type or a property that something
  ///   is said of, or no payload of the type.
  package init(
    _ mapper: MapperUnderTest, keeps contract: Contract, as type: String,
    returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil,
    tolerating: Tolerances = [], laws: [Law] = Law.standard,
    recorded: (MappingTarget) -> [RecordedBase] = { _ in [] },
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
    self.init(setup, try setup.keeping(recorded(target.target)))
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
    var found = found(until: timer())
    return (violations(found.causes, &found.notes, replay: replay), found.coverage)
  }

  /// What a run finds, with the failures of earlier runs that are none any more.
  private typealias Found = (
    fixed: [String], causes: [Cause], coverage: MapperCoverage, notes: [ReadingNote],
    doubt: String?, unmeasured: [String]
  )

  /// - Parameter isVerifying: Whether failures that are none any more are forgotten, and what the mapper
  ///   does with faults is measured, if that is asked for.
  private func found(until isOver: @escaping () -> Bool, isVerifying: Bool = false) -> Found {
    setup.open.begin()
    // What is said of it may end the process, where nobody else fails the run.
    defer { setup.open.close() }
    let fixed = isVerifying ? fixed(until: isOver) : []
    let (causes, coverage) = mode.findings(until: isOver)
    let (notes, doubt) = isOver() ? ([], nil) : readingNotes()
    let unmeasured = isVerifying ? unmeasured(until: isOver) : []
    return (fixed, causes, coverage, notes, doubt, unmeasured)
  }

  /// - Parameters:
  ///   - notes: Loses what the violations say, too.
  ///   - replay: How the test is run again.
  private func violations(
    _ causes: [Cause], _ notes: inout [ReadingNote], replay: ReplayCommand
  ) -> [MapperViolation] {
    if setup.mapper.isCancelled { return [] }
    guard !causes.isEmpty else { return notReproduced }
    return causes.worstFirst.map { cause, others in
      var cause = cause
      for index in notes.indices { cause.take(from: &notes[index]) }
      return MapperViolation(cause, and: others, of: setup.target.contract, replay: replay)
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
    return [complaint ?? setup.nothingCompared].compactMap { $0 }
  }

  /// Says whether the time is up that starts now, or the test is cancelled.
  private func timer() -> () -> Bool {
    // Where nothing can be tested, the time may be none.
    let isCancelled = { [mapper = setup.mapper] in mapper.isCancelled }
    guard let seconds = setup.settings.seconds, mode.run != nil else { return isCancelled }
    let end = ContinuousClock.now + .seconds(seconds)
    return { isCancelled() || ContinuousClock.now >= end }
  }

  /// The failures that were saved and are none any more, which are forgotten.
  private func fixed(until isOver: () -> Bool) -> [String] {
    guard case .mapping(let run, nil) = mode, let memory else { return [] }
    return memory.forgetFixed { failure in
      // Had one of them trapped, the mode would be another.
      failure.identity == MapperMemory.trap
        || memory.case(of: failure).map { !isOver() && run.passes($0) && !setup.mapper.isCancelled }
          ?? false
    }
  }

  /// The keys that the mapper reads of a valid payload and the contract does not mention, and those
  /// that the contract maps and the mapper never reads; of `Codable` types only. None of it is wrong
  /// in itself.
  package func warnings() -> [String] {
    let (notes, doubt) = readingNotes()
    return warnings(notes, doubt) + replayWarnings
  }

  private func readingNotes() -> (notes: [ReadingNote], doubt: String?) {
    guard setup.other == nil, case .mapping(let run, nil) = mode else { return ([], nil) }
    return run.check.readingNotes(run.valid)
  }

  private func warnings(_ notes: [ReadingNote], _ doubt: String?) -> [String] {
    if let doubt { return ["what the model reads could not be watched: \(doubt)"] }
    return notes.flatMap { $0.texts(with: setup.target.contract) }
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
    var (fixed, causes, coverage, notes, doubt, unmeasured) =
      found(until: timer(), isVerifying: true)
    guard !setup.mapper.isCancelled else { return coverage }
    let unsaved = save(causes) + unmeasured
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
    guard setup.other == nil, case .mapping(let run, nil) = mode,
      let folder = ToleranceFolder.path,
      let tolerance = run.tolerance(as: setup.typeText, until: isOver)
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
    guard memory != nil, case .mapping(_, nil) = mode, let id = Replay.requestedID,
      !SavedFailure.couldBe(id)
    else { return [] }
    let ids = (try? setup.target.cases(seed: nil))?.sweep.cells.map(\.id) ?? []
    let hint = didYouMean(id, among: ids).map { "; \($0)" } ?? ""
    return [
      "no payload of this check is \(quoted(id)), which a replay asks for: all were tried\(hint)"
    ]
  }

  /// Warns of what earlier runs left; where a payload of them ends the process, that is said alone.
  private func tellBeginning(at sourceLocation: SourceLocation) {
    if case .trapped = mode { return }
    setup.open.tellBeginning(setup.mapper.endpoints, at: sourceLocation)
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
    let isOfStore = !setup.mapper.endpoints.isEmpty
    if isOfStore, run.planned.histories == 0 {
      return ["no history is drawn, so little is judged of what the store makes of responses"]
    }
    guard setup.settings.faults == .none, !isOfStore, run.planned.cells == 0 else { return [] }
    return [
      "no payload has a fault (faults: .none): what the mapper makes of what the contract refuses is "
        + "not judged"
    ]
  }

  /// A budget that ends before the single faults do. That a valid payload is refused, so that those of
  /// it were not tried, is an issue already.
  private func budgetWarnings(_ coverage: MapperCoverage) -> [String] {
    let isComplete =
      coverage.cells + coverage.refusedCells == coverage.cellCount
      || setup.settings.faults == .none
    return isComplete ? [] : ["the sweep is incomplete: \(coverage)"]
  }
}
