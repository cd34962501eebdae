import Foundation

// MARK: - soto-project/soto-core#103, priore/SOAPEngine#111: a list of one comes without brackets

struct API: Decodable {
  let id: String
  let name: String
}

struct APIList<Items: Decodable>: Decodable {
  struct Embedded: Decodable {
    let items: Items?

    enum CodingKeys: String, CodingKey { case items = "item" }
  }

  let embedded: Embedded?

  enum CodingKeys: String, CodingKey { case embedded = "_embedded" }
}

extension Mended {
  struct APIList: Decodable {
    struct Embedded { let items: [API]? }

    let embedded: Embedded?

    private struct OneOrMore: Decodable {
      let elements: [API]

      init(from decoder: any Decoder) throws {
        if let elements = try? [API](from: decoder) {
          self.elements = elements
        } else {
          elements = [try API(from: decoder)]
        }
      }
    }

    init(from decoder: any Decoder) throws {
      let embedded = try Reported.APIList<OneOrMore>(from: decoder).embedded
      self.embedded = embedded.map { Embedded(items: $0.items?.elements) }
    }
  }
}

// MARK: - feditext/feditext#500: a quote is a status on some servers, and has a state on others

extension Faulty {
  final class Status: Decodable {
    let id: String
    let content: String
    let quote: Status?
  }
}

private enum QuoteKeys: String, CodingKey {
  case state
  case quotedStatus = "quoted_status"
}

extension Mended {
  final class Status: Decodable {
    let id: String
    let content: String
    let quote: Quote?
  }

  enum Quote: Decodable {
    case status(Status)
    case quote(state: String, quotedStatus: Status?)

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: QuoteKeys.self)
      if container.contains(.state) {
        self = .quote(
          state: try container.decode(String.self, forKey: .state),
          quotedStatus: try container.decodeIfPresent(Status.self, forKey: .quotedStatus))
      } else {
        self = .status(try Status(from: decoder))
      }
    }
  }

  final class FlatStatus: Decodable {
    let id: String
    let content: String
    let quote: FlatQuote?
  }

  /// Either is one type, as the views need no more.
  struct FlatQuote: Decodable {
    let state: String?
    let quotedStatus: FlatStatus?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: QuoteKeys.self)
      if container.contains(.state) {
        state = try container.decode(String.self, forKey: .state)
        quotedStatus = try container.decodeIfPresent(FlatStatus.self, forKey: .quotedStatus)
      } else {
        state = nil
        quotedStatus = try FlatStatus(from: decoder)
      }
    }
  }
}

// MARK: - lcharlick/PlexKit#7: there is a new type of library

struct Sections<Kind: Decodable>: Decodable {
  struct Library: Decodable {
    let key: String
    let title: String
    let type: Kind
  }

  struct Container: Decodable {
    let directory: [Library]

    enum CodingKeys: String, CodingKey { case directory = "Directory" }
  }

  let mediaContainer: Container

  enum CodingKeys: String, CodingKey { case mediaContainer = "MediaContainer" }
}

extension Faulty {
  enum Kind: String, Decodable { case movie, show, artist, photo }
}

extension Mended {
  /// Keeps the text of what is new.
  enum Kind: Decodable, Equatable, RawRepresentable {
    case movie, show, artist, photo
    case unknown(String)

    init(rawValue: String) {
      switch rawValue {
      case "movie": self = .movie
      case "show": self = .show
      case "artist": self = .artist
      case "photo": self = .photo
      default: self = .unknown(rawValue)
      }
    }

    var rawValue: String {
      switch self {
      case .movie: "movie"
      case .show: "show"
      case .artist: "artist"
      case .photo: "photo"
      case .unknown(let text): text
      }
    }
  }

  /// Has one case for all that is new.
  enum PlainKind: String, Decodable {
    case movie, show, artist, photo, unknown

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      self = Self(rawValue: text) ?? .unknown
    }
  }
}

// MARK: - woocommerce/woocommerce-ios#16141, wordpress-mobile/WordPress-iOS#24860: a list comes as
// an object whose keys are positions

struct Meta: Decodable {
  let metaID: Int
  let key: String

  enum CodingKeys: String, CodingKey {
    case metaID = "id"
    case key
  }
}

extension Faulty {
  struct MetaProduct: Decodable {
    let productID: Int
    let metaData: [Meta]

    enum CodingKeys: String, CodingKey {
      case productID = "id"
      case metaData = "meta_data"
    }
  }
}

extension Mended {
  struct MetaProduct: Decodable {
    let productID: Int
    let metaData: [Meta]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Faulty.MetaProduct.CodingKeys.self)
      productID = try container.decode(Int.self, forKey: .productID)
      if let list = try? container.decode([Meta].self, forKey: .metaData) {
        metaData = list
      } else {
        metaData = try container.decode([String: Meta].self, forKey: .metaData)
          .sorted { $0.key.localizedStandardCompare($1.key) == .orderedAscending }.map(\.value)
      }
    }
  }
}

// MARK: - tristanhimmelman/ObjectMapper#304: a distance that is not known is []

extension Faulty {
  struct Route: Decodable {
    let name: String
    let distanceText: String

    private enum CodingKeys: CodingKey { case name, distance }
    private struct Distance: Decodable { let text: String }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      distanceText = try container.decode(Distance.self, forKey: .distance).text
    }
  }
}

extension Mended {
  struct Route: Decodable {
    let name: String
    let distanceText: String?

    private enum CodingKeys: CodingKey { case name, distance }
    private struct Distance: Decodable { let text: String }
    private struct Nothing: Decodable {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      if let list = try? container.decode([Nothing].self, forKey: .distance), list.isEmpty {
        distanceText = nil
      } else {
        distanceText = try container.decode(Distance.self, forKey: .distance).text
      }
    }
  }
}
