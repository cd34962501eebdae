import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import ContractTesting

@Suite("A store whose objects reflection cannot read is read by named properties", .freshStore)
struct ManagedObjectTests {
  /// An object as in Core Data: its values are in its context, and not in stored properties.
  private class ManagedObject {
    private let context: Context
    let number: Int

    init(_ context: Context) {
      self.context = context
      number = context.rows.count
      context.rows.append([:])
    }

    fileprivate func value(_ key: String) -> Any? { context.rows[number][key] }
    fileprivate func set(_ value: Any?, _ key: String) { context.rows[number][key] = value }
  }

  private final class Context {
    fileprivate var rows: [[String: Any]] = []
  }

  private final class RDAuthor: ManagedObject {
    var remoteId: Int {
      get { value("remoteId") as? Int ?? 0 }
      set { set(newValue, "remoteId") }
    }
    var name: String? {
      get { value("name") as? String }
      set { set(newValue, "name") }
    }
    /// The inverse relationship.
    var posts: [RDPost] {
      get { value("posts") as? [RDPost] ?? [] }
      set { set(newValue, "posts") }
    }
  }

  private final class RDPost: ManagedObject {
    var remoteId: Int {
      get { value("remoteId") as? Int ?? 0 }
      set { set(newValue, "remoteId") }
    }
    var title: String {
      get { value("title") as? String ?? "" }
      set { set(newValue, "title") }
    }
    var author: RDAuthor? {
      get { value("author") as? RDAuthor }
      set { set(newValue, "author") }
    }
  }

  private struct Store {
    var losesAuthors = false
    private let context = Context()
    private var posts: [RDPost] = []
    private var authors: [RDAuthor] = []

    init(losesAuthors: Bool = false) { self.losesAuthors = losesAuthors }

    var objects: [Any] { posts + authors }

    private struct Item: Decodable {
      struct Person: Decodable {
        var id: Int
        var name: String
      }

      var id: Int
      var title: String
      var author: Person
    }

    mutating func load(_ data: Data) throws {
      for item in try JSONDecoder().decode([Item].self, from: data) {
        let post = posts.first { $0.remoteId == item.id } ?? RDPost(context)
        if !posts.contains(where: { $0 === post }) { posts.append(post) }
        let author = authors.first { $0.remoteId == item.author.id } ?? RDAuthor(context)
        if !authors.contains(where: { $0 === author }) { authors.append(author) }
        (author.remoteId, author.name) = (item.author.id, item.author.name)
        (post.remoteId, post.title) = (item.id, item.title)
        if !losesAuthors || post.author == nil { post.author = author }
        author.posts.append(post)
      }
    }
  }

  private func texts(losesAuthors: Bool = false) throws -> [String] {
    let trial = try Trial([
      "blog.contract.json": #"""
      {
        "contract": 1,
        "endpoints": { "GET /posts": "[Post]" },
        "mappings": {
          "Post": {
            "identifiedBy": "remoteId",
            "map": { "id": "remoteId: Int", "title": "String", "author": "Author" }
          },
          "Author": {
            "identifiedBy": "remoteId", "map": { "id": "remoteId: Int", "name": "String" }
          }
        }
      }
      """#
    ])
    var settings = MapperTestSettings()
    settings.histories = 100
    return try MapperTest(
      stores: { Store(losesAuthors: losesAuthors) },
      loading: ["GET /posts": { data, store in try store.load(data) }],
      objects: { $0.objects }, keeps: Contract("blog", filePath: trial.filePath),
      reading: [
        .properties([
          "remoteId": \RDPost.remoteId, "title": \RDPost.title, "author": \RDPost.author,
        ]),
        .properties { (author: RDAuthor) in ["remoteId": author.remoteId, "name": author.name] },
      ],
      settings: settings
    ).violations().map(\.description)
  }

  @Test("Only named properties are compared, and the app's type names may contain the contract's")
  func right() throws {
    let texts = try texts()
    #expect(texts == [])
  }

  @Test("A relationship that is not updated is reported")
  func wrong() throws {
    let texts = try texts(losesAuthors: true)
    #expect(texts.count == 1, "\(texts)")
    #expect(texts.first?.contains("author") == true, "\(texts)")
  }
}
