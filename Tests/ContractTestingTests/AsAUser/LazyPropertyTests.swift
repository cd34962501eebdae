import ContractModel
import ContractTesting
import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("A lazy property that was never read is not a difference", .freshStore)
struct LazyPropertyTests {
  private struct Members: Decodable {
    let id: Int
    let title: String
    let note: String?

    init(_ data: Data) throws { self = try JSONDecoder().decode(Members.self, from: data) }
  }

  private class Article {
    private let members: Members
    lazy var id = members.id
    lazy var title = members.title
    lazy var note = members.note

    init(_ members: Members) { self.members = members }
  }

  private final class Column: Article {}

  private struct Value {
    private let members: Members
    lazy var id = members.id
    lazy var title = members.title
    lazy var note = members.note

    init(_ members: Members) { self.members = members }
  }

  private struct Plain {
    var id: Int
    var title: String
    var note: String?
  }

  private func contract() throws -> Contract {
    try OneContract.of(
      mappings: #""Article": { "map": { "id": "Int", "title": "String", "note?": "String?" } }"#)
  }

  private func texts(_ map: @escaping (Members) -> Any) throws -> [String] {
    try MapperTest(
      .mapping { map(try Members($0)) }, keeps: contract(), as: "Article"
    ).violations().map(\.description)
  }

  @Test("Classes, their subclasses and structures with lazy properties pass, read or not")
  func right() throws {
    #expect(try texts { Article($0) } == [])
    #expect(try texts { Column($0) } == [])
    #expect(try texts { Value($0) } == [])
    #expect(
      try texts { members in
        let article = Article(members)
        _ = (article.id, article.title, article.note)
        return article
      } == [])
    #expect(
      try texts { members in
        let article = Article(members)
        _ = article.title
        return article
      } == [])
  }

  @Test("A wrong value of a lazy property that was read is reported, and so is an absent property")
  func wrong() throws {
    let texts = try texts { members in
      let article = Article(members)
      article.title = members.title.uppercased()
      return article
    }
    #expect(texts.map { $0.prefix { $0 != "\n" } } == ["Article makes another value of title"])
    let named = try MapperTest(
      .mapping { Article(try Members($0)) }.reading { (article: Article) in
        ["id": article.id, "title": article.title + "x", "note": article.note]
      }, keeps: contract(), as: "Article"
    ).violations().map(\.description)
    #expect(named.map { $0.prefix { $0 != "\n" } } == ["Article makes another value of title"])
  }

  @Test("Two mappers of which one has lazy properties agree")
  func agreement() throws {
    let plain = MapperUnderTest.mapping { json in
      let members = try Members(json)
      return Plain(id: members.id, title: members.title, note: members.note)
    }
    let lazy = MapperUnderTest.mapping { Article(try Members($0)) }
    for (one, other) in [(plain, lazy), (lazy, plain)] {
      let texts = try MapperTest(one, agreesWith: other, on: contract(), as: "Article")
        .violations().map(\.description)
      #expect(texts == [])
    }
  }

  @Test("The coverage names lazy properties that were not compared")
  func coverage() throws {
    let coverage = try expect(
      .mapping { json in
        let article = Article(try Members(json))
        _ = article.title
        return article
      }, keeps: contract(), as: "Article")
    #expect(
      coverage.notes == [
        "lazy and never read, so not compared: Article.id, Article.note; .reading(…) names them"
      ])
  }
}
