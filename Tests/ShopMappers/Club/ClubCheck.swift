package import ContractModel
import DiskReading
import Foundation
import Generation
import JSONParsing
package import MapperTesting
import MappingEngine

/// Stores of a club, held against its contract over histories.
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

  /// Runs a store over so many histories.
  ///
  /// - Returns: What is told of it, and how many responses it loaded, those for shrinking not counted.
  package func run(
    _ store: MapperUnderTest, histories count: Int
  ) throws -> (groups: [DisagreementGroup], responseCount: Int) {
    let targets = try store.endpoints.map { try TargetText($0).target }
    let cases = targets.compactMap { GeneratedCases(contract, target: $0) }
    guard cases.count == targets.count, let first = cases.first else { throw NoContract() }
    let drawn = DrawnHistories(
      cases, seed: first.seed, mostResponses: 6, mayOverlap: store.mayOverlap)
    let engine = Mapper(contract, as: targets.map { MappingTarget($0) })
    let check = HistoryCheck(
      targets.map { MapperCheck(engine, as: MappingTarget($0), store) }, holdsRefusals: true)
    var settings = MapperTestSettings()
    settings.histories = count
    let groups = MapperRun(check, drawn, settings).run().groups
    return (groups, (0..<count).reduce(0) { $0 + drawn[$1].count })
  }
}

/// Stores that keep the contract of the club, in styles of their own.
package enum ClubStores {
  /// Those that wait for nothing; SQLite's is left out where the system has none.
  package static var immediate: [(name: String, store: MapperUnderTest)] {
    [
      ("a class graph", faulty(nil)),
      (
        "structures in dictionaries",
        .loading(
          into: ClubDictionaries.init,
          [
            ("GET /groups", { try $1.loadGroups($0) }),
            ("GET /groups/avatars", { try $1.loadAvatars($0) }),
            ("event avatar.updated", { try $1.apply($0) }),
          ]
        ) { StoredObjects(byType: $0.objectsByType) }
      ),
      (
        "values in values, in arrays",
        .loading(
          into: ClubValueTree.init,
          [
            ("GET /groups", { try $1.loadGroups($0) }),
            ("GET /groups/avatars", { try $1.loadAvatars($0) }),
            ("event avatar.updated", { try $1.apply($0) }),
          ]
        ) { StoredObjects($0.objects) }
      ),
    ] + (SystemSQLite.isThere ? [("tables of SQLite", database)] : [])
  }

  private static var database: MapperUnderTest {
    .loading(
      into: ClubDatabase.init,
      [
        ("GET /groups", { try $1.loadGroups($0) }),
        ("GET /groups/avatars", { try $1.loadAvatars($0) }),
        ("event avatar.updated", { try $1.apply($0) }),
      ]
    ) { StoredObjects($0.objects) }
  }

  /// Those that wait for something.
  package static var waiting: [(name: String, store: AsyncMapperUnderTest)] {
    [("an actor", actor(waitsBetween: false)), ("a class on the main actor", mainStore)]
  }

  /// A store with a mistake.
  package static func faulty(_ mistake: ClubStore.Mistake?) -> MapperUnderTest {
    .loading(
      into: { ClubStore(mistake) },
      [
        ("GET /groups", { try $1.loadGroups($0) }),
        ("GET /groups/avatars", { try $1.loadAvatars($0) }),
        ("event avatar.updated", { try $1.apply($0) }),
      ]
    ) { StoredObjects($0.allObjects) }
  }

  /// - Parameter waitsBetween: Whether it looks for an object, waits, and then adds it, so that two
  ///   responses at once add it twice.
  package static func actor(waitsBetween: Bool) -> AsyncMapperUnderTest {
    .loading(
      into: { ClubActor(waitsBetween: waitsBetween) },
      [
        ("GET /groups", { try await $1.loadGroups($0) }),
        ("GET /groups/avatars", { try await $1.loadAvatars($0) }),
      ]
    ) { StoredObjects(await $0.allObjects) }
  }

  private static var mainStore: AsyncMapperUnderTest {
    .loading(
      into: ClubMainStore.init,
      [
        ("GET /groups", { try await $1.loadGroups($0) }),
        ("GET /groups/avatars", { try await $1.loadAvatars($0) }),
      ]
    ) { StoredObjects(byType: await $0.objectsByType) }
  }
}
