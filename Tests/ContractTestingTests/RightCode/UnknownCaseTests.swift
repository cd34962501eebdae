import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Unknown cases may be left out of a list if the test says so", .freshStore)
struct UnknownCaseTests {
  private func code(_ tolerating: Tolerances) throws -> RightCode {
    try RightCode(
      """
      "Task": { "map": {
        "title": "title: String", "labels": "labels: ['red' | 'green' | 'blue']",
        "parts": "parts: [Part]" } },
      "Part": { "switch": "type", "cases": { "text": "Text", "image": "Image" } },
      "Text": { "map": { "body": "body: String" } },
      "Image": { "map": { "src": "src: String" } }
      """, as: "Task", tolerating: tolerating)
  }

  private static let losses: Tolerances = [
    "Task.labels": [.unknownCase], "parts": [.unknownCase],
  ]

  private enum Label: String, Decodable {
    case red, green, blue
  }

  private enum Part: Decodable {
    case text(body: String)
    case image(src: String)
    case unknown

    private enum CodingKeys: CodingKey { case type, body, src }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      switch try values.decode(String.self, forKey: .type) {
      case "text": self = .text(body: try values.decode(String.self, forKey: .body))
      case "image": self = .image(src: try values.decode(String.self, forKey: .src))
      default: self = .unknown
      }
    }

    var isKnown: Bool { if case .unknown = self { false } else { true } }
  }

  private struct Task: Decodable {
    var title: String
    var labels: [Label]
    var parts: [Part]

    private enum CodingKeys: CodingKey { case title, labels, parts }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      title = try values.decode(String.self, forKey: .title)
      labels = try values.decode([String].self, forKey: .labels).compactMap(Label.init)
      parts = try values.decode([Part].self, forKey: .parts).filter(\.isKnown)
    }
  }

  @Test("A list without its unknown words and objects is right if it may be, by the list's name")
  func named() throws {
    #expect(try code(Self.losses).issues(["Codable": .decoding(Task.self)]) == [])
    #expect(try code([.unknownCase]).issues(["Codable": .decoding(Task.self)]) == [])
    let parts = try code(["labels": [.unknownCase]]).issues(["Codable": .decoding(Task.self)])
    #expect(parts == ["Codable: Task leaves out elements of parts that the contract refuses"])
    let labels = try code(["parts": [.unknownCase]]).issues(["Codable": .decoding(Task.self)])
    #expect(labels == ["Codable: Task leaves out elements of labels that the contract refuses"])
  }

  @Test("With that, a list that is lost as a whole, and one without its bad objects, are reported")
  func wrong() throws {
    struct Lost: Decodable {
      var title: String
      var labels: [Label]
      var parts: [Part]

      private enum CodingKeys: CodingKey { case title, labels, parts }

      private struct Tried: Decodable {
        var part: Part?

        init(from decoder: any Decoder) throws { part = try? Part(from: decoder) }
      }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decode(String.self, forKey: .title)
        let words = try values.decode([String].self, forKey: .labels)
        let all = words.compactMap(Label.init)
        labels = all.count == words.count ? all : []
        parts = try values.decode([Tried].self, forKey: .parts).compactMap(\.part)
          .filter(\.isKnown)
      }
    }
    let found = try code(Self.losses).issues(["Codable": .decoding(Lost.self)])
    #expect(
      found == ["Codable: Task leaves out elements of parts, labels that the contract refuses"])
  }

  @Test("A list's tolerance is not about the words inside its objects")
  func inside() throws {
    enum Kind: String { case photo, film }
    struct Item {
      var id: Int
      var kind: Kind?
    }
    struct Feed { var items: [Item] }
    let code = try RightCode(
      """
      "Feed": { "map": { "items": "items: [Item]" } },
      "Item": { "map": { "id": "id: Int", "kind": "kind: 'photo' | 'film'" } }
      """, as: "Feed", tolerating: ["Feed.items": [.unknownCase]])
    struct Sent: Decodable {
      struct Item: Decodable {
        var id: Int
        var kind: String
      }
      var items: [Item]
    }
    let found = try code.issues([
      "by hand": .mapping { data in
        let sent = try JSONDecoder().decode(Sent.self, from: data)
        return Feed(items: sent.items.map { Item(id: $0.id, kind: Kind(rawValue: $0.kind)) })
      }
    ])
    #expect(found == ["by hand: Item reads an invalid kind as nil"])
  }
}
