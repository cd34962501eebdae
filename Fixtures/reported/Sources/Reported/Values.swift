import Foundation

// MARK: - Flight-School/AnyCodable#16, #77: 1 is written as true

extension JSONEncoder {
  /// The encoder whose members come in the order of their names, and not in another one each time.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

struct PersonBody<Content: Encodable>: Encodable { let data: Content }

extension Faulty {
  /// Any value, which is asked whether it is a Boolean before it is asked whether it is a number.
  struct AnyEncodable: Encodable {
    let value: Any

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case let number as NSNumber where number == 0 || number == 1:
        try container.encode(number.boolValue)
      case let number as Int: try container.encode(number)
      case let text as String: try container.encode(text)
      case let members as [String: Any]: try container.encode(members.mapValues(AnyEncodable.init))
      default: try container.encodeNil()
      }
    }
  }
}

extension Mended {
  struct Person: Encodable {
    let name: String
    let age: Int
  }
}

// MARK: - swiftlang/swift-corelibs-foundation#5173, smithy-lang/smithy-swift#896,
// RevenueCat/purchases-ios#6138: an amount of 68.32 becomes 68.31999999999999

struct Invoice<Number: Decodable>: Decodable {
  struct Line: Decodable { let price: Number }

  let id: Int
  let amount: Number
  let lines: [Line]
}

extension Faulty {
  /// Decimals are made of doubles.
  static func invoice(_ json: Any) -> Invoice<Decimal>? {
    guard let members = json as? [String: Any], let id = members["id"] as? Int,
      let amount = members["amount"] as? Double, let lines = members["lines"] as? [[String: Any]]
    else { return nil }
    let prices = lines.map { $0["price"] as? Double }
    guard !prices.contains(nil) else { return nil }
    return Invoice(
      id: id, amount: Decimal(amount),
      lines: prices.compactMap(\.self).map { .init(price: Decimal($0)) })
  }
}

// MARK: - swiftlang/swift-foundation#274, #1604: a rating of 18.18 is read as Int

struct Rating<Value: Decodable>: Decodable {
  let id: Int
  let value: Value
}

// MARK: - mattdonnelly/Swifter#164, #33: ids above 2^53 lose their last digits

extension Faulty {
  /// A value whose numbers are all doubles.
  enum Value {
    case number(Double)
    case text(String)
    case object([String: Any])

    init?(_ json: Any?) {
      switch json {
      case let number as NSNumber: self = .number(number.doubleValue)
      case let text as String: self = .text(text)
      case let members as [String: Any]: self = .object(members)
      default: return nil
      }
    }
  }

  final class Tweet {
    let id: Int
    let idText: String
    let quoted: Tweet?

    init?(_ json: Any) {
      guard case .object(let members)? = Value(json),
        case .number(let number)? = Value(members["id"]),
        let id = Int(exactly: number.rounded()), case .text(let text)? = Value(members["id_str"])
      else { return nil }
      self.id = id
      idText = text
      quoted = members["quoted_status"].flatMap(Tweet.init)
      if quoted == nil, members["quoted_status"] != nil { return nil }
    }
  }
}

extension Mended {
  final class Tweet: Decodable {
    let id: Int64
    let idText: String
    let quoted: Tweet?

    enum CodingKeys: String, CodingKey {
      case id
      case idText = "id_str"
      case quoted = "quoted_status"
    }
  }
}

// MARK: - AnderGoig/SwiftInstagram#32, adobe/aepsdk-core-ios#387: one id of many is a number

struct MediaPage<Location: Decodable>: Decodable {
  struct Media: Decodable {
    let id: String
    let location: Location?
  }

  let data: [Media]
  let nextMaxID: String?

  private struct Pagination: Decodable {
    let nextMaxID: String?
    enum CodingKeys: String, CodingKey { case nextMaxID = "next_max_id" }
  }

  private enum CodingKeys: CodingKey { case data, pagination }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    data = try container.decode([Media].self, forKey: .data)
    nextMaxID = try container.decodeIfPresent(Pagination.self, forKey: .pagination)?.nextMaxID
  }
}

extension Faulty {
  struct Location: Decodable {
    let id: String
    let name: String
  }
}

