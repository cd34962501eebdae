import Foundation

extension JSONDecoder {
  /// The decoder whose keys are turned into camel case.
  static var snakeCase: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

// MARK: - contentauth/c2pa-swift#153: two optional keys are in camel case, and are read in snake case

extension Faulty {
  struct Action: Codable, Equatable {
    let action: String
    let digitalSourceType: String?
    let softwareAgent: String?
    let when: String?

    enum CodingKeys: String, CodingKey {
      case action
      case digitalSourceType = "digital_source_type"
      case softwareAgent = "software_agent"
      case when
    }
  }
}

extension Mended {
  struct Action: Codable, Equatable {
    let action: String
    let digitalSourceType: String?
    let softwareAgent: String?
    let when: String?
  }
}

// MARK: - swiftlang/swift-corelibs-foundation#3752, glideapps/quicktype#1346, adamayoung/TMDb#240:
// the strategy makes "imageUrl" of "image_url", and the coding key says "imageURL"

extension Faulty {
  struct Article: Decodable {
    let _id: String
    let imageURL: String?
    let authorID: Int?
    let languageCode: String?
    let smallURL: String?
    let createdByUserId: Int?

    enum CodingKeys: String, CodingKey {
      case _id, imageURL, authorID, createdByUserId
      case languageCode = "iso_639_1"
      case smallURL = "url_s"
    }
  }
}

extension Mended {
  struct Article: Decodable {
    let _id: String
    let imageURL: String?
    let authorID: Int?
    let languageCode: String?
    let smallURL: String?
    let createdByUserId: Int?

    enum CodingKeys: String, CodingKey {
      case _id, createdByUserId
      case imageURL = "imageUrl"
      case authorID = "authorId"
      case languageCode = "iso6391"
      case smallURL = "urlS"
    }
  }
}

// MARK: - RevenueCat/purchases-ios#1546: the keys of a dictionary are turned into camel case too

struct Envelope<Subscriber: Decodable>: Decodable { let subscriber: Subscriber }

struct Entitlement: Decodable { let productIdentifier: String }

extension Mended {
  /// `JSONDecoder` leaves the keys of a `Dictionary` as they are.
  struct Subscriber: Decodable {
    let originalAppUserId: String
    let entitlements: [String: Entitlement]
  }
}

extension Faulty {
  /// A container's keys are those that the strategy has made.
  struct Subscriber: Decodable {
    let originalAppUserId: String
    let entitlements: [String: Entitlement]

    private struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    private enum CodingKeys: CodingKey { case originalAppUserId, entitlements }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      originalAppUserId = try container.decode(String.self, forKey: .originalAppUserId)
      let named = try container.nestedContainer(keyedBy: Name.self, forKey: .entitlements)
      var entitlements: [String: Entitlement] = [:]
      for name in named.allKeys {
        entitlements[name.stringValue] = try named.decode(Entitlement.self, forKey: name)
      }
      self.entitlements = entitlements
    }
  }
}
