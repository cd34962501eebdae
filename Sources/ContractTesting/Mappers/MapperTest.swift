package import ContractModel
import FailureStorage
import Generation
import JSONParsing
package import MapperTesting
package import MappingEngine
package import Testing

/// A check that a mapper of an app does what a contract says, for valid and for faulty payloads.
///
/// `expect(_:keeps:as:)` is the short form, in Swift Testing and in XCTest.
///
/// The mapper gets the canonical payload, the contract's examples of the type, and each single
/// fault of each key path. It has to accept what the contract admits, with the values that the
/// contract says, and to reject what the contract rejects.
package struct MapperTest {
  private let setup: MapperTestSetup
  private let mode: MapperTestMode
  /// The failures of earlier runs; `nil` if nothing is saved for later ones.
  private let memory: MapperMemory?

  /// The payloads on which the mapper is tested if there is enough time.
  package var coverage: MapperCoverage { mode.run?.planned ?? MapperCoverage() }

  init(_ setup: MapperTestSetup, _ mode: MapperTestMode, keepsFailures: Bool = true) {
    (self.setup, self.mode) = (setup, mode)
    memory = keepsFailures && setup.other == nil ? setup.memory : nil
  }

  /// - Parameters:
  ///   - type: The type of the payload: `[Avatar]`, `user: User`, or an endpoint such as
  ///     `GET /groups`.
  ///   - part: The key path of the part of the payload that the mapper returns, `items`, if it does
  ///     not return all of it. The mapper still has to accept or reject the rest of the payload.
  ///   - properties: Properties that are compared in a special way, or not at all.
  ///   - names: The app's names of properties, by the contract's names, where they differ.
  ///   - request: The request that the payloads answer, for key paths at `@path` and `@request`.
  ///   - response: The response with the payloads, for key paths at `@header`.
  ///   - tolerating: The faults that the mapper may accept although the contract rejects them.
  ///   - recorded: Returns bodies in which faults are made, too.
  /// - Throws: `TestSetupError` if the contract does not have the type or a property that the test
  ///   names, or no payload of the type.
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

  /// Creates a check with only the single faults of one key path, from `Contract.keyPaths(as:)`.
  /// Anything that cannot be tested, such as an unknown property, is a violation.
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
    // Failures are saved by the check of the whole type.
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
  /// - Returns: One violation for each cause of disagreements, on the smallest payload that shows
  ///   it, worst first. Each type of object has at most three, and the third names the type's other
  ///   causes.
  package func violations() -> [MapperViolation] { run().violations }

  func run(
    replay: ReplayCommand = .swiftTest(filter: nil)
  ) -> (violations: [MapperViolation], coverage: MapperCoverage) {
    var found = found(until: timer())
    return (violations(found.causes, &found.notes, replay: replay), found.coverage)
  }

  /// Returns the findings of a run, with the failures of earlier runs that do not fail any more.
  ///
  /// - Parameter isVerifying: Whether fixed failures are removed, and the mapper's tolerance of
  ///   faults is measured, if requested.
  private func found(
    until isOver: @escaping () -> Bool, isVerifying: Bool = false
  ) -> (
    fixed: [String], causes: [Cause], coverage: MapperCoverage, notes: [ReadingNote],
    doubt: String?, unmeasured: [String]
  ) {
    setup.open.begin()
    // Reporting may end the process if there is no other way to fail the run.
    defer { setup.open.close() }
    let fixed = isVerifying ? fixed(until: isOver) : []
    let (causes, coverage) = mode.findings(until: isOver)
    let (notes, doubt) = isOver() ? ([], nil) : readingNotes()
    let unmeasured = isVerifying ? unmeasured(until: isOver) : []
    return (fixed, causes, coverage, notes, doubt, unmeasured)
  }

  /// - Parameter notes: The notes; those that the violations contain are removed.
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

  /// The violations of a check that could not run, did not reproduce the failure of a replay, or
  /// compared nothing.
  private var notReproduced: [MapperViolation] {
    if case .impossible(let reason) = mode {
      return [MapperViolation(reason)]
    }
    if case .mapping(_, let replay?) = mode {
      // The caller of a replay expects a failure.
      return [
        MapperViolation(
          "the replay of \(quoted(replay.id)) did not reproduce: the mapper passes it; if it was "
            + "mended, run the test without the replay",
          payload: replay.item.payloads.last?.bytes ?? [])
      ]
    }
    let complaint = Replay.requestedID.flatMap { memory?.complaint(ofUnknown: $0) }
      .map { MapperViolation($0) }
    return [complaint ?? setup.nothingCompared].compactMap { $0 }
  }

  /// Returns a function that says whether the time limit, counted from now, is reached, or the test
  /// is cancelled.
  private func timer() -> () -> Bool {
    // If nothing can be tested, the time limit may be invalid.
    let isCancelled = { [mapper = setup.mapper] in mapper.isCancelled }
    guard let seconds = setup.settings.seconds, mode.run != nil else { return isCancelled }
    let end = ContinuousClock.now + .seconds(seconds)
    return { isCancelled() || ContinuousClock.now >= end }
  }

  /// Removes saved failures that do not fail any more, and returns sentences about them.
  private func fixed(until isOver: () -> Bool) -> [String] {
    guard case .mapping(let run, nil) = mode, let memory else { return [] }
    return memory.forgetFixed { failure in
      // If one of them still ended the process, the mode would be `trapped`.
      failure.identity == MapperMemory.trap
        || memory.case(of: failure).map { !isOver() && run.passes($0) && !setup.mapper.isCancelled }
          ?? false
    }
  }

  /// Returns the keys that the mapper reads from a valid payload and the contract does not mention,
  /// and those that the contract maps and the mapper never reads; only for `Codable` types. None of
  /// this is necessarily wrong.
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
  /// A replay, which the environment variable `CONTRACTCHECK_REPLAY` requests by the id of a
  /// payload or of a saved failure, is also an issue if it does not fail.
  @discardableResult
  package func verify(sourceLocation: SourceLocation = #_sourceLocation) -> MapperCoverage {
    tellBeginning(at: sourceLocation)
    var (fixed, causes, coverage, notes, doubt, unmeasured) =
      found(until: timer(), isVerifying: true)
    guard !setup.mapper.isCancelled else { return coverage }
    let unsaved = save(causes) + unmeasured
    SharedCauses.note(causes.worstFirst.flatMap { [$0.cause] + $0.others })
    violations(causes, &notes, replay: .current(at: sourceLocation)).record(at: sourceLocation)
    let tried = "\(RunningTest.shownName)\(RunningTest.shownArguments)\n\(coverage.details)\n"
    TestIssue.attach(Array(tried.utf8), named: "coverage.txt", at: sourceLocation)
    let others =
      warnings(notes, doubt) + replayWarnings + settingWarnings + budgetWarnings(coverage)
      + (coverage.uncheckedSentence.map { [$0] } ?? [])
    for warning in fixed + unsaved + others { TestIssue.warn(warning, at: sourceLocation) }
    return coverage
  }

  /// Measures the mapper's tolerance of faults, if requested; returns why the result could not be
  /// written.
  private func unmeasured(until isOver: () -> Bool) -> [String] {
    guard setup.other == nil, case .mapping(let run, nil) = mode,
      let folder = ToleranceFolder.path,
      let tolerance = run.tolerance(as: setup.typeText, until: isOver)
    else { return [] }
    return [ToleranceFolder.add(tolerance, to: folder)].compactMap { $0 }
  }

  /// Saves the causes. The failure of a replay is saved already, or its id is known.
  private func save(_ causes: [Cause]) -> [String] {
    guard case .mapping(_, nil) = mode else { return [] }
    return memory?.save(causes) ?? []
  }

  /// Warnings about a replay of a payload unknown to the check, so that all payloads were tried.
  private var replayWarnings: [String] {
    guard memory != nil, case .mapping(_, nil) = mode, let id = Replay.requestedID,
      !SavedFailure.couldBe(id)
    else { return [] }
    let ids = (try? setup.target.cases(seed: nil))?.sweep.cells.map(\.id) ?? []
    let place = id.drop { $0 != "@" }
    let alike = ids.filter { !place.isEmpty && $0.hasSuffix(place) }.map(quoted)
    let hint =
      didYouMean(id, among: ids) ?? (alike.isEmpty ? nil : "there are \(listed(alike, most: 12))")
    return [
      "no payload of this check is \(quoted(id)), which a replay asks for: all were tried"
        + (hint.map { "; \($0)" } ?? "")
    ]
  }

  /// Warns about what earlier runs left behind; a payload that ends the process is reported alone.
  private func tellBeginning(at sourceLocation: SourceLocation) {
    if case .trapped = mode { return }
    setup.open.tellBeginning(setup.mapper.endpoints, at: sourceLocation)
  }

  /// Warnings about settings with which a test may pass although little or nothing was judged.
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

  /// Returns a warning if the budget ends before the single faults do. If a valid payload is
  /// rejected, so that its faults were not tried, that is an issue already.
  private func budgetWarnings(_ coverage: MapperCoverage) -> [String] {
    let isComplete =
      coverage.cells + coverage.refusedCells == coverage.cellCount
      || setup.settings.faults == .none
    return isComplete ? [] : ["the sweep is incomplete: \(coverage)"]
  }
}
