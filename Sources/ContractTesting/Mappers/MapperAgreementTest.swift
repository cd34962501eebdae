public import ContractModel
import Generation
import JSONParsing
import MappingEngine
import Reporting
public import Testing
public import Verification

/// Whether two mappers of an app, such as an old one and its replacement, do the same on every
/// payload that a contract makes up: both take it or both refuse it, and what they make is equal.
///
/// `expect(_:agreesWith:on:as:)` is the short way to say it in Swift Testing.
///
/// The two may make values of different types: these are compared by the names of their properties.
/// A property that only one of them has counts if the contract maps one of that name. On payloads of
/// which mappers may make what they want, duplicate members and the like, they need not agree.
public struct MapperAgreementTest {
  private let contract: Contract
  private let property: PropertyCheck
  private let cases: GeneratedCases
  private let settings: MapperTestSettings
  /// What the mappers are run on alone.
  private let replay: GeneratedCase?
  private let comparison: MapperCheck
  /// Why the mappers are not run at all.
  private let traps: [MapperTrap]
  /// Whether this process is a child, which is asked about another check.
  private let isChild: Bool

  /// - Parameters:
  ///   - mapper: The app's.
  ///   - other: What it has to agree with.
  ///   - contract: What the payloads are made of.
  ///   - type: What the payload is: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - properties: Properties that are left out.
  ///   - names: The other's names of properties, by the mapper's, where they differ.
  /// - Throws: `TestSetupError`, if the contract does not have the type, or no payload of it.
  public init(
    _ mapper: MapperUnderTest, agreesWith other: MapperUnderTest, on contract: Contract,
    as type: String, comparing properties: [PropertyComparison] = [],
    named names: [String: String] = [:], settings: MapperTestSettings = .current
  ) throws {
    let target = try TestTarget(type, in: contract)
    let memory = MapperMemory(mapper, contract, as: type, part: " agrees with \(other.name)")
    isChild = memory.map { ChildRun.serve(mapper, other, as: $0.check) } ?? false
    let cases = try target.cases(seed: settings.seed)
    let budget = MapperBudget(settings, cases, validCount: 0)
    traps = isChild ? [] : memory?.traps { TrapShrinker(cases, budget) } ?? []
    let journal = isChild || !traps.isEmpty ? nil : memory?.journal
    let watch = CallWatch(journal, settings)
    comparison = MapperCheck(
      Mapper(contract, as: target.target), as: target.target, watched(mapper, watch),
      ComparisonOptions(comparing: properties, named: names))
    property = PropertyCheck(cases, comparison, agreesWith: watched(other, watch))
    replay = Replay.requestedID.flatMap { cases.case(id: $0) }
    self.cases = cases
    (self.contract, self.settings) = (contract, settings)
  }

  /// Runs both mappers over all payloads.
  ///
  /// - Returns: One violation for each reason to disagree, on the smallest payload that shows it.
  public func violations() -> [MapperViolation] { run().violations }

  private func run() -> (violations: [MapperViolation], coverage: MapperCoverage) {
    var coverage = MapperCoverage()
    guard traps.isEmpty, !isChild else {
      return (violations(traps.map(comparison.group(of:))), coverage)
    }
    guard let replay else {
      return (violations(groups(&coverage)), coverage)
    }
    let found = violations(property.groups(replaying: replay))
    guard found.isEmpty else { return (found, coverage) }
    return ([MapperViolation(notReproducing: replay.id, replay.payload.bytes)], coverage)
  }

  private func groups(_ coverage: inout MapperCoverage) -> [DisagreementGroup] {
    let budget = MapperBudget(settings, cases, validCount: cases.count(of: .canonical) ?? 0)
    let end = settings.seconds.map { ContinuousClock.now + .seconds($0) }
    return property.groups(known: [], budget, &coverage) {
      end.map { ContinuousClock.now >= $0 } ?? false
    }
  }

  private func violations(_ groups: [DisagreementGroup]) -> [MapperViolation] {
    groups.map { MapperViolation($0, of: contract) }
  }

  /// Runs both mappers over all payloads.
  ///
  /// - Throws: `MapperViolations`, if they do not agree.
  public func check() throws {
    let violations = violations()
    if !violations.isEmpty { throw MapperViolations(violations: violations) }
  }

  /// Runs both mappers over all payloads, and records an issue for each reason to disagree.
  ///
  /// - Returns: What they were tested on.
  @discardableResult
  public func verify(sourceLocation: SourceLocation = #_sourceLocation) -> MapperCoverage {
    let (violations, coverage) = run()
    violations.record(at: sourceLocation)
    return coverage
  }
}

/// Expects that a mapper of the app does what another one does, on every payload that a contract
/// makes up.
///
///     @Test("The new decoder does what the old mapper did")
///     func agrees() throws {
///       try expect(
///         .decoding([Avatar].self), agreesWith: .mapping { try OldMapper.avatars($0) },
///         on: Contract("avatars"), as: "[Avatar]")
///     }
///
/// An issue is recorded at this line for each reason to disagree; see `MapperAgreementTest`.
///
/// - Returns: What the mappers were tested on.
/// - Throws: `TestSetupError`, if the contract does not have the type, or no payload of it.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, agreesWith other: MapperUnderTest, on contract: Contract,
  as type: String, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  try MapperAgreementTest(
    mapper, agreesWith: other, on: contract, as: type, comparing: properties, named: names
  ).verify(sourceLocation: sourceLocation)
}
