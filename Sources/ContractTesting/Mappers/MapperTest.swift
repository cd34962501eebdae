public import ContractModel
import FailureStorage
import Generation
public import MappingEngine
import Reporting
public import Testing
public import Verification

/// Whether a mapper of an app does what a contract says, on payloads that are valid and on payloads
/// that are not.
///
/// `expect(_:keeps:as:)` is the short way to say it, in Swift Testing and in XCTest.
///
/// The mapper gets the canonical payload, the examples that the contract has of the type, and each
/// single fault of each key path. It has to take what the contract admits, with the values that the
/// contract says, and to refuse what it refuses.
public struct MapperTest {
  private let contract: Contract
  private let comparison: MapperCheck
  /// What is checked, of a whole type.
  private let run: MapperRun?
  /// What is checked, of a single key path or as a replay.
  private let occasions: [CheckOccasion]
  private let seconds: Double?
  /// Where else the faults can be; only of checks that have them all.
  private let sweep: FaultSweep?
  private let memory: MapperMemory?
  /// Why the mapper is not run at all.
  private let traps: [MapperTrap]
  /// What the mapper is run on alone.
  private let replay: Replay?
  /// What the mapper is tested on, if there is time enough.
  public var coverage: MapperCoverage {
    run?.planned ?? MapperCoverage(cells: occasions.count, cellCount: occasions.count)
  }

  /// - Parameters:
  ///   - mapper: The app's.
  ///   - contract: What it has to keep.
  ///   - type: What the payload is: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - properties: Properties that are compared in a way of their own, or not at all.
  ///   - names: The app's names of properties, by the contract's, where they differ.
  ///   - request: What the payloads answer, for key paths at `@path` and `@request`.
  ///   - response: What they came with, for key paths at `@header`.
  /// - Throws: `TestSetupError`, if the contract does not have the type, or no payload of it.
  public init(
    _ mapper: MapperUnderTest, keeps contract: Contract, as type: String,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil,
    laws: [Law] = Law.byDefault, settings: MapperTestSettings = .current
  ) throws {
    let target = try TestTarget(type, in: contract)
    let options = ComparisonOptions(comparing: properties, named: names)
    let memory = MapperMemory(mapper, contract, as: type)
    // In a child that is asked about this check, the process ends here.
    let isChild = memory.map { ChildRun.serve(mapper, as: $0.check) } ?? false
    let cases = try target.cases(seed: settings.seed)
    let replay = isChild ? nil : Replay(of: cases, memory)
    let traps = isChild ? [] : Self.traps(memory, cases, settings, replay)
    let journaling = traps.isEmpty && !isChild ? memory?.journal : nil
    let check = MapperCheck(
      Mapper(contract, as: target.target), as: target.target,
      watched(mapper, CallWatch(journaling, settings)), options,
      exchange: MappingExchange(request: request, response: response))
    self.contract = contract
    (comparison, self.memory, self.traps, sweep) = (check, memory, traps, cases.sweep)
    (self.replay, seconds) = (replay, settings.seconds)
    occasions = traps.isEmpty ? replay.map { [$0.occasion] } ?? [] : []
    let isRun = replay == nil && traps.isEmpty && !isChild
    let saved = memory?.replays.failures.compactMap { CheckOccasion($0) } ?? []
    run =
      try isRun
      ? MapperRun(
        check, cases, saved: saved, examples: target.examples(), laws: laws, settings) : nil
  }

  /// Only the single faults of one key path, of `Contract.keyPaths(as:)`.
  public init(
    _ mapper: MapperUnderTest, handles keyPath: ContractKeyPath,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil
  ) {
    let target = TestTarget(keyPath.stated, in: keyPath.contract)
    let memory = MapperMemory(
      mapper, keyPath.contract, as: keyPath.statedText, part: " \(keyPath.path)")
    let isChild = memory.map { ChildRun.serve(mapper, as: $0.check) } ?? false
    traps =
      isChild
      ? []
      : memory?.traps {
        (try? target.cases(seed: nil)).map { TrapShrinker($0, MapperBudget()) }
      } ?? []
    let isRun = traps.isEmpty && !isChild
    occasions =
      isRun ? keyPath.occasions + (mapper.keepsObjects ? keyPath.updates : []) : []
    contract = target.contract
    // What fails is kept by the check of the whole type.
    (self.memory, run, sweep, replay) = (nil, nil, nil, nil)
    seconds = MapperTestSettings.current.seconds
    comparison = MapperCheck(
      Mapper(contract, as: target.target), as: target.target,
      watched(mapper, CallWatch(isRun ? memory?.journal : nil)),
      ComparisonOptions(comparing: properties, named: names),
      exchange: MappingExchange(request: request, response: response))
  }

