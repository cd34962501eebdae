import FailureStorage
import Generation
import MapperTesting
import MappingEngine

/// The things that every check of mappers begins with: a child's question, payloads that end the
/// process, a replay, and the watch over the calls.
struct MapperTestSetup {
  let mapper: MapperUnderTest
  /// The one that it has to agree with, if it is not the contract.
  var other: MapperUnderTest?
  let target: TestTarget
  let memory: MapperMemory?
  let options: ComparisonOptions
  var exchange: MappingExchange?
  let settings: MapperTestSettings
  var tolerating: Tolerances = []
  var laws = Law.standard

  /// Whether the mapper keeps its contract, on all payloads or the one that is replayed.
  func keeping() throws -> MapperTestMode {
    if let mode = childMode { return mode }
    let cases = try target.cases(seed: settings.seed)
    let replay = Replay(of: cases, memory)
    return try mode(replay, cases) { check, _ in
      if let replay { return MapperRun(check, on: [replay.item], in: cases) }
      let saved = memory?.replays.failures.compactMap { MapperCase($0) } ?? []
      return try MapperRun(
        check, cases, saved: saved, examples: target.examples(), laws: laws, settings)
    }
  }

  /// Whether the mapper agrees with the other one, on all payloads or the one that is replayed.
  func agreeing() throws -> MapperTestMode {
    if let mode = childMode { return mode }
    let cases = try target.cases(seed: settings.seed)
    let replay = Replay(of: cases)
    return mode(replay, cases) { check, watch in
      let other = watched(other ?? mapper, watch)
      guard let replay else { return MapperRun(check, cases, agreesWith: other, settings) }
      return MapperRun(check, on: [replay.item], in: cases, agreesWith: other)
    }
  }

  /// Whether the mapper keeps its contract on given payloads.
  func handling(_ items: [MapperCase]) -> MapperTestMode {
    childMode
      ?? mode(nil, try? target.cases(seed: settings.seed)) { check, _ in
        MapperRun(check, on: items)
      }
  }

  /// The mode of a child; `nil`, if this process is none.
  private var childMode: MapperTestMode? {
    guard let memory, ChildRun.isChild else { return nil }
    guard let payloads = ChildRun.payloads(askedOf: memory.check) else { return .idle }
    return .answering(payloads, by: [mapper] + (other.map { [$0] } ?? []))
  }

  /// - Parameters:
  ///   - cases: Those of the target, to shrink what ends the process.
  ///   - makeRun: Is given the check of the mapper, whose calls are watched.
  private func mode(
    _ replay: Replay?, _ cases: @autoclosure () -> GeneratedCases?,
    makeRun: (MapperCheck, CallWatch) throws -> MapperRun
  ) rethrows -> MapperTestMode {
    let traps = traps(replay, cases())
    guard traps.isEmpty else { return .trapped(traps.map(check(of: mapper).group(of:))) }
    let watch = CallWatch(memory?.journal, settings)
    return try .mapping(makeRun(check(of: watched(mapper, watch)), watch), replaying: replay)
  }

  private func traps(
    _ replay: Replay?, _ cases: @autoclosure () -> GeneratedCases?
  ) -> [MapperTrap] {
    guard let memory else { return [] }
    guard let replay else { return memory.traps { cases().map { TrapShrinker($0, settings) } } }
    return memory.traps(replaying: replay.item.payloads, id: replay.id)
  }

  private func check(of mapper: MapperUnderTest) -> MapperCheck {
    let (contract, target) = (target.contract, target.target)
    return MapperCheck(
      Mapper(contract, as: target), as: target, mapper, options, exchange: exchange,
      tolerating: settings.tolerating.union(tolerating),
      distinguishesNull: laws.contains(.distinguishesNull))
  }
}
