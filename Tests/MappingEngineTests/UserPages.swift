import ContractModel
import TestSupport

/// Draws pages of users, for a contract with many kinds of lines.
///
/// The values of a user, a city or a pet follow from its identity, so that the mentions of one
/// object never contradict each other. Users have friends in common, unless that is turned off.
struct UserPages {
  static let contract = """
    { "contract": 1,
      "mappings": {
        "User": {
          "identifiedBy": "userId",
          "map": {
            "id":             "userId: Int",
            "name":           "name: String length 1...",
            "age?":           "age: Int? 0...150",
            "email?":         "email: String",
            "score":          "score: Double(number|string)",
            "joined?":        "joined: Date(iso8601|seconds)",
            "active?":        "active: Bool = true",
            "role?":          "role: 'admin' | 'guest' | String",
            "tags?":          "tags: [String] unique",
            "labels?":        "labels: Set<String>",
            "limits?":        "limits: [String: Int]",
            "stats.visits?":  "visits: Int",
            "stats.last.ip?": "address: String?",
            "city?":          "city: City?",
            "place?":         "place: Place",
            "pets?":          "pets: [Pet]",
            "friends?":       "friends: [User]",
          },
        },
        "City":  { "identifiedBy": "cityId", "map": { "id": "cityId: Int", "name": "name: String" } },
        "Place": { "map": { "lat": "lat: Double -90...90", "lon": "lon: Double -180...180" } },
        "Pet": {
          "identifiedBy": "petId",
          "map": { "id": "petId: Int", "name": "name: String" },
          "switch": "type",
          "cases": { "cat": "Cat", "dog": "Dog" },
        },
      },
    }
    """

  private var generator: SplitMix64
  private let sharesFriends: Bool

  init(seed: UInt64, sharesFriends: Bool = true) {
    generator = SplitMix64(seed: seed)
    self.sharesFriends = sharesFriends
  }

  static func sample() throws -> Sample { try Sample(Contract(text: contract), as: "[User]") }

  /// Draws a page of users with different identities.
  ///
  /// - Parameter count: The number of users, at most 40.
  mutating func page(count: Int) -> JSONTree {
    let ids = (1...40).shuffled(using: &generator).prefix(count)
    return .array(ids.map { user($0, depth: 0) })
  }

  /// Draws a user, whose friends need not have been on the page.
  ///
  /// - Parameter depth: The number of levels of friends of friends.
  mutating func user(_ id: Int, depth: Int) -> JSONTree {
    // The values of a user follow from its number; which of them are present does not.
    var own = SplitMix64(seed: UInt64(id))
    let city = Int.random(in: 1...5, using: &own)
    let age = Int.random(in: 0...99, using: &own)
    let tags = (0..<Int.random(in: 0...3, using: &own)).map { JSONTree.scalar(#""tag \#($0)""#) }
    let pets = (0..<Int.random(in: 0...2, using: &own)).map { Self.pet(id * 10 + $0) }
    return .object([
      ("id", .scalar("\(id)")),
      ("name", .scalar(#""User \#(id)""#)),
      ("age", maybe(id % 7 == 0 ? .scalar("null") : .scalar("\(age)"))),
      ("email", maybe(.scalar(#""u\#(id)@example.com""#))),
      ("score", id % 2 == 0 ? .scalar("\(id).25") : .scalar(#""\#(id).5""#)),
      ("joined", maybe(.scalar(id % 3 == 0 ? "\(id)00000" : #""2024-01-01T00:00:\#(id + 10)Z""#))),
      ("active", maybe(.scalar(id % 4 == 0 ? "false" : "true"))),
      ("role", maybe(.scalar([#""admin""#, #""guest""#, #""owner""#][id % 3]))),
      ("tags", maybe(.array(tags))),
      ("labels", maybe(.array(tags + tags))),
      ("limits", maybe(.object([("limit 1", .scalar("\(id)"))]))),
      ("stats", maybe(stats(id))),
      ("city", maybe(id % 5 == 0 ? .scalar("null") : Self.city(city))),
      ("place", maybe(.object([("lat", .scalar("\(id)")), ("lon", .scalar("-\(id).5"))]))),
      ("pets", maybe(.array(pets))),
      ("friends", friends(of: id, depth)),
    ])
  }

  private mutating func friends(of id: Int, _ depth: Int) -> JSONTree? {
    guard depth < 3 else { return nil }
    let ids = (0..<Int.random(in: 0...2, using: &generator)).map { number in
      sharesFriends ? Int.random(in: 41...60, using: &generator) : id * 100 + 41 + number
    }
    return maybe(.array(ids.map { user($0, depth: depth + 1) }))
  }

  private mutating func stats(_ id: Int) -> JSONTree {
    .object([
      ("visits", maybe(.scalar("\(id)00"))),
      ("last", maybe(.object([("ip", maybe(.scalar(#""10.0.0.\#(id)""#)))]))),
    ])
  }

  private static func city(_ id: Int) -> JSONTree {
    .object([("id", .scalar("\(id)")), ("name", .scalar(#""City \#(id)""#))])
  }

  private static func pet(_ id: Int) -> JSONTree {
    .object([
      ("id", .scalar("\(id)")), ("type", .scalar(id % 2 == 0 ? #""cat""# : #""dog""#)),
      ("name", .scalar(#""Pet \#(id)""#)),
    ])
  }

  private mutating func maybe(_ value: JSONTree) -> JSONTree? {
    Int.random(in: 0..<4, using: &generator) > 0 ? value : nil
  }
}
