import ContractTesting
import Foundation
import TestSupport
import Testing

/// § 29: two mentions of an identity are one object with the later values.
@Suite("Two mentions of one identity may be one object or two", .freshStore)
struct OneObjectTests {
  private func code(as type: String = "[Item]") throws -> RightCode {
    try RightCode(
      """
      "Item": { "identifiedBy": "id", "map": { "id": "id: Int", "url": "url: String" } },
      "Team": { "identifiedBy": "teamId", "map": {
        "team_id": "teamId: Int", "lead": "lead: Item", "members": "members: [Item]" } }
      """, as: type)
  }

  private struct Item: Decodable {
    var id: Int
    var url: String
  }

  private struct ItemByHand: Decodable {
    var id: Int
    var url: String

    enum CodingKeys: CodingKey { case id, url }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(Int.self, forKey: .id)
      url = try values.decode(String.self, forKey: .url)
    }
  }

  private final class Kept {
    let id: Int
    var url = ""
    init(_ id: Int) { self.id = id }
  }

  private final class Team {
    let teamId: Int
    var lead: Kept?
    var members: [Kept] = []
    init(_ id: Int) { teamId = id }
  }

  /// The objects of an app by their identities.
  private final class Cache {
    var items: [Int: Kept] = [:]
    var teams: [Int: Team] = [:]
    /// Whether known objects are updated; otherwise they keep their first values.
    var updates = true
    var appliesLeadLast = false

    func item(_ json: Any?) throws -> Kept {
      let json = try ByHand.object(json)
      let (id, url) = (try ByHand.int(json["id"]), try ByHand.text(json["url"]))
      if let known = items[id] {
        if updates { known.url = url }
        return known
      }
      let item = Kept(id)
      (item.url, items[id]) = (url, item)
      return item
    }

    func list(_ json: Any?) throws -> [Kept] { try ByHand.list(json).map(item) }

    func team(_ json: Any?) throws -> Team {
      let json = try ByHand.object(json)
      let id = try ByHand.int(json["team_id"])
      // Nothing is changed before all elements are read.
      let trial = Cache()
      (_, _) = (try trial.item(json["lead"]), try trial.list(json["members"]))
      let team = teams[id] ?? Team(id)
      teams[id] = team
      if !appliesLeadLast { team.lead = try item(json["lead"]) }
      team.members = try list(json["members"])
      if appliesLeadLast { team.lead = try item(json["lead"]) }
      return team
    }
  }

  @Test("Codable values, and one object per identity, pass")
  func values() throws {
    let found = try code().issues([
      "Codable": .decoding([Item].self), "by hand": .decoding([ItemByHand].self),
      "closure": .mappingJSON { try Cache().list($0) },
    ])
    #expect(found == [])
  }

  @Test(
    "Nested objects of one or all types may be shared", .enabled(if: TestDepth.isFull),
    arguments: [false, true])
  func deep(leadLast: Bool) throws {
    struct TeamOfValues: Decodable {
      var teamId: Int
      var lead: Item
      var members: [Item]

      enum CodingKeys: String, CodingKey {
        case teamId = "team_id"
        case lead, members
      }
    }
    struct TeamOfObjects {
      var teamId: Int
      var lead: Kept
      var members: [Kept]
    }
    let found = try code(as: "[Team]").issues([
      "values": .decoding([TeamOfValues].self),
      "objects": .mappingJSON { json in
        let cache = Cache()
        cache.appliesLeadLast = leadLast
        return try ByHand.list(json).map(cache.team)
      },
      "objects in values": .mappingJSON { json in
        let cache = Cache()
        return try ByHand.list(json).map { json in
          let json = try ByHand.object(json)
          return TeamOfObjects(
            teamId: try ByHand.int(json["team_id"]), lead: try cache.item(json["lead"]),
            members: try cache.list(json["members"]))
        }
      },
    ])
    #expect(found == [])
  }

  private static func store(_ isRight: Bool, leadLast: Bool = false) -> MapperUnderTest {
    .mapping(into: Cache()) { data, cache in
      let json = try ByHand.list(JSONSerialization.jsonObject(with: data))
      let trial = Cache()
      for team in json { _ = try trial.team(team) }
      (cache.updates, cache.appliesLeadLast) = (isRight, leadLast)
      for team in json { _ = try cache.team(team) }
    } objectsByType: { cache in
      [
        "Team": cache.teams.sorted { $0.key < $1.key }.map(\.value),
        "Item": cache.items.sorted { $0.key < $1.key }.map(\.value),
      ]
    }
  }

  @Test("A store may apply two key paths of an object in either order", arguments: [false, true])
  func stores(leadLast: Bool) throws {
    let found = try code(as: "[Team]").issues(["store": Self.store(true, leadLast: leadLast)])
    #expect(found == [])
  }

  @Test("Asynchronous mappers may return one object or two")
  func awaiting() async throws {
    let found = try await code(as: "[Item]").issues(
      .mappingJSON { json in
        await Task.yield()
        return try Cache().list(json)
      })
    #expect(found == [])
  }

  @Test("Keeping the first values is reported, for results and stores")
  func wrong() throws {
    let found = try code().issues([
      "closure": .mappingJSON { json in
        let cache = Cache()
        cache.updates = false
        return try cache.list(json)
      }
    ])
    #expect(found == ["closure: Item makes another value of url"])
    let ofStore = try code(as: "[Team]").issues(["store": Self.store(false)])
    #expect(ofStore.contains("store: Item keeps the old value of url"))
  }

  @Test("A store of values has each object once")
  func twice() throws {
    let store = MapperUnderTest.mapping(into: [Item]()) { data, store in
      store += try JSONDecoder().decode([Item].self, from: data)
    } objects: {
      $0
    }
    let found = try code().issues(["store": store])
    #expect(found == ["store: the store has 2 Item objects, and the contract 1 Item object"])
  }
}