  /// Runs the mapper over all payloads.
  ///
  /// - Returns: One violation for each reason to disagree, on the smallest payload that shows it.
  public func violations() -> [MapperViolation] { violations(findings(until: timer()).groups) }

  private func violations(_ groups: [DisagreementGroup]) -> [MapperViolation] {
    let trapped = traps.map(comparison.group(of:))
    let found = (trapped + groups).map { MapperViolation($0, of: contract) }
    return found.isEmpty ? notReproduced : found
  }

  private var notReproduced: [MapperViolation] {
    if let replay {
      return [MapperViolation(notReproducing: replay.id, replay.occasion.payloads.last ?? [])]
    }
    return Replay.requestedID.flatMap { memory?.complaint(ofUnknown: $0) }
      .map { [MapperViolation(description: $0, payload: [])] } ?? []
  }

  private static func traps(
    _ memory: MapperMemory?, _ cases: GeneratedCases, _ settings: MapperTestSettings,
    _ replay: Replay?
  ) -> [MapperTrap] {
    guard let memory else { return [] }
    guard let replay else {
      return memory.traps {
        TrapShrinker(cases, MapperBudget(settings, cases, validCount: 0))
      }
    }
    return memory.trap(over: replay.occasion.payloads, id: replay.id).map { [$0] } ?? []
  }

  private func findings(
    until isOver: () -> Bool
  ) -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    var found = plainFindings(until: isOver)
    if let sweep {
      found.groups = comparison.generalised(found.groups, in: sweep, until: isOver)
    }
    return found
  }

  private func plainFindings(
    until isOver: () -> Bool
  ) -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    if let run { return run.run(until: isOver) }
    var tried = MapperCoverage(cells: 0, cellCount: occasions.count)
    let groups = comparison.groups(
      over: occasions.prefix { _ in
        if tried.cells > 0, isOver() { return false }
        tried.cells += 1
        return true
      })
    return (groups, tried)
  }

  /// Says whether the time is up that starts now.
  private func timer() -> () -> Bool {
    guard let seconds else { return { false } }
    let end = ContinuousClock.now + .seconds(seconds)
    return { ContinuousClock.now >= end }
  }

  /// What was saved and does not fail any more, which is forgotten.
  private func fixed(until isOver: () -> Bool) -> [String] {
    guard replay == nil, traps.isEmpty, let memory else { return [] }
    return memory.forgetFixed { failure in
      // Had one of them trapped, it would have been told of.
      failure.identity == MapperMemory.trap
        || CheckOccasion(failure).map { !isOver() && comparison.groups(over: [$0]).isEmpty }
          ?? false
    }
  }

  /// Runs the mapper over all payloads.
  ///
  /// - Throws: `MapperViolations`, if the mapper disagrees with the contract.
  public func check() throws {
    let violations = violations()
    if !violations.isEmpty { throw MapperViolations(violations: violations) }
  }

  /// What the mapper reads of a valid payload and the contract does not mention, and what the
  /// contract maps and the mapper never reads; of `Codable` types only. None of it is wrong in
  /// itself.
  public func warnings() -> [String] {
    guard let valid = run?.valid else { return [] }
    return comparison.readingNotes(valid).map { ReadingNoteText($0, with: contract).description }
  }

  /// Runs the mapper over all payloads, and records an issue for each reason to disagree, and a
  /// warning for each of `warnings()`.
  ///
  /// A replay, which the environment variable `CONTRACTCHECK_REPLAY` asks for by the id of a payload
  /// or of a saved failure, is an issue too if it does not fail.
  ///
  /// - Returns: What the mapper was tested on.
  @discardableResult
  public func verify(sourceLocation: SourceLocation = #_sourceLocation) -> MapperCoverage {
    let isOver = timer()
    let fixed = fixed(until: isOver)
    let (groups, coverage) = findings(until: isOver)
    // What is replayed is kept already, or its id is known.
    let unsaved = replay == nil ? memory?.save(groups) ?? [] : []
    let violations = violations(groups)
    violations.record(at: sourceLocation)
    let notes = isOver() ? [] : warnings()
    for warning in fixed + unsaved + notes + budgetWarnings(coverage) {
      TestIssue.warn(warning, at: sourceLocation)
    }
    return coverage
  }

  /// A budget that ends before the single faults do.
  private func budgetWarnings(_ coverage: MapperCoverage) -> [String] {
    coverage.isComplete ? [] : ["the sweep is incomplete: \(coverage)"]
  }
}
