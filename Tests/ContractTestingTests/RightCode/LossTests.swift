import ContractTesting
import Foundation
import TestSupport
import Testing

/// Reads absent and unreadable values as `nil`.
@propertyWrapper private struct Lossy<Value: Decodable>: Decodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    wrappedValue = try? decoder.singleValueContainer().decode(Value.self)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode<Value>(
    _ type: Lossy<Value>.Type, forKey key: Key
  ) throws -> Lossy<Value> {
    try decodeIfPresent(type, forKey: key) ?? Lossy(wrappedValue: nil)
  }
}

@Suite("Invalid values may be lost if the test says so", .freshStore)
struct LossTests {
  private func code(_ tolerating: Tolerances) throws -> RightCode {
    try RightCode(
      """
      "Order": { "identifiedBy": "orderId", "map": {
        "id": "orderId: Int", "payment_url?": "paymentURL: URL?", "images": "images: [Image]",
        "rank": "rank: Int" } },
      "Image": { "map": { "src": "src: URL", "width?": "width: Int?" } }
      """, as: "Order", tolerating: tolerating)
  }

  /// The losses of all styles: a list loses its bad elements, whatever is wrong with them.
  private static let losses: Tolerances = [
    "Order.paymentURL": [.invalid], "Order.images": [.invalid, .missing, .null],
    "Order.rank": [.invalid],
  ]

  private struct Image: Decodable {
    var src: URL
    var width: Int?
  }

  /// A list of the readable elements.
  private struct LossyList<Element: Decodable>: Decodable {
    var elements: [Element]

    init(from decoder: any Decoder) throws {
      elements = try [Lossy<Element>](from: decoder).compactMap(\.wrappedValue)
    }
  }

  @Test("A list that is the payload may leave out each bad element")
  func rootList() throws {
    func issues(_ type: String, _ tolerating: Tolerances, drops: Bool) throws -> [String] {
      let code = try RightCode(
        """
        "Image": { "map": { "src": "src: URL", "width?": "width: Int?", "kind": "'a' | 'b'" } }
        """, as: type, tolerating: tolerating)
      struct Kind: Decodable {
        var src: URL
        var width: Int?
        var kind: Letter
        enum Letter: String, Decodable { case a, b }
      }
      let mapper: MapperUnderTest = .mapping { data in
        let images = try JSONDecoder().decode(LossyList<Kind>.self, from: data).elements
        return drops ? Array(images.dropFirst()) : images
      }
      return try MapperTest(
        mapper, keeps: code.contract, as: code.type, tolerating: code.tolerating
      ).violations().map(\.description)
    }
    let all: Tolerances = [.invalid, .missing, .null, .unknownCase]
    let right = try issues("[Image]", all, drops: false)
    #expect(right == [])
    #expect(try issues("[Image]", all, drops: true).count == 1)
    #expect(try !issues("[Image]", [.invalid], drops: false).isEmpty)
    #expect(try !issues("[Image]", [], drops: false).isEmpty)
  }

  @Test("Codable wrappers may accept absent values too")
  func codable() throws {
    struct Order: Decodable {
      var orderId: Int
      @Lossy var paymentURL: URL?
      var images: LossyList<Image>
      @Lossy var rank: Int?

      enum CodingKeys: String, CodingKey {
        case orderId = "id"
        case paymentURL = "payment_url"
        case images, rank
      }
    }
    let tolerating = Self.losses.union(["Order.rank": [.missing, .null]])
    let found = try code(tolerating).issues(["Codable": .decoding(Order.self)])
    #expect(found == [])
  }

  @Test("A value on the way to what a line reads is lost like the line's own")
  func onTheWay() throws {
    struct Song {
      var artists: [String]
    }
    let code = try RightCode(
      #""Song": { "map": { "artists[].name": "artists: [String]" } }"#, as: "Song",
      tolerating: [.invalid, .missing, .null])
    let found = try code.issues([
      "casts": .mappingJSON { json in
        let artists = try ByHand.object(json)["artists"] as? [[String: Any]] ?? []
        return Song(artists: artists.compactMap { $0["name"] as? String })
      }
    ])
    #expect(found == [])
  }

  @Test("Unlisted elements may be left out")
  func unlisted() throws {
    struct Task {
      var labels: [String]
    }
    let code = try RightCode(
      #""Task": { "map": { "labels": "labels: ['a' | 'b']" } }"#, as: "Task",
      tolerating: [.invalid, .missing, .null, .unknownCase])
    let found = try code.issues([
      "filter": .mappingJSON { json in
        let labels = try ByHand.object(json)["labels"] as? [Any] ?? []
        return Task(labels: labels.compactMap { $0 as? String }.filter { ["a", "b"].contains($0) })
      }
    ])
    #expect(found == [])
  }

