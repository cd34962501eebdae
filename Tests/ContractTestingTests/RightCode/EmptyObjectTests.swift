import ContractTesting
import Foundation
import TestSupport
import Testing

/// § 16: the contract makes no object if no property is set, and most models make one.
@Suite("A mapper may create an object of an empty JSON object", .freshStore)
struct EmptyObjectTests {
  private struct Root: Decodable {
    var one: Leaf?
    var deep: Branch?
    var list: [Leaf]
    var branches: [Branch]
    var table: [String: Leaf]
    var lists: [String: [Branch]]
    var pet: Pet?
    var pets: [Pet]
    var petTable: [String: Pet]
    var notes: [Note]
    var note: Note?
    var noteTable: [String: Note]
  }

  private struct Leaf: Decodable {
    var a: String?
    var n: Int?
  }

  private struct Branch: Decodable { var leaf: Leaf? }
  /// No line maps the content.
  private struct Note: Decodable { var x: String }

  private enum Pet: Decodable {
    case cat(Cat)
    case dog(Dog)

    struct Cat: Decodable { var purrs: Bool? }
    struct Dog: Decodable { var barks: Bool? }
    enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "cat": self = .cat(try Cat(from: decoder))
      case "dog": self = .dog(try Dog(from: decoder))
      case let kind:
        throw DecodingError.dataCorruptedError(
          forKey: .kind, in: container, debugDescription: kind)
      }
    }
  }

  @Test(
    "Codable types may create such objects in properties, arrays, dictionaries and cases",
    .enabled(if: TestDepth.isFull))
  func codable() throws {
    let code = try RightCode(
      """
      "Root": { "map": {
        "one?": "one: Leaf?", "deep?": "deep: Branch?", "list": "list: [Leaf]",
        "branches": "branches: [Branch]", "table": "table: [String: Leaf]",
        "lists": "lists: [String: [Branch]]", "pet?": "pet: Pet?", "pets": "pets: [Pet]",
        "petTable": "petTable: [String: Pet]", "notes": "notes: [Note]", "note?": "note: Note?",
        "noteTable": "noteTable: [String: Note]" } },
      "Leaf": { "map": { "a?": "a: String?", "n?": "n: Int?" } },
      "Branch": { "map": { "leaf?": "leaf: Leaf?" } },
      "Pet": { "map": {}, "switch": "kind", "cases": { "cat": "Cat", "dog": "Dog" } },
      "Cat": { "map": { "purrs?": "purrs: Bool?" } },
      "Dog": { "map": { "barks?": "barks: Bool?" } },
      "Note": { "map": { "x": "_: String" } }
      """, as: "Root")
    let found = try code.issues(["Codable": .decoding(Root.self)])
    #expect(found == [])
  }

  // MARK: - By hand

  private final class Shelf {
    let shelfId: Int
    var books: [Book]
    var byPlace: [String: Book]

    init(shelfId: Int, books: [Book], byPlace: [String: Book]) {
      (self.shelfId, self.books, self.byPlace) = (shelfId, books, byPlace)
    }
  }

  private final class Book {
    let title: String?
    let cover: Cover?

    init(title: String?, cover: Cover?) { (self.title, self.cover) = (title, cover) }
  }

  private struct Cover { var color: String? }

  private struct ShelfByHand: Decodable {
    var shelfId: Int
    var books: [BookByHand]
    var byPlace: [String: BookByHand]

    enum CodingKeys: String, CodingKey {
      case shelfId = "id"
      case books
      case byPlace = "by_place"
    }

    struct BookByHand: Decodable {
      var title: String
      var cover: Cover

      enum CodingKeys: CodingKey { case title, cover, color }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decodeIfPresent(String.self, forKey: .title) ?? "untitled"
        cover = Cover()
        if values.contains(.cover), try !values.decodeNil(forKey: .cover) {
          let inner = try values.nestedContainer(keyedBy: CodingKeys.self, forKey: .cover)
          cover.color = try inner.decodeIfPresent(String.self, forKey: .color)
        }
      }
    }
  }

  private static func shelf(_ json: Any, of title: String? = nil) throws -> Shelf {
    func book(_ json: Any) throws -> Book {
      let json = try ByHand.object(json)
      let cover = try ByHand.optional(json["cover"]) { cover in
        Cover(color: try ByHand.optional(ByHand.object(cover)["color"], ByHand.text))
      }
      return Book(
        title: try ByHand.optional(json["title"], ByHand.text) ?? title, cover: cover)
    }
    let json = try ByHand.object(json)
    return Shelf(
      shelfId: try ByHand.int(json["id"]), books: try ByHand.list(json["books"]).map(book),
      byPlace: try ByHand.object(json["by_place"]).mapValues(book))
  }

  private func shelves(title: String = "title: String?") throws -> RightCode {
    try RightCode(
      """
      "Shelf": { "identifiedBy": "shelfId", "map": {
        "id": "shelfId: Int", "books": "books: [Book]", "by_place": "byPlace: [String: Book]" } },
      "Book": { "map": { "title?": "\(title)", "cover?": "cover: Cover?" } },
      "Cover": { "map": { "color?": "color: String?" } }
      """, as: "Shelf")
  }

  private static func store(_ title: String? = nil) -> MapperUnderTest {
    .mapping(into: [Int: Shelf]()) { data, store in
      let shelf = try shelf(JSONSerialization.jsonObject(with: data), of: title)
      store[shelf.shelfId] = shelf
    } objectsByType: { store in
      ["Shelf": store.sorted { $0.key < $1.key }.map(\.value)]
    }
  }

  /// A store of all books that were ever loaded.
  private static func books(of title: String? = nil) -> MapperUnderTest {
    .mapping(into: [Book]()) { data, books in
      let json = try JSONSerialization.jsonObject(with: data)
      books += try shelf(["id": 1, "books": json, "by_place": [String: Any]()], of: title).books
    } objectsByType: { books in
      ["Book": books]
    }
  }

  @Test("A store may keep an object for each JSON object")
  func storeOfAll() throws {
    var code = try shelves()
    code.type = "[Book]"
    #expect(try code.issues(["store": Self.books()]) == [])
    let wrong = try code.issues(["store": Self.books(of: "?")])
    #expect(wrong.first?.hasPrefix("store: the store has") == true, "\(wrong)")
  }

  @Test("Hand-written Codable may use the contract's defaults")
  func codableByHand() throws {
    let code = try shelves(title: "title: String? = 'untitled'")
    let found = try code.issues(["by hand": .decoding(ShelfByHand.self)])
    #expect(found == [])
  }

  @Test("Hand-written mappers of dictionaries, and stores, may create such objects")
  func byHand() throws {
    let found = try shelves().issues([
      "closure": .mappingJSON { try Self.shelf($0) }, "store": Self.store(),
    ])
    #expect(found == [])
  }

  @Test("Asynchronous mappers may create such objects")
  func awaiting() async throws {
    let found = try await shelves().issues(
      .mappingJSON { json in
        await Task.yield()
        return try Self.shelf(json)
      })
    #expect(found == [])
  }

  @Test("An object with a value that was not sent is reported")
  func wrong() throws {
    let found = try shelves().issues([
      "closure": .mappingJSON { try Self.shelf($0, of: "?") }, "store": Self.store("?"),
    ])
    #expect(
      found == [
        "closure: Shelf makes another value of books",
        "closure: Book makes another value of an absent or null title",
        "closure: Shelf makes another value of by_place",
        "store: Shelf makes another value of books",
        "store: Book makes another value of an absent or null title",
        "store: Shelf makes another value of by_place",
      ])
  }

  @Test("An absent list may not become a list of empty objects")
  func absentList() throws {
    struct Root: Decodable {
      var id: Int
      var list: [Leaf]

      enum CodingKeys: CodingKey { case id, list }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        list = try values.decodeIfPresent([Leaf].self, forKey: .list) ?? [Leaf(a: "x", n: 1)]
      }
    }
    let code = try RightCode(
      """
      "Root": { "map": { "id": "id: Int", "list?": "list: [Leaf]" } }, "Leaf": { "map": { "a?": "a: String?" } }
      """, as: "Root")
    let found = try code.issues(["Codable": .decoding(Root.self)])
    #expect(
      found == [
        "Codable: Root makes another value of an absent list", "Codable: Root takes a null list",
      ])
  }
}
