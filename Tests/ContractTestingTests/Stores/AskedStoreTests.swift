import ContractModel
import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@Suite("A store's load is given the parameters of the path", .freshStore)
struct AskedStoreTests {
  private struct Book: Sendable {
    var id: Int
    var author: Int
    var title: String
  }

  private struct Shelf: Sendable {
    var books: [Int: Book] = [:]

    /// - Parameter author: `nil` means the author of the first book.
    mutating func load(_ data: Data, author: Int?) throws {
      struct Row: Decodable {
        var id: Int
        var title: String
      }
      for row in try JSONDecoder().decode([Row].self, from: data) {
        books[row.id] = Book(
          id: row.id, author: author ?? books.values.map(\.author).min() ?? 0, title: row.title)
      }
    }

    mutating func remove(_ id: Int) { books[id] = nil }
  }

  private actor Library {
    private(set) var shelf = Shelf()

    func load(_ data: Data, author: Int) throws { try shelf.load(data, author: author) }
    func remove(_ id: Int) { shelf.remove(id) }
  }

  private func contract() throws -> Contract {
    try OneContract.contract(
      """
      {
        "contract": 1,
        "endpoints": {
          "GET /authors/:author/books": "[Book]",
          "DELETE /books/:id -> 204": { "@deletes": "Book(id: @path.id)" },
        },
        "mappings": {
          "Book": {
            "identifiedBy": "id",
            "map": { "id": "Int", "title": "String", "@path.author": "author: Int(string)" },
          },
        },
      }
      """)
  }

  @Test("A store that uses the parameters is not accused")
  func right() throws {
    let texts = try recorded {
      let coverage = try expect(
        stores: Shelf.init,
        loading: [
          "GET /authors/:author/books": { data, asked, shelf in
            try shelf.load(data, author: asked.int("author"))
          },
          "DELETE /books/:id -> 204": { data, asked, shelf in
            #expect(data.isEmpty)
            shelf.remove(try asked.int("id"))
          },
        ],
        objects: { Array($0.books.values) }, keeps: contract())
      #expect(coverage.histories == 200)
    }
    #expect(texts == [])
  }

  @Test("An asynchronous store that uses them is not accused")
  func asynchronous() async throws {
    let coverage = try await expect(
      stores: Library.init,
      loading: [
        "GET /authors/:author/books": { data, asked, library in
          try await library.load(data, author: asked.int("author"))
        },
        "DELETE /books/:id -> 204": { _, asked, library in
          await library.remove(try asked.int("id"))
        },
      ],
      objects: { Array(await $0.shelf.books.values) }, keeps: contract())
    #expect(coverage.histories == 200)
  }

  @Test("A store that uses another value for a parameter is reported once")
  func wrong() throws {
    let texts = try recorded {
      try expect(
        stores: Shelf.init,
        loading: [
          "GET /authors/:author/books": { data, _, shelf in try shelf.load(data, author: nil) }
        ],
        objects: { Array($0.books.values) }, keeps: contract())
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        """
        Book makes 0 of @path.author
          in        a.contract.json:10:64  "@path.author": "author: Int(string)"
          1         GET /authors/:author/books  [{"id":1,"title":"a"}]
          contract  Book[0].author = 1
          mapper    Book[0].author = 0

        """) == true, "\(texts)")
  }

  @Test("A parameter that the path does not have is reported, with the parameters of the path")
  func unknown() throws {
    let texts = try recorded {
      try expect(
        stores: Shelf.init,
        loading: [
          "GET /authors/:author/books": { data, asked, shelf in
            try shelf.load(data, author: asked.int("id"))
          }
        ],
        objects: { Array($0.books.values) }, keeps: contract())
    }
    #expect(texts.first?.contains(#"the path has no parameter "id""#) == true, "\(texts)")
  }
}
