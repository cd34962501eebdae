import ContractTesting
import Foundation
import Testing

@Suite("Histories: many responses into one store", .freshStore)
struct StoreHistoryTests {
  private func contract() throws -> Contract {
    let trial = try Trial(["club.contract.json": ClubResponses.contract])
    return try Contract("club", filePath: trial.filePath)
  }

  private func violations(
    _ mistake: ClubStore.Mistake?, histories: Int? = nil
  ) throws -> [MapperViolation] {
    var settings = MapperTestSettings()
    settings.histories = histories
    return try StoreTest(
      { ClubStore(mistake) },
      loading: [
        "GET /groups": { data, store in try store.loadGroups(data) },
        "GET /groups/avatars": { data, store in try store.loadAvatars(data) },
        "event avatar.updated": { data, store in try store.apply(data) },
      ],
      objects: { $0.allObjects }, keep: contract(), settings: settings
    ).violations()
  }

  @Test("A right store is right, whatever comes in which order")
  func right() throws {
    let texts = try violations(nil, histories: 2_000).map(\.description)
    #expect(texts == [])
  }

  @Test("A mistake of a store is one issue", arguments: ClubStore.Mistake.allCases)
  func mistake(_ mistake: ClubStore.Mistake) throws {
    let texts = try violations(mistake).map(\.description)
    print(mistake); for t in texts { print(t) }
    #expect(texts.count == 1)
  }
}
