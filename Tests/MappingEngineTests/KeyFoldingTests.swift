import ContractModel
import Testing

@Suite("A key style makes two spellings of one key the same")
struct KeyFoldingTests {
  @Test(
    "Words start at a capital behind a small letter or digit, and at the last of several",
    arguments: [
      ("", ""), ("a", "a"), ("A", "a"), ("id", "id"), ("ID", "id"),
      ("userId", "user_id"), ("UserId", "user_id"), ("user_id", "user_id"),
      ("USER_ID", "user_id"), ("User_Id", "user_id"), ("userID", "user_id"),
      ("avatarURL", "avatar_url"), ("AvatarUrl", "avatar_url"), ("avatar_url", "avatar_url"),
      ("URLString", "url_string"), ("urlString", "url_string"), ("URL_String", "url_string"),
      ("aB", "a_b"), ("ABc", "a_bc"), ("aBC", "a_bc"), ("aBCd", "a_b_cd"),
      ("isHTMLBody", "is_html_body"), ("myHTTPURLPath", "my_httpurl_path"),
      ("first-name", "first-name"), ("first name", "first name"), ("a.b", "a.b"),
    ])
  func words(key: String, folded: String) {
    #expect(KeyFolding(.snakeCase).folded(key) == folded)
  }

  @Test(
    "A digit starts no word, and ends none that small letters go on in",
    arguments: [
      ("line1", "line1"), ("line1Text", "line1_text"), ("line12text", "line12text"),
      ("address2Line", "address2_line"), ("md5Hash", "md5_hash"), ("MD5", "md5"),
      ("MD5Hash", "md5_hash"), ("x1Y2", "x1_y2"), ("2fa", "2fa"), ("2FA", "2_fa"),
      ("HTML5Parser", "html5_parser"), ("ipv4", "ipv4"), ("IPv4", "i_pv4"),
    ])
  func digits(key: String, folded: String) {
    #expect(KeyFolding(.snakeCase).folded(key) == folded)
  }

  @Test(
    "Underscores stay where they are, and are not doubled",
    arguments: [
      ("_id", "_id"), ("_ID", "_id"), ("__v", "__v"), ("_userId", "_user_id"), ("id_", "id_"),
      ("a__b", "a__b"), ("user_Id", "user_id"), ("_", "_"), ("A_", "a_"), ("_A_B", "_a_b"),
    ])
  func underscores(key: String, folded: String) {
    #expect(KeyFolding(.snakeCase).folded(key) == folded)
  }

  @Test(
    "An acronym is a word, with its plural",
    arguments: [
      ("userID", "user_id"), ("userIDs", "user_ids"), ("IDs", "ids"), ("ID", "id"),
      ("IDList", "id_list"), ("IDsList", "ids_list"), ("avatarURLs", "avatar_urls"),
      ("imageURLPath", "image_url_path"), ("imageURLID", "image_url_id"), ("URLIDs", "url_ids"),
      ("myURLString", "my_url_string"), ("userIDsAndNames", "user_ids_and_names"),
      ("userIDset", "user_i_dset"), ("user_IDs", "user_ids"), ("user_ids", "user_ids"),
      ("OAuth", "oauth"), ("hasOAuthToken", "has_oauth_token"), ("iOSVersion", "ios_version"),
    ])
  func acronyms(key: String, folded: String) {
    let folding = KeyFolding(.snakeCase, acronyms: ["ID", "URL", "OAuth", "iOS", ""])
    #expect(folding.folded(key) == folded)
  }

  @Test(
    "The beginning or end of another word is no acronym", arguments: ["VALID", "Idea", "IDENTITY"])
  func noAcronym(word: String) {
    let folding = KeyFolding(.snakeCase, acronyms: ["ID"])
    #expect(folding.folded(word) == word.lowercased())
    #expect(folding.folded("is_\(word)") == "is_" + word.lowercased())
  }

  @Test("The longest acronym counts, whatever the order they are listed in")
  func longestAcronym() {
    for acronyms in [["ID", "IDs", "IDsX"], ["IDsX", "ID", "IDs"]] {
      let folding = KeyFolding(.snakeCase, acronyms: acronyms)
      #expect(folding.folded("userIDsX") == "user_idsx")
      #expect(folding.folded("userIDsY") == "user_ids_y")
    }
  }

  @Test(
    "Letters of every script have their case, by scalars",
    arguments: [
      ("straßeÄrger", "straße_ärger"), ("ÉcoleNom", "école_nom"), ("имяПоля", "имя_поля"),
      ("ΑΒΓδ", "αβ_γδ"), ("名前", "名前"), ("name名", "name名"), ("e\u{301}Name", "e\u{301}name"),
      ("ßA", "ß_a"), ("😀Name", "😀name"), ("İd", "i\u{307}d"),
    ])
  func otherScripts(key: String, folded: String) {
    let result = KeyFolding(.snakeCase).folded(key)
    #expect(Array(result.unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test("Composed and decomposed letters stay two")
  func normalForms() {
    for style in [MappingSettings.KeyStyle.exact, .anyCase, .snakeCase] {
      let folding = KeyFolding(style)
      let (composed, decomposed) = (folding.folded("É"), folding.folded("E\u{301}"))
      #expect(Array(composed.unicodeScalars) != Array(decomposed.unicodeScalars))
    }
  }

  @Test(
    "In any case, the case of letters alone does not count",
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

  @Test("What is folded is folded once and for all")
  func idempotence() {
    let keys = [
      "userIDs", "URLString", "avatarURL", "x1Y2", "__v", "straßeÄrger", "IDList", "HTML5Parser",
      "aBCd", "İd", "ΣΑΣ", "ID3Tag",
    ]
    for style in [MappingSettings.KeyStyle.anyCase, .snakeCase] {
      for acronyms in [[], ["ID", "URL", "HTML"]] {
        let folding = KeyFolding(style, acronyms: acronyms)
        for key in keys {
          let folded = folding.folded(key)
          #expect(folding.folded(folded) == folded, "\(key)")
        }
      }
    }
  }

  @Test("Without settings keys are exact; with them they are what these say")
  func settings() {
    var settings = MappingSettings()
    #expect(KeyFolding(settings).folded("userIDs") == "userIDs")
    settings.keys = .snakeCase
    #expect(KeyFolding(settings).folded("userIDs") == "user_i_ds")
    settings.acronyms = ["ID"]
    #expect(KeyFolding(settings).folded("userIDs") == "user_ids")
  }
}
