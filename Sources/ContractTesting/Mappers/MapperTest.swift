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
/// `expect(_:keeps:as:)` is the short way to say it in Swift Testing. Under XCTest:
///
///     try MapperTest(.decoding([Avatar].self), keeps: Contract("groups"), as: "[Avatar]").check()
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
  private let traps: [(payloads: [[UInt8]], verdict: ChildVerdict)]
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
  ///   - request: What the payloads answer, for key paths at `@path` and `@header`.
  /// - Throws: `TestSetupError`, if the contract does not have the type, or no payload of it.
  public init(
    _ mapper: MapperUnderTest, keeps contract: Contract, as type: String,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, laws: [Law] = Law.allCases,
    settings: MapperTestSettings = .current
  ) throws {
    let target = try TestTarget(type, in: contract)
    let options = ComparisonOptions(comparing: properties, named: names)
    let memory = MapperMemory(mapper, contract, as: type)
    // In a child that is asked about this check, the process ends here.
    let isChild = memory.map { ChildRun.serve(mapper, as: $0.check) } ?? false
    let traps = isChild ? [] : memory?.traps() ?? []
    let journaling = traps.isEmpty && !isChild ? memory?.journal : nil
    let check = MapperCheck(
      Mapper(contract, as: target.target), as: target.target,
      journaling.map { journaled(mapper, by: $0) } ?? mapper, options, request: request)
    let cases = try target.cases(seed: settings.seed)
    let replayed = Replay.requested.flatMap { cases.case(id: $0) }
    self.contract = contract
    (comparison, self.memory, self.traps, sweep) = (check, memory, traps, cases.sweep)
    seconds = settings.seconds
    occasions = replayed.map { [CheckOccasion($0)] } ?? []
    let isRun = replayed == nil && traps.isEmpty && !isChild
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
    request: MappingRequest? = nil
  ) {
    self.init(
      mapper, TestTarget(keyPath.stated, in: keyPath.contract),
      ComparisonOptions(comparing: properties, named: names), request,
      occasions: keyPath.occasions + (mapper.keepsObjects ? keyPath.updates : []))
  }

  init(
    _ mapper: MapperUnderTest, _ target: TestTarget, _ options: ComparisonOptions,
    _ request: MappingRequest?, occasions: [CheckOccasion]
  ) {
    (self.occasions, run, seconds) = (occasions, nil, nil)
    contract = target.contract
    (memory, traps, sweep) = (nil, [], nil)
    comparison = MapperCheck(
      Mapper(contract, as: target.target), as: target.target, mapper, options, request: request)
  }

  /// Runs the mapper over all payloads.
  ///
  /// - Returns: One violation for each reason to disagree, on the smallest payload that shows it.
  public func violations() -> [MapperViolation] { violations(findings().groups) }

  private func violations(_ groups: [DisagreementGroup]) -> [MapperViolation] {
    traps.map { violation($0.payloads, $0.verdict) }
      + groups.map { group in
        MapperViolation(
          description: DisagreementText(group, with: contract).description,
          payload: group.disagreement.payloads.last ?? [], original: group.shrinking?.original)
      }
  }

  private func violation(_ payloads: [[UInt8]], _ verdict: ChildVerdict) -> MapperViolation {
    let text = displayed(String(decoding: payloads.last ?? [], as: UTF8.self))
    return MapperViolation(
      description: """
        a run of this test died while the mapper mapped a payload
          payload   \(text.count > 400 ? text.prefix(400) + "…" : text[...])
          alone     \(verdict)
          nothing else is tried until it survives
        """, payload: payloads.last ?? [], original: nil)
  }

  private func findings() -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    var found = plainFindings()
    if let sweep { found.groups = comparison.generalised(found.groups, in: sweep) }
    return found
  }

  private func plainFindings() -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    guard let run else { return (comparison.groups(over: occasions), coverage) }
    guard let seconds else { return run.run() }
    let end = ContinuousClock.now + .seconds(seconds)
    return run.run { ContinuousClock.now >= end }
  }

  /// What was saved and does not fail any more, which is forgotten.
  private func fixed() -> [String] {
    guard let memory else { return [] }
    return memory.replays.failures.filter { $0.identity != MapperMemory.trap }
      .compactMap { failure in
        guard let occasion = CheckOccasion(failure),
          comparison.groups(over: [occasion]).isEmpty
        else { return nil }
        _ = memory.forget(failure)
        return "FIXED: \(failure.id), \(displayed(failure.identity))"
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
  /// A replay, which the environment variable `CONTRACTCHECK_REPLAY` asks for by the id of a payload,
  /// is an issue too if it does not fail.
  ///
  /// - Returns: What the mapper was tested on.
  @discardableResult
  public func verify(sourceLocation: SourceLocation = #_sourceLocation) -> MapperCoverage {
    let fixed = traps.isEmpty ? fixed() : []
    let (groups, coverage) = findings()
    let unsaved = memory?.save(groups) ?? []
    let violations = violations(groups)
    if violations.isEmpty, let id = Replay.requested, run == nil, occasions.count == 1 {
      Issue.record(
        "the replay of \(displayed(id)) does not fail any more", sourceLocation: sourceLocation)
    }
    for (number, violation) in violations.enumerated() {
      Issue.record(Comment(rawValue: violation.description), sourceLocation: sourceLocation)
      Attachment.record(
        violation.payload, named: "payload-\(number + 1).json", sourceLocation: sourceLocation)
      if let original = violation.original {
        Attachment.record(
          original, named: "payload-\(number + 1)-original.json", sourceLocation: sourceLocation)
      }
    }
    #if compiler(>=6.3)
      for warning in fixed + unsaved + warnings() + budgetWarnings(coverage) {
        Issue.record(
          Comment(rawValue: warning), severity: .warning, sourceLocation: sourceLocation)
      }
    #endif
    return coverage
  }

  /// A budget that ends before the single faults do.
  private func budgetWarnings(_ coverage: MapperCoverage) -> [String] {
    coverage.isComplete ? [] : ["the sweep is incomplete: \(coverage)"]
  }
}

/// A way in which a mapper does not keep its contract.
public struct MapperViolation: Sendable, CustomStringConvertible {
  /// What a person reads of it, on several lines.
  public let description: String
  /// The smallest payload that shows it.
  public let payload: [UInt8]
  /// The payload that showed it first, if it was shrunk.
  public let original: [UInt8]?
}

/// All ways in which a mapper does not keep its contract.
public struct MapperViolations: Error, Sendable, CustomStringConvertible {
  /// At least one.
  public let violations: [MapperViolation]

  public var description: String { violations.map(\.description).joined(separator: "\n\n") }
}
