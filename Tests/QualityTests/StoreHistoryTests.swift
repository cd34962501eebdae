import ContractModel
import Foundation
import MapperTesting
import ShopMappers
import TestSupport
import Testing

@testable import ContractTesting

@Suite("Histories: many responses into one store")
struct StoreHistoryTests {
  private let contract: Contract
  private let settings: MapperTestSettings

  init() throws {
    contract = try ClubCheck().contract
    var settings = MapperTestSettings()
    settings.histories = 200
    self.settings = settings
  }

  private func texts(_ store: MapperUnderTest) throws -> [String] {
    try MapperTest(storing: store, keeps: contract, ComparisonOptions(), [], Law.ofStores, settings)
      .violations().map(\.description)
  }

  private func texts(_ store: AsyncMapperUnderTest) async throws -> [String] {
    let (contract, settings) = (contract, settings)
    return try await looping {
      try MapperTest(
        storing: store.answered($0), keeps: contract, ComparisonOptions(), [], Law.ofStores,
        settings
      ).violations().map(\.description)
    }
  }

  @Test(
    "A right store is not accused", .enabled(if: TestDepth.isFull),
    arguments: ClubStores.immediate.map(\.name))
  func right(name: String) throws {
    let store = try #require(ClubStores.immediate.first { $0.name == name }).store
    let texts = try texts(store)
    #expect(texts == [])
  }

  @Test(
    "A right asynchronous store is not accused, even if two responses come at once",
    .enabled(if: TestDepth.isFull),
    arguments: ClubStores.waiting.map(\.name))
  func waiting(name: String) async throws {
    let store = try #require(ClubStores.waiting.first { $0.name == name }).store
    let texts = try await texts(store)
    #expect(texts == [])
  }

  @Test(
    "A mistake of a store is one issue, of three responses at most",
    arguments: TestDepth.some(TestDepth.some(ClubStore.Mistake.allCases)))
  func mistake(_ mistake: ClubStore.Mistake) throws {
    let texts = try texts(ClubStores.faulty(mistake))
    #expect(texts.count == 1)
    let rows = texts.first?.split(separator: "\n").count { $0.contains(/^  [0-9]/) } ?? 0
    #expect((1...3).contains(rows))
  }

  @Test("A few lines of a test check a store with histories")
  func shortWay() throws {
    try expect(
      stores: { ClubStore() },
      loading: [
        "GET /club/groups": { data, store in try store.loadGroups(data) },
        "GET /club/avatars": { data, store in try store.loadAvatars(data) },
        "event avatar.updated": { data, store in try store.apply(data) },
      ],
      objects: { $0.allObjects }, keeps: Contract("club"))
  }

  @Test("The guide shows the issue that is reported")
  func guide() throws {
    let text = try #require(try texts(ClubStores.faulty(.findsWithinOnePayload)).first)
    #expect(Guide.named("TestingStores").shows(text), "\(text)")
  }

  @Test("Responses of a store that is a value are not reported as concurrent")
  func value() async throws {
    struct FirstOnly {
      var tree = ClubStore()
      var count = 0
    }
    let store = AsyncMapperUnderTest.loading(
      into: { FirstOnly() },
      [
        (
          "GET /club/groups",
          { data, store in
            store.count += 1
            if store.count == 1 { try store.tree.loadGroups(data) }
          }
        ),
        (
          "GET /club/avatars",
          { data, store in
            store.count += 1
            if store.count == 1 { try store.tree.loadAvatars(data) }
          }
        ),
      ], objects: { StoredObjects($0.tree.allObjects) })
    let texts = try await texts(store)
    #expect(!texts.isEmpty)
    #expect(!texts.contains { $0.contains("at once") }, "\(texts)")
  }

  @Test("A store that looks for an object, waits, and then adds it, has the object twice")
  func reentrancy() async throws {
    let texts = try await texts(ClubStores.actor(waitsBetween: true))
    let shown = texts.map { $0.replacing(/history:[0-9]+:[0-9]+/, with: "ID") }
    #expect(
      shown == [
        #"""
        the store has 2 Avatar objects, and the contract 1 Avatar object, after 2 responses, two at once
          in        Fixtures/histories/club.contract.json:11:22  "id": "remoteId: Int"
          1         GET /club/groups  [{"id":1,"name":"a","members":[{"id":1,"file_url":"a"}]}]
          2 at once GET /club/avatars  [{"id":1,"file_url":"a"}]
          contract  1 Avatar object
          mapper    2 Avatar objects
          also      on 9 other histories
          shrunk    in 12 steps from 531 bytes
          replay    CONTRACTCHECK_REPLAY='ID' swift test
        """#
      ])
  }
}
