import Foundation

/// Types in the styles of apps, to draft contracts of.
enum Drafted {
  struct Order: Decodable, Identifiable {
    enum Status: String, Codable, CaseIterable { case open, paid, shipped }

    struct Item: Decodable {
      var sku: String
      var quantity: Int
      var price: Decimal
      var note: String?
    }

    var id: Int
    var status: Status
    var createdAt: Date
    var buyer: Buyer
    var items: [Item]
    var coupon: String?
    var tags: Set<String>
    var attributes: [String: String]
    var invoice: URL?
  }

  struct Buyer: Decodable, Identifiable {
    let id: UUID
    let fullName: String
    let email: Email
    let address: Address?
  }

  struct Address: Decodable {
    var street: String
    var city: String?
    var geo: [Double]
  }

  /// A text wrapped in a type.
  struct Email: Decodable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }

  struct Page<Item: Decodable>: Decodable {
    var items: [Item]
    var next: String?
    var total: Int
  }

  final class Comment: Decodable {
    let id: Int
    let text: String
    let replies: [Comment]
    let parent: Comment?
  }

  /// A type with renamed keys, defaults, nested containers and a flat payload.
  struct Profile: Decodable {
    struct Name: Decodable, Equatable { var first, last: String }
    enum Keys: String, CodingKey { case id, user, first, last, score, kind, email, website, labels }

    var identifier: Int
    var name: Name
    var score: Int
    var kind: String
    var email: String?
    var website: URL?
    var labels: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      identifier = try container.decode(Int.self, forKey: .id)
      let user = try container.nestedContainer(keyedBy: Keys.self, forKey: .user)
      name = Name(
        first: try user.decode(String.self, forKey: .first),
        last: try user.decode(String.self, forKey: .last))
      email = try user.decodeIfPresent(String.self, forKey: .email)
      score = try container.decodeIfPresent(Int.self, forKey: .score) ?? 10
      kind = try container.decode(String.self, forKey: .kind).uppercased()
      website = try? container.decode(URL.self, forKey: .website)
      labels = try container.decodeIfPresent([String].self, forKey: .labels) ?? []
    }
  }

  /// An enumeration that the text of a key selects, and that passes on its decoder.
  enum Attachment: Decodable {
    case image(Image)
    case file(File)

    struct Image: Decodable {
      var url: URL
      var width: Int
      var height: Int
    }

    struct File: Decodable {
      var name: String
      var size: Int64?
    }

    enum Kind: String, Decodable { case image, file }
    enum Keys: CodingKey { case type }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      switch try container.decode(Kind.self, forKey: .type) {
      case .image: self = .image(try decoder.singleValueContainer().decode(Image.self))
      case .file: self = .file(try File(from: decoder))
      }
    }
  }

  /// One type for events of several kinds.
  struct FeedEvent: Decodable {
    enum Keys: CodingKey { case id, kind, payload, amount }
    struct Push: Decodable { var commits: Int }

    var id: String
    var kind: String
    var push: Push?
    var amount: Double?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      id = try container.decode(String.self, forKey: .id)
      kind = try container.decode(String.self, forKey: .kind)
      switch kind {
      case "push": push = try container.decode(Push.self, forKey: .payload)
      case "paid": amount = try container.decode(Double.self, forKey: .amount)
      default: break
      }
    }
  }

  /// An enumeration with a case for unknown values.
  enum Level: String, Decodable, CaseIterable {
    case low, high, unknown

    init(from decoder: any Decoder) throws {
      self = Level(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
    }
  }

  /// A number that some servers send as a text.
  struct LooseInt: Decodable {
    var value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        value = number
      } else if let number = Int(try container.decode(String.self)) {
        value = number
      } else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
      }
    }
  }

  struct Reading: Decodable {
    enum Unit: String, Decodable { case celsius, kelvin }

    var level: Level
    var count: LooseInt
    var unit: Unit
    var values: [Double?]
    var raw: Data
  }

  struct Stamp: Decodable {
    var at: Date
    var until: Date?
  }

  class Vehicle: Decodable { var wheels: Int }

  final class Car: Vehicle {
    var doors: Int
    enum Keys: CodingKey { case doors }

    required init(from decoder: any Decoder) throws {
      doors = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .doors)
      try super.init(from: decoder)
    }
  }

  /// A type that opens containers itself, including that of an array.
  struct Track: Decodable {
    struct Point: Decodable { var x, y: Double }
    enum Keys: CodingKey { case meta, title, points }

    var title: String?
    var points: [Point] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let meta = try container.nestedContainer(keyedBy: Keys.self, forKey: .meta)
      title = try meta.decodeIfPresent(String.self, forKey: .title)
      var list = try container.nestedUnkeyedContainer(forKey: .points)
      while !list.isAtEnd { points.append(try list.decode(Point.self)) }
    }
  }

  /// A type that omits unreadable elements.
  struct Basket: Decodable {
    struct Skipped: Decodable {}
    enum Keys: CodingKey { case id, lines }

    var id: Int
    var lines: [Address] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      id = try container.decode(Int.self, forKey: .id)
      var list = try container.nestedUnkeyedContainer(forKey: .lines)
      while !list.isAtEnd {
        if let line = try? list.decode(Address.self) {
          lines.append(line)
        } else {
          _ = try list.decode(Skipped.self)
        }
      }
    }
  }

  struct Bill: Decodable {
    let id: Int
    let amount: Double
    let count: Int

    enum Keys: CodingKey { case id, amount, count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      id = try container.decode(Int.self, forKey: .id)
      if let amount = try? container.decode(Double.self, forKey: .amount) {
        self.amount = amount
      } else {
        amount = try Self.number(in: container, .amount)
      }
      do {
        count = try container.decode(Int.self, forKey: .count)
      } catch DecodingError.typeMismatch {
        count = try Self.number(in: container, .count)
      }
    }

    private static func number<Number: LosslessStringConvertible>(
      in container: KeyedDecodingContainer<Keys>, _ key: Keys
    ) throws -> Number {
      guard let number = Number(try container.decode(String.self, forKey: key)) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "no number")
      }
      return number
    }
  }
}
