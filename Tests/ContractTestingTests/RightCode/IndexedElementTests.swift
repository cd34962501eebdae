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

  private struct Quote: Codable {
    var text: String
  }

  private struct Page {
    var best: Quote
  }

  @Test("An app may read the whole array as objects of one type")
  func objects() throws {
    struct Payload: Decodable {
      var quotes: [Quote]
    }
    let code = try RightCode(
      """
      "Page": { "map": { "quotes[1]": "best: Quote" } }, "Quote": { "map": { "text": "String" } }
      """, as: "Page")
    let found = try code.issues([
      "right": .mapping { data in
        let quotes = try JSONDecoder().decode(Payload.self, from: data).quotes
        guard quotes.count >= 2 else { throw ByHand.Failure() }
        return Page(best: quotes[1])
      }
    ])
    #expect(found == [])
  }

  @Test("Of an array that lines read through every element, no element may be lost")
  func everyElement() throws {
    struct Names {
      var names: [String]
    }
    let code = try RightCode(
      #""Names": { "map": { "quotes[].text": "names: [String]" } }"#, as: "Names")
    let found = try code.issues([
      "wrong": .mappingJSON { json in
        let quotes = try ByHand.list(ByHand.object(json)["quotes"])
        return Names(
          names: try quotes.compactMap { $0 as? [String: Any] }.map { try ByHand.text($0["text"]) })
      }
    ])
    #expect(
      found == ["wrong: Names takes an invalid quotes[].text"])
  }

  @Test("An element that a condition reads has only what is read")
  func condition() throws {
    struct Pair {
      var value: Int
    }
    let code = try RightCode(
      """
      "Pair": { "unknownKeys": "error", "map": { "a[1].v": "value: Int" },
        "cases": [{ "when": { "a[0].kind": "u" }, "use": {} }] }
      """, as: "Pair")
    let found = try code.issues([
      "right": .mappingJSON { json in
        let list = try ByHand.list(ByHand.object(json)["a"]).map(ByHand.object)
        guard list.count >= 2, try ByHand.text(list[0]["kind"]) == "u" else {
          throw ByHand.Failure()
        }
        return Pair(value: try ByHand.int(list[1]["v"]))
      }
    ])
    #expect(found == [])
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

  @Test("A null element on the way of an optional key path may be refused")
  func nullElement() throws {
    struct Payload: Decodable {
      struct Photo: Decodable { var url: URL? }
      var photos: [Photo]?
    }
    struct User { var url: URL? }
    let code = try RightCode(
      #""User": { "map": { "photos.0.url?": "url: URL?" } }"#, as: "User")
    func user(_ change: @escaping (URL?) throws -> URL?) -> MapperUnderTest {
      .mapping { data in
        let payload = try JSONDecoder().decode(Payload.self, from: data)
        return User(url: try change(payload.photos?.first?.url))
      }
    }
    let found = try code.issues([
      "right": user { $0 },
      "wrong": user { url in
        guard let url else { throw ByHand.Failure() }
        return url
      },
    ])
    #expect(
      found == [
        "wrong: the mapper refuses what the contract admits",
        "wrong: User refuses an absent or null photos.0.url, which the contract allows",
      ])
  }

  @Test("An object where lines read an optional element may be refused, or lacks the element")
  func objectForList() throws {
    struct User {
      var id: Int
      var phone: String?
    }
    let code = try RightCode(
      #""User": { "map": { "id": "Int", "phones.0?": "phone: String?" } }"#, as: "User")
    func user(_ first: @escaping (Any?) throws -> Any?) -> MapperUnderTest {
      .mappingJSON { json in
        let user = try ByHand.object(json)
        let phone = try user["phones"].flatMap { $0 is NSNull ? nil : try first($0) }
        return User(
          id: try ByHand.int(user["id"]), phone: try ByHand.optional(phone, ByHand.text))
      }
    }
    let found = try code.issues([
      "list": user { try ByHand.list($0).first },
      "either": user { $0 is [String: Any] ? nil : try ByHand.list($0).first },
      "other": user { $0 is [String: Any] ? "x" : try ByHand.list($0).first },
      "full": user { json in
        guard let first = try ByHand.list(json).first else { throw ByHand.Failure() }
        return first
      },
    ])
    #expect(
      found == [
        "other: User makes another value of an absent phones.0",
        "full: the mapper refuses what the contract admits",
      ])
  }
}