  @Test("A few lines of a test allow losses")
  func shortWay() throws {
    struct Product: Decodable {
      var id: Int
      @Lossy var url: URL?
      var images: LossyList<Image>
    }
    let contract = try OneContract.of(
      mappings: """
        "Product": { "map": { "id": "Int", "url?": "url: URL?", "images": "[Image]" } },
        "Image": { "map": { "src": "src: URL", "width?": "width: Int?" } }
        """)
    try expect(
      .decoding([Product].self), keeps: contract, as: "[Product]",
      tolerating: ["Product.url": [.invalid], "Product.images": [.invalid, .missing, .null]])
  }

  @Test("Hand-written Codable may drop the list for a bad element, and treat a bad rank as absent")
  func codableByHand() throws {
    struct Order: Decodable {
      var orderId: Int
      var paymentURL: URL?
      var images: [Image]
      var rank: Int

      enum CodingKeys: String, CodingKey {
        case orderId = "id"
        case paymentURL = "payment_url"
        case images, rank
      }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        orderId = try values.decode(Int.self, forKey: .orderId)
        let text = try? values.decodeIfPresent(String.self, forKey: .paymentURL)
        paymentURL = text.flatMap { URL(string: $0) }
        images = (try? values.decode([Image].self, forKey: .images)) ?? []
        rank = (try? values.decode(Int.self, forKey: .rank)) ?? -1
      }
    }
    // The contract does not say that an absent rank is −1; the value of a wrong rank follows from
    // it.
    let found = try code(Self.losses).issues(["by hand": .decoding(Order.self)])
    #expect(found == ["by hand: Order takes an absent or null rank"])
  }

  // MARK: - By hand

  private struct Order {
    let orderId: Int
    let paymentURL: URL?
    let images: [Image]
    let rank: Int?
  }

  /// - Parameters:
  ///   - rank: The value of a rank that is not a number.
  ///   - losesID: Whether an invalid identity becomes 0.
  private static func order(_ json: Any, rank: Int? = nil, losesID: Bool = false) throws -> Order {
    func image(_ json: Any) throws -> Image {
      let json = try ByHand.object(json)
      guard let src = URL(string: try ByHand.text(json["src"])) else { throw ByHand.Failure() }
      return Image(src: src, width: try ByHand.optional(json["width"], ByHand.int))
    }
    let json = try ByHand.object(json)
    guard let images = json["images"], let own = json["rank"], !(own is NSNull) else {
      throw ByHand.Failure()
    }
    let id = try losesID ? (try? ByHand.int(json["id"])) ?? 0 : ByHand.int(json["id"])
    return Order(
      orderId: id, paymentURL: (json["payment_url"] as? String).flatMap { URL(string: $0) },
      images: (images as? [Any] ?? []).compactMap { try? image($0) },
      rank: (try? ByHand.int(own)) ?? rank)
  }

  private static func store(rank: Int? = nil) -> MapperUnderTest {
    .mapping(into: [Int: Order]()) { data, store in
      let json = try ByHand.object(JSONSerialization.jsonObject(with: data))
      let order = try order(json, rank: rank)
      let url = json["payment_url"] == nil ? store[order.orderId]?.paymentURL : order.paymentURL
      store[order.orderId] = Order(
        orderId: order.orderId, paymentURL: url, images: order.images, rank: order.rank)
    } objects: { store in
      store.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  @Test("Hand-written mappers of dictionaries, and stores, may lose invalid values")
  func byHand() throws {
    let found = try code(Self.losses).issues([
      "closure": .mappingJSON { try Self.order($0) }, "store": Self.store(),
    ])
    #expect(found == [])
  }

  @Test("Asynchronous mappers may lose invalid values")
  func awaiting() async throws {
    let found = try await code(Self.losses).issues(
      .mappingJSON { json in
        await Task.yield()
        return try Self.order(json)
      })
    #expect(found == [])
  }

  @Test(
    "Other values than nil or the default, and losses without leave, are reported",
    .enabled(if: TestDepth.isFull))
  func wrong() throws {
    let values = try code(Self.losses).issues([
      "closure": .mappingJSON { try Self.order($0, rank: 7) }, "store": Self.store(rank: 7),
    ])
    #expect(
      values == [
        "closure: Order takes an invalid rank", "store: Order takes an invalid rank",
      ])
    let identity = try code(Self.losses).issues([
      "closure": .mappingJSON { try Self.order($0, losesID: true) }
    ])
    #expect(identity == ["closure: Order reads an absent, null or invalid id as 0"])
    let elements = try code([
      "Order.paymentURL": [.invalid], "Order.images": [.invalid], "Order.rank": [.invalid],
    ]).issues(["closure": .mappingJSON { try Self.order($0) }])
    #expect(
      elements == [
        "closure: Order reads a null images as an empty collection",
        "closure: Order leaves out elements of images that the contract refuses",
      ])
  }

  @Test("Values may be lost only if the test allows it")
  func untold() throws {
    let found = try code([]).issues(["closure": .mappingJSON { try Self.order($0) }])
    #expect(!found.isEmpty)
  }
}
