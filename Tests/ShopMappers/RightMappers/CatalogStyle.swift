import Foundation
import MapperTesting

/// Mappers of `Fixtures/quality/catalogs.contract.json`: they make objects of empty ones, drop bad
/// URLs, ignore owners, and have editors in the order of a dictionary.
enum CatalogStyle {
  struct Picture: Decodable {
    var caption: String?
    var size: Size?
  }

  struct Size: Decodable { var width: Int? }

  struct Editor {
    var name: String
    var role: String
  }

  struct Item: Decodable {
    var itemId: Int
    var title: String
    var price: Double?

    enum CodingKeys: String, CodingKey {
      case itemId = "id"
      case title, price
    }
  }

  struct Place: Decodable {
    var geo: Geo?

    struct Geo: Decodable { var lat: Double? }
  }

  /// The decoded payload of a catalog.
  struct Catalog: Decodable {
    var catalogId: Int
    var url: URL?
    var cover: Picture?
    var pictures: [Picture]
    var byPlace: [String: Picture]
    var editors: [Editor]
    var place: Place?
    var featured: Item?
    var items: [Item]

    enum CodingKeys: String, CodingKey {
      case catalogId = "id"
      case url, cover, pictures
      case byPlace = "by_place"
      case editors, place, featured, items
    }

    private struct Role: Decodable { var role: String }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      catalogId = try values.decode(Int.self, forKey: .catalogId)
      let address = try? values.decodeIfPresent(String.self, forKey: .url)
      url = address.flatMap { URL(string: $0) }
      cover = try values.decodeIfPresent(Picture.self, forKey: .cover)
      pictures = try values.decode([Picture].self, forKey: .pictures)
      byPlace = try values.decode([String: Picture].self, forKey: .byPlace)
      editors = try values.decode([String: Role].self, forKey: .editors).map {
        Editor(name: $0, role: $1.role)
      }
      place = try values.decodeIfPresent(Place.self, forKey: .place)
      featured = try values.decodeIfPresent(Item.self, forKey: .featured)
      items = try values.decode([Item].self, forKey: .items)
    }
  }

  // MARK: - Objects

  final class KeptItem {
    let itemId: Int
    var title = ""
    var price: Double?

    init(_ id: Int) { itemId = id }
  }

  final class KeptCatalog {
    let catalogId: Int
    var url: URL?
    var cover: Picture?
    var pictures: [Picture] = []
    var byPlace: [String: Picture] = [:]
    var editors: [Editor] = []
    var latitude: Double?
    var featured: KeptItem?
    var items: [KeptItem] = []

    init(_ id: Int) { catalogId = id }
  }

  /// A store with one object per identity.
  final class Shelf {
    private(set) var catalogs: [Int: KeptCatalog] = [:]
    private(set) var items: [Int: KeptItem] = [:]
    private let appliesFeaturedLast: Bool

    init(appliesFeaturedLast: Bool = false) { self.appliesFeaturedLast = appliesFeaturedLast }

    /// Reads with `Codable`, and checks the JSON for the keys that are present.
    func load(_ data: Data) throws -> [KeptCatalog] {
      let mentions = try JSONDecoder().decode([Catalog].self, from: data)
      let all = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
      return zip(mentions, all).map { update($0, $1) }
    }

    private func update(_ mention: Catalog, _ json: [String: Any]) -> KeptCatalog {
      let catalog = catalogs[mention.catalogId] ?? KeptCatalog(mention.catalogId)
      catalogs[mention.catalogId] = catalog
      if json["url"] != nil { catalog.url = mention.url }
      if json["cover"] != nil { catalog.cover = mention.cover }
      (catalog.pictures, catalog.byPlace) = (mention.pictures, mention.byPlace)
      catalog.editors = mention.editors
      let geo = (json["place"] as? [String: Any])?["geo"] as? [String: Any]
      if geo?["lat"] != nil { catalog.latitude = mention.place?.geo?.lat }
      let ofItems = json["items"] as? [[String: Any]] ?? []
      let applyItems = {
        catalog.items = zip(mention.items, ofItems).map { self.update($0, $1) }
      }
      if appliesFeaturedLast { applyItems() }
      if let featured = mention.featured, let json = json["featured"] as? [String: Any] {
        catalog.featured = update(featured, json)
      } else if json["featured"] != nil {
        catalog.featured = nil
      }
      if !appliesFeaturedLast { applyItems() }
      return catalog
    }

    private func update(_ mention: Item, _ json: [String: Any]) -> KeptItem {
      let item = items[mention.itemId] ?? KeptItem(mention.itemId)
      items[mention.itemId] = item
      item.title = mention.title
      if json["price"] != nil { item.price = mention.price }
      return item
    }

    var objectsByType: [String: [Any]] {
      [
        "Catalog": catalogs.sorted { $0.key < $1.key }.map(\.value),
        "Item": items.sorted { $0.key < $1.key }.map(\.value),
      ]
    }
  }

  /// An error whose text never repeats.
  struct Failure: Error, CustomStringConvertible {
    let description = "no catalog: \(UUID())"
  }
}
