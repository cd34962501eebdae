import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import ContractTesting

@Suite("A store may keep a part of a response", .freshStore)
struct StoreOfPartsTests {
  private struct Review: Decodable {
    var id: Int
    var text: String
  }

  private struct Store {
    var reviews: [Review] = []
    var repeats = false

    mutating func load(_ data: Data) throws {
      struct Page: Decodable {
        struct Meta: Decodable { var next: Int }
        var data: [Review]
        var meta: Meta
      }
      for review in try JSONDecoder().decode(Page.self, from: data).data {
        if !repeats { reviews.removeAll { $0.id == review.id } }
        reviews.append(review)
      }
    }
  }

  private func run(repeats: Bool = false) throws -> (texts: [String], notes: [String]) {
    let trial = try Trial([
      "reviews.contract.json": #"""
      {
        "contract": 1,
        "endpoints": { "GET /reviews": { "data": "[Review]", "meta": "Page" } },
        "mappings": {
          "Review": { "identifiedBy": "id", "map": { "id": "Int", "text": "String" } },
          "Page": { "map": { "next": "Int" } }
        }
      }
      """#
    ])
    var settings = MapperTestSettings()
    settings.histories = 60
    let test = try MapperTest(
      stores: { Store(repeats: repeats) },
      loading: ["GET /reviews": { data, store in try store.load(data) }],
      objects: { $0.reviews }, keeps: Contract("reviews", filePath: trial.filePath),
      settings: settings)
    let texts = test.violations().map(\.description)
    return (texts, texts.isEmpty ? test.verify().notes : [])
  }

  @Test("Objects of a type that the store never shows are not expected, with a note")
  func never() throws {
    let (texts, notes) = try run()
    #expect(texts == [])
    #expect(
      notes == [
        "the store never shows Page, so that nothing of these is compared; if the app keeps them, "
          + "objects: has to show them"
      ])
  }

  @Test("Objects that the store shows are compared all the same")
  func others() throws {
    let texts = try run(repeats: true).texts
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("the store has 2 Review objects, and the contract 1 Review object")
        == true, "\(texts)")
  }
}