extension Mended {
  struct Location: Decodable {
    let id: String
    let name: String

    private enum CodingKeys: CodingKey { case id, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      if let text = try? container.decode(String.self, forKey: .id) {
        id = text
      } else {
        id = String(try container.decode(Int.self, forKey: .id))
      }
    }
  }
}

// MARK: - woocommerce/woocommerce-ios#4737, #9349: plugins make numbers of prices and ratings

extension Faulty {
  struct Product: Decodable {
    let productID: Int
    let name: String
    let regularPrice: String
    let averageRating: String

    enum CodingKeys: String, CodingKey {
      case name
      case productID = "id"
      case regularPrice = "regular_price"
      case averageRating = "average_rating"
    }
  }
}

extension Mended {
  struct Product: Decodable {
    let productID: Int
    let name: String
    let regularPrice: String
    let averageRating: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Faulty.Product.CodingKeys.self)
      func text(_ key: Faulty.Product.CodingKeys) throws -> String {
        if let text = try? container.decode(String.self, forKey: key) { return text }
        return try container.decode(Decimal.self, forKey: key).description
      }
      productID = try container.decode(Int.self, forKey: .productID)
      name = try container.decode(String.self, forKey: .name)
      regularPrice = try text(.regularPrice)
      averageRating = try text(.averageRating)
    }
  }
}

// MARK: - woocommerce/woocommerce-ios#7510, #3511: a flag is 0 or 1 with some plugins, another null

extension Faulty {
  struct SingleProduct: Decodable {
    let productID: Int
    let purchasable: Bool
    let soldIndividually: Bool

    enum CodingKeys: String, CodingKey {
      case productID = "id"
      case purchasable
      case soldIndividually = "sold_individually"
    }
  }

  /// The fix that was merged: any number but 0 is true, and null is false.
  struct LooseProduct: Decodable {
    let productID: Int
    let purchasable: Bool
    let soldIndividually: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: SingleProduct.CodingKeys.self)
      productID = try container.decode(Int.self, forKey: .productID)
      if let flag = try? container.decode(Bool.self, forKey: .purchasable) {
        purchasable = flag
      } else {
        purchasable = try container.decode(Int.self, forKey: .purchasable) != 0
      }
      let alone = try container.decodeIfPresent(Bool.self, forKey: .soldIndividually)
      soldIndividually = alone ?? false
    }
  }
}

extension Mended {
  struct SingleProduct: Decodable {
    let productID: Int
    let purchasable: Bool
    let soldIndividually: Bool?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Faulty.SingleProduct.CodingKeys.self)
      productID = try container.decode(Int.self, forKey: .productID)
      if let flag = try? container.decode(Bool.self, forKey: .purchasable) {
        purchasable = flag
      } else {
        let number = try container.decode(Int.self, forKey: .purchasable)
        guard number == 0 || number == 1 else {
          throw DecodingError.dataCorruptedError(
            forKey: .purchasable, in: container, debugDescription: "\(number) is no flag")
        }
        purchasable = number == 1
      }
      soldIndividually = try container.decodeIfPresent(Bool.self, forKey: .soldIndividually)
    }
  }
}

// MARK: - woocommerce/woocommerce-ios#5512, RevenueCat/purchases-ios#5639: a text is no URL, or ""

extension Faulty {
  struct Order: Decodable {
    let orderID: Int
    let paymentURL: URL?
    let managementURL: URL?

    enum CodingKeys: String, CodingKey {
      case orderID = "id"
      case paymentURL = "payment_url"
      case managementURL = "management_url"
    }
  }
}

extension Mended {
  /// What is no URL is none.
  struct Order: Decodable {
    let orderID: Int
    let paymentURL: URL?
    let managementURL: URL?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Faulty.Order.CodingKeys.self)
      func link(_ key: Faulty.Order.CodingKeys) throws -> URL? {
        let text = try container.decodeIfPresent(String.self, forKey: key)
        return text.flatMap { $0.isEmpty ? nil : URL(string: $0) }
      }
      orderID = try container.decode(Int.self, forKey: .orderID)
      paymentURL = try link(.paymentURL)
      managementURL = try link(.managementURL)
    }
  }
}
