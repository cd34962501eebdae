import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Elements that lines read by their index", .freshStore)
struct IndexedElementTests {
  private struct Place {
    var latitude: Double
    var longitude: Double?
  }

  /// A mapper that reads the whole array as numbers, at least two.
  private static func mapper(_ place: @escaping @Sendable ([Double]) -> Place) -> MapperUnderTest {
    struct Payload: Decodable {
      var coordinates: [Double]
    }
    return .mapping { data in
      let numbers = try JSONDecoder().decode(Payload.self, from: data).coordinates
      guard numbers.count >= 2 else { throw ByHand.Failure() }
      return place(numbers)
    }
  }

  @Test("An app may read the whole array as values of one type")
  func whole() throws {
    let code = try RightCode(
      """
      "Place": { "map": {
        "coordinates[0]": "longitude: Double", "coordinates[1]": "latitude: Double" } }
      """, as: "Place")
    let found = try code.issues([
      "right": Self.mapper { Place(latitude: $0[1], longitude: $0[0]) },
      "wrong": Self.mapper { Place(latitude: $0[0], longitude: $0[1]) },
    ])
    #expect(found == ["wrong: Place makes another value of coordinates[0], coordinates[1]"])
  }

  @Test("Elements before a read one are of its kind, with other values")
  func before() throws {
    let code = try RightCode(
      #""Place": { "map": { "coordinates[1]": "latitude: Double" } }"#, as: "Place")
    let found = try code.issues([
      "right": Self.mapper { Place(latitude: $0[1]) },
      "wrong": Self.mapper { Place(latitude: $0[0]) },
    ])
    #expect(found == ["wrong: Place makes another value of coordinates[1]"])
  }
}
