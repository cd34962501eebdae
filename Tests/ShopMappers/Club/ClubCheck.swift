package import ContractModel
import DiskReading
import Foundation
import Generation
import JSONParsing
package import MapperTesting
import MappingEngine

/// Checks stores of a club against its contract, with histories.
package struct ClubCheck {
  package let contract: Contract

  struct NoContract: Error {}

  package init() throws {
    guard let root = PackageRoot.folder(around: URL(filePath: #filePath)) else {
      throw NoContract()
    }
    contract = try Contract(
      at: "Fixtures/histories/club\(Contract.fileSuffix)", files: DiskFiles(root: root))
  }

  /// Runs a store over `count` histories.
  ///
  /// - Returns: The causes, the number of responses in the histories, and the number of calls, with
  ///   those for shrinking.
  package func run(
    _ store: MapperUnderTest, histories count: Int
  ) throws -> (causes: [Cause], responseCount: Int, callCount: Int) {
    let calls = Calls()
    let (check, drawn) = try check(
      of: store.withSessions { CountingSession(session: $0, calls: calls) })
    var settings = MapperTestSettings()
    settings.histories = count
    let causes = MapperRun(check, drawn, settings).run().causes
    return (causes, (0..<count).reduce(0) { $0 + drawn[$1].count }, calls.count)
  }

  /// Returns the numbers of the first histories that a store fails on, one for each seed, sorted;
  /// `limit` if the store passes all of them.
  package func firstFailures(
    of store: MapperUnderTest, seeds: Range<UInt64>, limit: Int
  ) throws -> [Int] {
    let (check, drawn) = try check(of: store)
    return seeds.map { seed in
      let histories = drawn.of(Seed(seed))
      return (0..<limit).first { !check.disagreements(over: histories[$0]).isEmpty } ?? limit
    }.sorted()
  }

  private func check(
    of store: MapperUnderTest
  ) throws -> (check: HistoryCheck, drawn: DrawnHistories) {
    let targets = try store.endpoints.map { try TargetText($0).target }
    let cases = targets.compactMap { GeneratedCases(contract, target: $0) }
    guard cases.count == targets.count, let first = cases.first else { throw NoContract() }
    let engine = Mapper(contract, as: targets.map { MappingTarget($0) })
    let checks = targets.map { MapperCheck(engine, as: MappingTarget($0), store) }
    return (
      HistoryCheck(checks, [.refusedPayloadsChangeNothing]),
      DrawnHistories(cases, seed: first.seed, mostResponses: 6, mayOverlap: store.mayOverlap)
    )
  }
}

private final class Calls { var count = 0 }

/// A session whose calls are counted.
private struct CountingSession: MapperSession {
  var session: any MapperSession
  let calls: Calls

  var stored: StoredObjects? { session.stored }
  var awaits: Bool { session.awaits }

  mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer {
    calls.count += 1
    return session.map(payload, noting: begin)
  }

  mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? {
    let answers = session.mapAtOnce(first, second, noting: begin)
    if answers != nil { calls.count += 2 }
    return answers
  }
}

/// Stores that keep the contract of the club, in several styles.
package enum ClubStores {
  private typealias Load<Store> = (Data, inout Store) throws -> Void

  /// The synchronous stores; that of SQLite is omitted if the system does not have SQLite.
  package static var immediate: [(name: String, store: MapperUnderTest)] {
    let dictionaries = store(
      ClubDictionaries.init, { try $1.loadGroups($0) }, { try $1.loadAvatars($0) },
      { try $1.apply($0) }, { StoredObjects(byType: $0.objectsByType) })
    let values = store(
      ClubValueTree.init, { try $1.loadGroups($0) }, { try $1.loadAvatars($0) },
      { try $1.apply($0) }, { StoredObjects($0.objects) })
    let tables = store(
      ClubDatabase.init, { try $1.loadGroups($0) }, { try $1.loadAvatars($0) },
      { try $1.apply($0) }, { StoredObjects($0.objects) })
    return [
      ("a class graph", faulty(nil)), ("structures in dictionaries", dictionaries),
      ("values in values, in arrays", values),
    ] + (SystemSQLite.isThere ? [("tables of SQLite", tables)] : [])
  }

  private static func store<Store>(
    _ make: @escaping () -> Store, _ groups: @escaping Load<Store>,
    _ avatars: @escaping Load<Store>, _ event: @escaping Load<Store>,
    _ objects: @escaping (Store) -> StoredObjects
  ) -> MapperUnderTest {
    let loads = [
      ("GET /club/groups", groups), ("GET /club/avatars", avatars),
      ("event avatar.updated", event),
    ]
    return .loading(
      into: make, loads.map { (endpoint: $0.0, load: $0.1) }, objects: objects)
  }

  /// The asynchronous stores.
  package static var waiting: [(name: String, store: AsyncMapperUnderTest)] {
    [("an actor", actor(waitsBetween: false)), ("a class on the main actor", mainStore)]
  }

  /// A store with a mistake.
  package static func faulty(_ mistake: ClubStore.Mistake?) -> MapperUnderTest {
    store(
      { ClubStore(mistake) }, { try $1.loadGroups($0) }, { try $1.loadAvatars($0) },
      { try $1.apply($0) }, { StoredObjects($0.allObjects) })
  }

  /// - Parameter waitsBetween: Whether the store looks for an object, waits, and then adds it, so
  ///   that two concurrent responses add it twice.
  package static func actor(waitsBetween: Bool) -> AsyncMapperUnderTest {
    .loading(
      into: { ClubActor(waitsBetween: waitsBetween) },
      [
        ("GET /club/groups", { try await $1.loadGroups($0) }),
        ("GET /club/avatars", { try await $1.loadAvatars($0) }),
      ], objects: { StoredObjects(await $0.allObjects) })
  }

  private static var mainStore: AsyncMapperUnderTest {
    .loading(
      into: ClubMainStore.init,
      [
        ("GET /club/groups", { try await $1.loadGroups($0) }),
        ("GET /club/avatars", { try await $1.loadAvatars($0) }),
      ], objects: { StoredObjects(byType: await $0.objectsByType) })
  }
}
