import Foundation

// MARK: - TootSDK/TootSDK#127: an instance's address is null

struct Instance<Email: Decodable>: Decodable {
  let uri: String
  let email: Email
}

// MARK: - Peter-Schorn/SpotifyAPI#57, #59, #64: images are null where they were []

struct Page<Item: Decodable>: Decodable {
  let items: [Item]
  let next: String?
}

struct Image: Decodable { let url: URL }

extension Faulty {
  struct Playlist: Decodable {
    let id: String
    let images: [Image]
  }
}

extension Mended {
  struct Playlist: Decodable {
    let id: String
    let images: [Image]

    private enum CodingKeys: CodingKey { case id, images }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      images = try container.decodeIfPresent([Image].self, forKey: .images) ?? []
    }
  }
}

// MARK: - tristanhimmelman/ObjectMapper#943, #263: a list with a null is nil

extension Faulty {
  struct Package {
    let id: Int
    let benefits: [String]?

    init?(_ json: Any) {
      guard let members = json as? [String: Any], let id = members["id"] as? Int else { return nil }
      self.id = id
      benefits = members["benefits"] as? [String]
    }
  }
}

extension Mended {
  /// Reads what is a text, and leaves out the rest.
  struct Package: Decodable {
    let id: Int
    let benefits: [String]?

    private enum CodingKeys: CodingKey { case id, benefits }
    private struct Benefit: Decodable {
      let text: String?
      init(from decoder: any Decoder) { text = try? String(from: decoder) }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      benefits = try container.decodeIfPresent([Benefit].self, forKey: .benefits)?.compactMap(
        \.text)
    }
  }
}

// MARK: - Shopify/checkout-sheet-kit-swift#581: any error of decoding makes an empty event

struct Completed: Decodable {
  struct Money: Decodable {
    let amount: Decimal
    let currencyCode: String
  }

  struct Line: Decodable {
    let title: String
    let quantity: Int
  }

  var orderID = ""
  var total: Money?
  var lines: [Line] = []

  private struct Details: Decodable {
    struct Cart: Decodable {
      struct Price: Decodable { let total: Money? }
      let price: Price?
      let lines: [Line]
    }

    let id: String
    let cart: Cart
  }

  private enum CodingKeys: CodingKey { case orderDetails }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let details = try container.decode(Details.self, forKey: .orderDetails)
    orderID = details.id
    total = details.cart.price?.total
    lines = details.cart.lines
  }
}

extension Faulty {
  static func completed(_ data: Data) -> Completed {
    (try? JSONDecoder().decode(Completed.self, from: data)) ?? Completed()
  }
}
