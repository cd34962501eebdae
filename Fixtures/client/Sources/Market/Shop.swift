import Foundation

struct OpeningHours {
  enum Day: String {
    case mon, tue, wed, thu, fri, sat, sun
  }

  let day: Day
  let from: String
  let to: String

  init(_ json: JSONObject) throws {
    guard let day = Day(rawValue: try json.text("day")) else { throw APIError(message: "no day") }
    self.day = day
    from = try json.text("from")
    to = try json.text("to")
  }
}

struct Shop {
  let id: Int
  let name: String
  let tagline: String?
  let latitude: Double
  let longitude: Double
  let address: Address
  let openingHours: [OpeningHours]
  let languages: [String]
}

/// Reads shops of what `JSONSerialization` has read.
enum ShopMapper {
  static func shops(_ json: Any) throws -> [Shop] {
    try JSONObject(json).array("shops").map { try shop(JSONObject($0)) }
  }

  private static func shop(_ json: JSONObject) throws -> Shop {
    let location = try json.object("location")
    #if MENDED
      let (latitude, longitude) = ("lat", "lng")
      let hours = try json.array("opening_hours").map { try OpeningHours(JSONObject($0)) }
    #else
      let (latitude, longitude) = ("lng", "lat")
      let hours = try json.array("opening_hours").compactMap { try? OpeningHours(JSONObject($0)) }
    #endif
    return Shop(
      id: try json.int("id"), name: try json.text("name"),
      tagline: try json.optionalText("tagline"),
      latitude: try location.double(latitude), longitude: try location.double(longitude),
      address: try Address(json.object("address")), openingHours: hours,
      languages: try json.texts("languages"))
  }
}
