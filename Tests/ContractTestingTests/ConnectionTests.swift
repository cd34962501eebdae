import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Connected objects are compared by the keys that connect them", .freshStore)
struct ConnectionTests {
  private final class Author: Decodable {
    let id: Int
    let name: String
  }

  private final class Article: Decodable {
    let id: Int
    var authorId: Int?
    var author: Author?

    private enum CodingKeys: String, CodingKey {
      case id
      case authorId = "author_id"
    }
  }

  private struct Page: Decodable {
    var articles: [Article]
    var authors: [Author]
  }

  private static let mappings = """
    "Article": { "identifiedBy": "id", "map": { "id": "Int", "author_id?": "authorId: Int?" },
      "connect": { "author: Author": { "authorId": "id" } } },
    "Author": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } }
    """

  private func contract(_ endpoints: String, _ mappings: String = mappings) throws -> Contract {
    try OneContract.contract(
      #"{ "contract": 1, "endpoints": { \#(endpoints) }, "mappings": { \#(mappings) } }"#)
  }

  private func headlines(
    _ link: @escaping @Sendable (Article, [Author]) -> Author?
  ) throws -> [String] {
    let mapper = MapperUnderTest.mapping { data in
      let page = try JSONDecoder().decode(Page.self, from: data)
      for article in page.articles { article.author = link(article, page.authors) }
      return page
    }
    let contract = try contract(
      #""GET /a": { "articles": "articles: [Article]", "authors": "authors: [Author]" }"#)
    return try MapperTest(mapper, keeps: contract, as: "GET /a").violations().map(firstLine)
  }

  private func firstLine(_ violation: MapperViolation) -> String {
    String(violation.description.prefix { $0 != "\n" })
  }

  @Test("A mapper that links by the key is right, and so is one that makes an object for the key")
  func right() throws {
    #expect(try headlines { article, all in all.last { $0.id == article.authorId } } == [])
    #expect(
      try headlines { article, all in
        all.last { $0.id == article.authorId }
          ?? article.authorId.flatMap { id in
            try? JSONDecoder().decode(Author.self, from: Data(#"{"id":\#(id),"name":""}"#.utf8))
          }
      } == [])
  }

  @Test("A mapper that never links, or links to another object, is reported")
  func wrong() throws {
    #expect(try headlines { _, _ in nil } == ["Article makes nil of author"])
    let first = try headlines { article, all in article.authorId.flatMap { _ in all.first } }
    #expect(first == ["Article has another object of the payload as author"])
    let last = try headlines { article, all in
      all.first { $0.id == article.authorId } ?? (article.authorId == nil ? nil : all.last)
    }
    #expect(last == ["Article has another object of the payload as author"])
  }

  private struct Tag: Decodable {
    let id: Int
  }

  private struct Post {
    var id: Int
    var tags: [Tag]
  }

  private struct Posts {
    var posts: [Post]
    var tags: [Tag]
  }

  private func listHeadlines(_ link: @escaping @Sendable ([Int], [Tag]) -> [Tag]) throws -> [String]
  {
    struct Raw: Decodable {
      struct Post: Decodable {
        let id: Int
        let tagIds: [Int]

        enum CodingKeys: String, CodingKey {
          case id
          case tagIds = "tag_ids"
        }
      }

      let posts: [Post]
      let tags: [Tag]
    }
    let contract = try contract(
      #""GET /p": { "posts": "posts: [Post]", "tags": "tags: [Tag]" }"#,
      """
      "Post": { "identifiedBy": "id", "map": { "id": "Int", "tag_ids": "tagIds: [Int]" },
        "connect": { "tags: [Tag]": { "tagIds": "id" } } },
      "Tag": { "identifiedBy": "id", "map": { "id": "Int" } }
      """)
    let mapper = MapperUnderTest.mapping { data in
      let raw = try JSONDecoder().decode(Raw.self, from: data)
      return Posts(
        posts: raw.posts.map { Post(id: $0.id, tags: link($0.tagIds, raw.tags)) }, tags: raw.tags)
    }
    return try MapperTest(
      mapper, keeps: contract, as: "GET /p", comparing: [.skipping("tagIds")]
    ).violations().map(firstLine)
  }

  @Test("Lists of connected objects may have one object for each key")
  func lists() throws {
    #expect(
      try listHeadlines { keys, all in
        keys.compactMap { key in all.first { $0.id == key } }
      } == [])
    #expect(
      try listHeadlines { _, all in all } == ["Post has another object of the payload as tags"])
  }

  @Test("A mapper that connects only one of several objects is reported")
  func oneOfSeveral() throws {
    let found = try listHeadlines { keys, all in
      Array(keys.compactMap { key in all.first { $0.id == key } }.prefix(1))
    }
    #expect(found == ["Post has another object of the payload as tags"])
  }

  private final class Comment: Decodable {
    let id: Int
    let parentId: Int?
    var parent: Comment?

    private enum CodingKeys: String, CodingKey {
      case id
      case parentId = "parent_id"
    }
  }

  @Test("An element that is connected to another one may depend on it")
  func tree() throws {
    let contract = try contract(
      #""GET /c": "[Comment]""#,
      """
      "Comment": { "identifiedBy": "id", "map": { "id": "Int", "parent_id?": "parentId: Int?" },
        "connect": { "parent: Comment": { "parentId": "id" } } }
      """)
    let mapper = MapperUnderTest.mapping { data in
      let all = try JSONDecoder().decode([Comment].self, from: data)
      for comment in all {
        comment.parent = comment.parentId.flatMap { id in all.last { $0.id == id } }
      }
      return all
    }
    #expect(
      try MapperTest(mapper, keeps: contract, as: "[Comment]").violations().map(firstLine) == [])
  }

  private struct Refusal: Error {}

  private final class Library {
    var articles: [Int: Article] = [:]
    var authors: [Int: Author] = [:]
  }

  private func storeHeadlines(
    _ link: @escaping @Sendable (Article, Library) -> Author?
  ) throws -> [String] {
    let contract = try contract(
      #""GET /articles": "[Article]", "GET /authors": "[Author]""#,
      Self.mappings.replacing("author_id?", with: "author_id").replacing("Int?", with: "Int"))
    return try recorded {
      try expect(
        stores: { Library() },
        loading: [
          "GET /articles": { data, library in
            let articles = try JSONDecoder().decode([Article].self, from: data)
            guard articles.allSatisfy({ $0.authorId != nil }) else {
              throw Refusal()
            }
            for new in articles {
              let article = library.articles[new.id] ?? new
              library.articles[new.id] = article
              article.authorId = new.authorId
              article.author = link(article, library)
            }
          },
          "GET /authors": { data, library in
            for author in try JSONDecoder().decode([Author].self, from: data) {
              library.authors[author.id] = author
            }
          },
        ],
        objectsByType: {
          ["Article": Array($0.articles.values), "Author": Array($0.authors.values)]
        }, keeps: contract)
    }.map { String($0.prefix { $0 != "\n" }) }
  }

  @Test("Stores link to the objects of other responses")
  func stores() throws {
    #expect(try storeHeadlines { _, _ in nil } == ["Article makes nil of author"])
    #expect(
      try storeHeadlines { article, library in
        article.authorId.flatMap { _ in library.authors.min { $0.key < $1.key }?.value }
      } == ["Article has another object of the payload as author"])
  }
}
