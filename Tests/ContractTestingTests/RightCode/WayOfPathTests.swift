import ContractTesting
import Foundation
import Testing

@Suite("Objects on the path of an optional line may be absent", .freshStore)
struct WayOfPathTests {
  private func code() throws -> RightCode {
    try RightCode(
      #""Spot": { "identifiedBy": "id", "map": { "id": "id: Int", "place.geo.lat?": "lat: Double" } }"#,
      as: "Spot")
  }

  private struct Spot: Decodable {
    var id: Int
    var place: Place?

    struct Place: Decodable { var geo: Geo? }
    struct Geo: Decodable { var lat: Double? }
  }

  private struct SpotByHand: Decodable {
    var id: Int
    var lat: Double?

    enum CodingKeys: CodingKey { case id, place, geo, lat }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(Int.self, forKey: .id)
      guard values.contains(.place) else { return }
      let place = try values.nestedContainer(keyedBy: CodingKeys.self, forKey: .place)
      guard place.contains(.geo) else { return }
      let geo = try place.nestedContainer(keyedBy: CodingKeys.self, forKey: .geo)
      lat = try geo.decodeIfPresent(Double.self, forKey: .lat)
    }
  }

  private struct Flat {
    var id: Int
    var lat: Double?
  }

  private static func spot(_ json: Any, needsGeo: Bool = false) throws -> Flat {
    let json = try ByHand.object(json)
    let place = try ByHand.optional(json["place"], ByHand.object)
    let geo = try ByHand.optional(place?["geo"], ByHand.object)
    if needsGeo, place != nil, geo == nil { throw ByHand.Failure() }
    let lat = try ByHand.optional(geo?["lat"]) { value in
      guard let number = value as? NSNumber, String(cString: number.objCType) != "c" else {
        throw ByHand.Failure()
      }
      return number.doubleValue
    }
    return Flat(id: try ByHand.int(json["id"]), lat: lat)
  }

  private static var store: MapperUnderTest {
    .mapping(into: [Int: Flat]()) { data, store in
      let json = try JSONSerialization.jsonObject(with: data)
      let spot = try spot(json)
      let place = (json as? [String: Any])?["place"] as? [String: Any]
      let isThere = (place?["geo"] as? [String: Any])?["lat"] != nil
      store[spot.id] = Flat(id: spot.id, lat: isThere ? spot.lat : store[spot.id]?.lat)
    } objectsByType: { store in
      ["Spot": store.sorted { $0.key < $1.key }.map(\.value)]
    }
  }

  @Test("Codable optionals, nested containers, dictionaries and stores pass")
  func right() throws {
    let found = try code().issues([
      "Codable": .decoding(Spot.self).reading { (spot: Spot) in ["lat": spot.place?.geo?.lat] },
      "by hand": .decoding(SpotByHand.self), "closure": .mappingJSON { try Self.spot($0) },
      "store": Self.store,
    ])
    #expect(found == [])
  }

  @Test("Asynchronous mappers pass")
  func awaiting() async throws {
    let found = try await code().issues(
      .mappingJSON { json in
        await Task.yield()
        return try Self.spot(json)
      })
    #expect(found == [])
  }

  @Test("A mapper that needs such an object is reported, for each object")
  func wrong() throws {
    struct NeedsPlace: Decodable {
      var id: Int
      var place: Place

      struct Place: Decodable { var geo: Spot.Geo? }
    }
    let found = try code().issues([
      "place": .decoding(NeedsPlace.self).reading { (spot: NeedsPlace) in
        ["lat": spot.place.geo?.lat]
      },
      "geo": .mappingJSON { try Self.spot($0, needsGeo: true) },
    ])
    #expect(
      found == [
        "place: the mapper refuses what the contract admits",
        "geo: the mapper refuses what the contract admits",
      ])
  }
}
