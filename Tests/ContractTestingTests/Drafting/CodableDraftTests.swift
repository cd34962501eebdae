import ContractTesting
import Foundation
import TestSupport
import Testing

@testable import MapperTesting

@Suite("A draft of a Codable type", .freshStore)
struct CodableDraftTests {
  @Test(
    "The draft has no lint findings, and the type keeps it",
    arguments: TestDepth.some(DraftedModel.all))
  func accusesNothing(model: DraftedModel) throws {
    #expect(try model.accusations() == [])
  }

  @Test("A value that is read from a number or a text has both coercions")
  func numberOrText() throws {
    for name in ["a number or a text", "a number or a text, with a sample"] {
      let text = try text(name)
      #expect(text.contains(#""amount": "Double(number|string)""#), "\(text)")
      #expect(text.contains(#""count":  "Int(number|string)""#), "\(text)")
    }
  }

  private func text(_ name: String) throws -> String {
    try #require(DraftedModel.all.first { $0.testDescription == name }).draft()
  }

  @Test("The draft has the types, properties and identities of the Swift types")
  func orders() throws {
    #expect(
      try text("orders") == """
        // A draft for payloads "[Order]", by what Array<Order> decodes and takes.
        // What the server promises besides, such as ranges, patterns and counts, no type knows.
        {
          "contract": 1,
          "mappings": {
            "Order": {
              "identifiedBy": "id",
              "map": {
                "id":         "Int",
                "status":     "'open' | 'paid' | 'shipped'",
                "created_at": "createdAt: Date(iso8601)",
                "buyer":      "Buyer",
                "items":      "[Item]",
                "coupon?":    "String?",
                "tags":       "Set<String>",
                "attributes": "[String: String]",
                "invoice?":   "URL?",
              },
            },
            "Buyer": {
              "identifiedBy": "id",
              "map": {
                "id":        "UUID",
                "full_name": "fullName: String",
                "email":     "String",
                "address?":  "Address?",
              },
            },
            "Item": {
              "map": {
                "sku":      "String",
                "quantity": "Int",
                "price":    "Decimal",
                "note?":    "String?",
              },
            },
            "Address": {
              "map": {
                "street": "String",
                "city?":  "String?",
                "geo":    "[Double]",
              },
            },
          },
        }

        """)
  }

  @Test("A draft without a sample finds the same lines")
  func withoutSample() throws {
    let seconds = try text("orders without a sample")
    #expect(
      try seconds.replacing("Date(seconds)", with: "Date(iso8601)") == text("orders"))
  }

  @Test("The behaviour of a hand-written decoder is found by trying, or noted as unknown")
  func handWritten() throws {
    #expect(
      try text("a hand-written type") == """
        // A draft for payloads "Profile", by what Profile decodes and takes.
        // What the server promises besides, such as ranges, patterns and counts, no type knows.
        // 2 properties unchecked: Profile.kind, Profile.website
        {
          "contract": 1,
          "mappings": {
            "Profile": {
              "map": {
                "id":          "identifier: Int",
                "user.first":  "_: String",                           // becomes another value
                "user.last":   "_: String",                           // name has a line already
                "user.email?": "email: String?",
                "score?":      "Int? = 10",
                "kind":        "_: String",                           // becomes another value
                "website?":    "_: URL | Any?",                       // read as URL, and what is none is taken too
                "labels?":     "[String]?",
              },
            },
          },
        }

        """)
  }

  @Test("A mapping that was drafted for a value that became Any is not written")
  func unused() throws {
    let text = try text("what is left out")
    #expect(text.contains(#""cover?":  "_: Any?", "#) && !text.contains(#""Cover": {"#), "\(text)")
  }

  @Test("The guide shows the draft of the hand-written type")
  func guide() throws {
    let mapping = try text("a hand-written type").components(separatedBy: "\n")
      .dropFirst(6).dropLast(3).joined(separator: "\n")
    #expect(Guide.named("TestingMappers").text.contains("\n\(mapping)\n"))
  }

  @Test("README shows the draft of its model, apart from the endpoint")
  func readme() throws {
    struct User: Decodable {
      let id: Int
      let login: String
      let mail: String
      let joinedAt: Date
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let sample = #"{"id":7,"login":"ann","mail":"a@b.example","joined_at":"2020-01-01T00:00:00Z"}"#
    let trial = try Trial(["Fixtures/user.json": sample])
    let told = complaint {
      _ = try Contract(
        "user", orDraftOf: User.self, decoder: decoder,
        sample: Fixture("user.json", filePath: trial.filePath), filePath: trial.filePath)
    }
    let drafted = told.components(separatedBy: "\n").filter { $0.hasSuffix(#"","#) }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let readme = try #require(Guide.all.first).text
    #expect(drafted.count == 4, "\(told)")
    for line in drafted { #expect(readme.contains("        \(line)\n"), "\(line)") }
  }

  @Test("Keys that are read only for some texts of another key become cases")
  func cases() throws {
    #expect(
      try text("a switch inside").components(separatedBy: "\n").dropFirst(5).prefix(14)
        .joined(separator: "\n") == """
              "FeedEvent": {
                "map": {
                  "id":   "String",
                  "kind": "String",
                },
                "switch": "kind",
                "cases": {
                  "paid": { "amount": "Double" },
                  "push": { "payload": "push: Push" },
                  "seen": {},
                },
                "else": {},
              },
              "Push": {
          """)
  }

  @Test(
    "A line of the draft says what trying the decoder has shown",
    arguments: [
      (
        "odd scalars",
        #""level":  "'low' | 'high' | String",                  // others become .unknown"#
      ),
      ("odd scalars", #""count":  "Int(number|string)","#),
      ("odd scalars", #""values": "[Double?]","#),
      ("dates in milliseconds", #""until?": "Date(milliseconds)?","#),
      ("dates by a formatter", #""at":     "Date('yyyy-MM-dd')","#),
      ("a recursive class", #""replies": "[Comment]","#),
      ("a page", #""items": "[Address]","#),
      ("containers", #""meta":        "_: [String: Any?]","#),
      ("containers", #""points":      "[Point]","#),
      ("a lossy list", #""lines": { "type": "[Address]", "elements": "skip" },"#),
      ("a subclass", #""wheels": "Int","#),
      ("texts by hand", #""day":    "Date('yyyy-MM-dd')","#),
      ("texts by hand", #""poster": "URL","#),
      ("texts by hand", #""votes":  "Int(string)","#),
      ("texts by hand", #""budget": "_: String matches /^[0-9]\\.[0-9]{2}$/","#),
      ("a tag by hand", #""type":     "_: 'movie'","#),
      ("a tag by hand", #""title?":   "_: String?","#),
      ("a tag by hand", #""code":     "String matches /^[a-z]{2}-[0-9]$/","#),
      ("lists by hand", #""books": "_: [Book]","#),
      ("lists by hand", #""note?": "String?","#),
      ("refused values", #""stars":  "Int 1...5", "#),
      (
        "refused values",
        #""mail":   { "type": "String", "example": "a@example.com" },  // others may become another value"#
      ),
      (
        "refused values",
        #""nick":   { "type": "String", "example": "ann" },     // others may be refused"#
      ),
      ("refused values", #""tags":   "[String] count 1...","#),
      ("refused values", #""weight": "_: Double", "#),
      ("refused values", #""size":   "Double ...999.9999999999999", "#),
      ("refused values", #""color":  "_: 'ff0000'", "#),
      (
        "what is left out",
        #""shared?": "_: Any?",                                 // isShared is whether it is there"#
      ),
      (
        "what is left out",
        #""plays?":  "_: Int | Any?",                           // read as Int, and what is none is taken too"#
      ),
      ("what is left out", #""songs":   { "type": "[Song]", "elements": "skip" },"#),
      ("what is left out", #""ratings": "[Int?]","#),
      (
        "what is left out",
        #""best":    "_: [Song]",                               // becomes another value"#
      ),
      ("what is left out", #""discs":   { "type": "[Disc]", "elements": "skip" },"#),
      (
        "what is left out",
        #""boxes":   "_: [[Any?]]",                             // elements that cannot be read are left out"#
      ),
      ("an open enumeration", #""cast_id":       "castID: Int","#),
      ("an open enumeration", #""job":           "'actor' | 'director' | String","#),
      ("a switch", #""cases": {"#),
    ])
  func lines(name: String, line: String) throws {
    #expect(try text(name).contains("        \(line)") || text(name).contains("      \(line)"))
  }
}
