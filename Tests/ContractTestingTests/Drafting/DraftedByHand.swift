import Foundation

/// Types with hand-written initializers, as in clients.
extension Drafted {
  struct Malformed: Error {}

  /// Texts that become values of other types.
  struct Film: Decodable {
    enum Keys: CodingKey { case id, day, seen, poster, votes, budget }

    var id: Int
    var day: Date
    var seen: Date
    var poster: URL
    var votes: Int
    var budget: Decimal

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      id = try container.decode(Int.self, forKey: .id)
      let days = DateFormatter()
      days.locale = Locale(identifier: "en_US_POSIX")
      days.timeZone = TimeZone(secondsFromGMT: 0)
      days.dateFormat = "yyyy-MM-dd"
      let moments = ISO8601DateFormatter()
      moments.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      guard let day = days.date(from: try container.decode(String.self, forKey: .day)),
        let seen = moments.date(from: try container.decode(String.self, forKey: .seen)),
        let poster = URL(string: try container.decode(String.self, forKey: .poster)),
        let votes = Int(try container.decode(String.self, forKey: .votes)),
        let budget = Decimal(string: try container.decode(String.self, forKey: .budget))
      else { throw Malformed() }
      (self.day, self.seen, self.poster, self.votes, self.budget) = (
        day, seen, poster, votes, budget
      )
    }
  }

  /// A tag that has to be one text, a key with an alternative, and a key whose presence alone is
  /// read.
  struct Movie: Decodable {
    enum Keys: CodingKey { case type, title, name, premium, code }

    var title: String
    var isPremium: Bool
    var code: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      guard try container.decode(String.self, forKey: .type) == "movie" else { throw Malformed() }
      title =
        try container.decodeIfPresent(String.self, forKey: .title)
        ?? container.decodeIfPresent(String.self, forKey: .name) ?? ""
      isPremium = container.contains(.premium)
      code = try container.decode(String.self, forKey: .code)
      guard code.count == 4, code.dropFirst(2).first == "-" else { throw Malformed() }
    }
  }

  /// A list that omits elements.
  struct Shelf: Decodable {
    struct Book: Decodable {
      var id: Int
      var isActive: Bool
    }
    enum Keys: CodingKey { case books, pages, note }

    var books: [Book]
    var pages: [Int]
    var note: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      books = try container.decode([Book].self, forKey: .books).filter(\.isActive)
      pages = try container.decode([Int?].self, forKey: .pages).compactMap { $0 }
      note = try container.decodeIfPresent(String.self, forKey: .note)
    }
  }

  /// Values that are rejected in part, or become other values.
  struct Review: Decodable {
    enum Keys: CodingKey { case stars, color, mail, nick, tags, weight, size, page }

    var stars: Int
    var color: Int
    var mail, nick: String
    var tags: [String]
    var weight: Double
    var size: Double
    var page: URL

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      stars = try container.decode(Int.self, forKey: .stars)
      mail = try container.decode(String.self, forKey: .mail).lowercased()
      nick = try container.decode(String.self, forKey: .nick)
      tags = try container.decode([String].self, forKey: .tags)
      weight = (try container.decode(Double.self, forKey: .weight) * 10).rounded() / 10
      size = try container.decode(Double.self, forKey: .size)
      page = try container.decode(URL.self, forKey: .page)
      guard 1...5 ~= stars, nick == nick.lowercased(), size < 1_000, !tags.isEmpty,
        page.host() != nil,
        let color = Int(try container.decode(String.self, forKey: .color), radix: 16)
      else { throw Malformed() }
      self.color = color
    }
  }

  /// Keys that are omitted, or whose presence alone is read.
  struct Playlist: Decodable {
    struct Cover: Decodable { var width: Int }
    struct Song: Decodable { var title: String }
    /// An element that may be unreadable.
    struct Lossy<Value: Decodable>: Decodable {
      var value: Value?

      init(from decoder: any Decoder) throws {
        value = try? decoder.singleValueContainer().decode(Value.self)
      }
    }
    struct Disc: Decodable { var number: Int }
    /// A list of discs without the unreadable ones.
    struct Discs: Decodable {
      struct Other: Decodable {}
      var discs: [Disc] = []

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          if let disc = try? list.decode(Disc.self) {
            discs.append(disc)
          } else {
            _ = try list.decode(Other.self)
          }
        }
      }
    }
    enum Keys: CodingKey { case id, shared, cover, plays, songs, ratings, best, discs, boxes }

    var id: Int
    var isShared: Bool
    var cover: Cover?
    var plays: Int?
    var songs: [Song]
    var ratings: [Int]
    var best: [Song]
    var discs: Discs
    var boxes: [Discs]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      id = try container.decode(Int.self, forKey: .id)
      isShared = container.contains(.shared)
      cover = try? container.decode(Cover.self, forKey: .cover)
      plays = try? container.decodeIfPresent(Int.self, forKey: .plays)
      songs = try container.decode([Lossy<Song>].self, forKey: .songs).compactMap(\.value)
      ratings = try container.decode([Int?].self, forKey: .ratings).compactMap(\.self)
      best = try container.decode([Song].self, forKey: .best).filter { !$0.title.isEmpty }
      discs = try container.decode(Discs.self, forKey: .discs)
      boxes = try container.decode([Discs].self, forKey: .boxes)
    }
  }

  /// An open enumeration without a list of its cases, and a key with an acronym.
  struct Credit: Decodable {
    enum Job: String, Decodable {
      case actor, director, unknown

      init(from decoder: any Decoder) throws {
        self = Job(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
      }
    }
    enum CodingKeys: String, CodingKey {
      case castID = "castId"
      case job, profilePath
    }

    var castID: Int
    var job: Job
    var profilePath: String?
  }
}
