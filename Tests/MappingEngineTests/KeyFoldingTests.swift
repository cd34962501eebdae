import ContractModel
import Foundation
import TestSupport
import Testing

@Suite("A key style makes two spellings of one key the same")
struct KeyFoldingTests {
  @Test(
    "A key of several words is in camel case, and one of a single word stays as it is",
    arguments: [
      ("", ""), ("a", "a"), ("A", "A"), ("id", "id"), ("ID", "ID"), ("SKU", "SKU"),
      ("OrderId", "OrderId"), ("orderId", "orderId"), ("order_id", "orderId"),
      ("ORDER_ID", "orderId"), ("Order_Id", "orderId"), ("order_ID", "orderId"),
      ("iso_639_1", "iso6391"), ("url_s", "urlS"), ("a__b", "aB"), ("first-name", "first-name"),
    ])
  func words(key: String, folded: String) {
    #expect(KeyFolding(.snakeCase).folded(key) == folded)
  }

  @Test(
    "Underscores at both ends stay",
    arguments: [
      ("_id", "_id"), ("_ID", "_ID"), ("__v", "__v"), ("_user_id", "_userId"), ("id_", "id_"),
      ("user_id__", "userId__"), ("_", "_"), ("__", "__"), ("A_", "A_"), ("_A_B", "_aB"),
    ])
  func underscores(key: String, folded: String) {
    #expect(KeyFolding(.snakeCase).folded(key) == folded)
  }

  @Test("Drawn keys convert as by JSONDecoder's convertFromSnakeCase")
  func foundation() throws {
    let pieces = [
      "_", "_", "__", "a", "b", "Id", "URL", "2", "9x", "A", "é", "e\u{301}", "\u{301}", "ß", "ﬁ",
      "İ",
      "ΑΣ", "ǆ", "-", ".", " ", "'", "’", "名", "😀", "\u{200D}", "ª", "ⓐ", "·", "\\", "\"",
    ]
    var random = SplitMix64(seed: 42)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var convertedCount = 0
    for _ in 0..<5_000 {
      let key = (0..<random.next() % 8).map { _ in
        pieces[Int(random.next() % UInt64(pieces.count))]
      }.joined()
      let json = try JSONEncoder().encode([key: 0])
      let names = try decoder.decode(Names.self, from: json).all
      #expect(names == [KeyFolding(.snakeCase).folded(key)], "\(key.debugDescription)")
      if names != [key] { convertedCount += 1 }
    }
    #expect(convertedCount > 500)
  }

  /// Decodes the names of an object's members as keys.
  private struct Names: Decodable {
    var all: [String]

    private struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      all = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
    }
  }

  @Test(
    "An acronym behind the first word stays in capitals, with its plural",
    arguments: [
      ("user_id", "userID"), ("userID", "userID"), ("userId", "userId"), ("user_ids", "userIDs"),
      ("USER_IDS", "userIDs"), ("id_list", "idList"), ("image_url_path", "imageURLPath"),
      ("my_idea", "myIdea"), ("has_oauth_token", "hasOAuthToken"), ("id", "id"), ("_id", "_id"),
      ("user_ids_and_names", "userIDsAndNames"),
    ])
  func acronyms(key: String, folded: String) {
    let folding = KeyFolding(.snakeCase, acronyms: ["ID", "URL", "OAuth", ""])
    #expect(folding.folded(key) == folded)
  }

  @Test("Two names are one key if they become the same")
  func oneKey() {
    let folding = KeyFolding(.snakeCase)
    #expect(folding.makesOne(of: "order_id", and: "orderId"))
    #expect(!folding.makesOne(of: "order_id", and: "OrderId"))
    #expect(!folding.makesOne(of: "sku", and: "SKU"))
  }

  @Test("Composed and decomposed letters stay different")
  func normalForms() {
    for style in [MappingSettings.KeyStyle.exact, .anyCase, .snakeCase] {
      let folding = KeyFolding(style)
      let (composed, decomposed) = (folding.folded("É"), folding.folded("E\u{301}"))
      #expect(Array(composed.unicodeScalars) != Array(decomposed.unicodeScalars))
    }
  }

  @Test(
    "The style anyCase ignores only the case of letters",
    arguments: [
      ("sportId", "sportid"), ("sportID", "sportid"), ("SPORTID", "sportid"),
      ("sport_Id", "sport_id"), ("É", "é"), ("ΣΑΣ", "σασ"), ("ẞ", "ß"), ("_A-b C", "_a-b c"),
    ])
  func anyCase(key: String, folded: String) {
    #expect(KeyFolding(.anyCase).folded(key) == folded)
  }

  @Test("An exact key stays as it is")
  func exact() {
    for key in ["", "userId", "USER_ID", "é", "İ"] {
      #expect(KeyFolding(.exact, acronyms: ["ID"]).folded(key) == key)
    }
  }

  @Test("Keys are exact without settings, and follow the settings otherwise")
  func settings() {
    var settings = MappingSettings()
    #expect(KeyFolding(settings).folded("user_ids") == "user_ids")
    settings.keys = .snakeCase
    #expect(KeyFolding(settings).folded("user_ids") == "userIds")
    settings.acronyms = ["ID"]
    #expect(KeyFolding(settings).folded("user_ids") == "userIDs")
  }
}
