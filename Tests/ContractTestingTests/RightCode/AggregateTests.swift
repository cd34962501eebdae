import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Objects made of members of the object around them", .freshStore)
struct AggregateTests {
  private struct Address: Decodable {
    var street: String
  }

  private struct Coordinate: Decodable {
    var lat: Double
    var lon: Double
  }

  private enum Keys: CodingKey { case name, street }

  private static let mappings = """
    "Address": { "map": { "street": "String" } },
    "Coordinate": { "map": { "lat": "Double", "lon": "Double" } }
    """

  @Test("Two objects of one place may be required")
  func two() throws {
    struct Stop: Decodable {
      var name: String
      var address: Address
      var coordinate: Coordinate

      init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
        address = try Address(from: decoder)
        coordinate = try Coordinate(from: decoder)
      }
    }
    let code = try RightCode(
      #""Stop": { "map": { "name": "String", "": ["address: Address", "coordinate: Coordinate"] } }, "#
        + Self.mappings, as: "[Stop]")
    #expect(try code.issues(["Codable": .decoding([Stop].self)]) == [])
  }

  @Test("Dots lead into a type of the app that no line of the contract makes")
  func dots() throws {
    struct Stop {
      var name: String
      var coordinate: Coordinate
    }
    let code = try RightCode(
      """
      "Stop": { "map": {
        "name": "String", "lat": "coordinate.lat: Double", "lon": "coordinate.lon: Double" } }
      """, as: "[Stop]")
    let mapper = { (swaps: Bool) in
      MapperUnderTest.mapping { data in
        struct Flat: Decodable {
          var name: String
          var lat: Double
          var lon: Double
        }
        return try JSONDecoder().decode([Flat].self, from: data).map { flat in
          let coordinate = Coordinate(
            lat: swaps ? flat.lon : flat.lat, lon: swaps ? flat.lat : flat.lon)
          return Stop(name: flat.name, coordinate: coordinate)
        }
      }
    }
    let found = try code.issues(["right": mapper(false), "wrong": mapper(true)])
    #expect(found == ["wrong: Stop makes another value of lat, lon"])
  }

  @Test("An object is optional if its type ends with ?")
  func optional() throws {
    struct Stop: Decodable {
      var name: String
      var address: Address?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        address = container.contains(.street) ? try Address(from: decoder) : nil
      }
    }
    let line = #""Stop": { "map": { "name": "String", "": "address: Address"#
    let found = try [#"?" } }, "#, #"" } }, "#].map { end in
      try RightCode(line + end + Self.mappings, as: "[Stop]")
        .issues(["Codable": .decoding([Stop].self)])
    }
    #expect(found == [[], ["Codable: Stop reads an invalid address as nil"]])
  }
}
