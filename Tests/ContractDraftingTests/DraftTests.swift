import CaptureSources
import ContractDrafting
import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("A draft of a contract describes what captures contain")
struct DraftTests {
  @Test("Eight exchanges become five mappings, with statistics as comments")
  func workedExample() throws {
    let trial = DraftTrial(files: [PackageFolder.root.path + "/Fixtures/drafting/monday.ndjson"])
    let file = "Fixtures/drafting/shop.contract.json"
    let drafts = trial.drafts
    let expected = try #require(PackageFiles.bytes(at: file))
    #expect(drafts.map(\.text) == [String(decoding: expected, as: UTF8.self)])
    #expect(drafts.map(\.subject) == [.host("shop.example")])
    #expect(drafts.map(\.mappingCount) == [5])
    #expect(drafts.map(\.bodyCount) == [7])
  }

  @Test(
    "The drafts of a shop with envelopes and of an API in PHP need no edit, and read every member",
    arguments: [("bookshop", 11, []), ("php", 23, ["not-json 1×"])])
  func wholeDrafts(name: String, payloadCount: Int, problems: [String]) throws {
    let trial = DraftTrial(
      files: [PackageFolder.root.path + "/Fixtures/drafting/\(name).ndjson"])
    let drafts = trial.drafts
    let expected = try #require(
      PackageFiles.bytes(at: "Fixtures/drafting/\(name).contract.json"))
    #expect(drafts.map(\.text) == [String(decoding: expected, as: UTF8.self)])
    let result = try trial.check(against: drafts)
    #expect(result.payloadCount == payloadCount)
    #expect(result.problems == problems)
    #expect(result.unread == [])
  }

  @Test("An object under a key with the name of a type becomes a mapping with another name")
  func typeNames() throws {
    let keys = (ScalarName.allCases.map(\.rawValue) + ["set", "null"]).map { $0.lowercased() }
    let members = keys.map { "\"\($0)\": [{\"\($0)_id\": 1}]" }.joined(separator: ", ")
    try DraftTrial.with(["a.ndjson": DraftTrial.line("/a", "{\(members)}")]) { trial in
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 1 && result.problems == [])
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains("\"IntValue\": {"))
      #expect(keys.filter { text.contains("\"\($0.capitalized)\": {") } == [])
    }
  }

  @Test("A key with an object or a list of objects accepts both, and [] in place of an object")
  func listsAndObjects() throws {
    let item = { (id: Int) in #"{"id": \#(id), "title": "t\#(id)", "size": \#(id)}"# }
    let meta = { (id: Int) in #"{"lat": \#(id), "lng": 2, "alt": 3, "acc": {"h": 1, "v": 2}}"# }
    let bodies = (0..<8).map { number in
      """
      {"id": \(number), "item": \(number % 2 == 0 ? item(number) : "[\(item(number)), \(item(9))]"),
        "place": \(number % 3 == 0 ? "[]" : meta(number)),
        "counts": \(number % 4 == 1 ? "[]" : "{\"2012-01-0\(number + 1)\": 1, \"2012-02-0\(number + 1)\": 2}")}
      """.replacing("\n", with: "")
    }
    let lines = bodies.map { DraftTrial.line("/pages/1", $0) }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains(#""item":   "[PageItem] | PageItem","#), "\(text)")
      #expect(text.contains(#"{ "type": "Place?", "emptyArray": "null" }"#), "\(text)")
      #expect(text.contains(#"{ "type": "[String: Int]", "emptyArray": "empty" }"#), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 8 && result.problems == [])
    }
  }

  @Test(
    "Values that nest too deep for a contract become Any",
    arguments: ["[", #"{"a":"#, #"{"a":["#, #"{"12":"#, #"{"id":1,"a":"#])
  func deepValues(opening: String) throws {
    for depth in [31, 32, 33, 63, 64, 65, 130] {
      let closing = String(opening.reversed().compactMap { ["[": "]", "{": "}"][$0] })
      let open = String(repeating: opening, count: depth)
      let body = open + "1" + String(repeating: closing, count: depth)
      try DraftTrial.with(["a.ndjson": DraftTrial.line("/a", body)]) { trial in
        let text = trial.drafts.map(\.text).joined()
        let result = try trial.check(against: trial.drafts)
        #expect(
          result.payloadCount == 1 && result.problems == [], "\(depth) of \(opening): \(text)")
        let count = depth * opening.count { "[{".contains($0) }
        let isCut = count > 64 || depth > 31 && ["[", #"{"12":"#].contains(opening)
        #expect(
          text.contains("nested too deep to be drafted") == isCut, "\(depth) of \(opening)")
      }
    }
  }

  @Test("No key is lost if only some of the objects have it")
  func extendedObjects() throws {
    let body =
      #"{"events": [{"id": 1, "type": "a", "x": 1}, {"id": 2, "type": "b", "x": 1, "eta": "x"}]}"#
    try DraftTrial.with(["a.ndjson": DraftTrial.line("/a", #"{"k": \#(body)}"#)]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains(#""eta?": "String", "#), "\(text)")
      let unread = try trial.check(against: trial.drafts).unread
      #expect(unread == [])
    }
  }

  @Test("A short number is a version if it is the first segment of a path, or follows api")
  func versions() throws {
    let paths = ["/3/movies/5", "/3/movies/12", "/api/2/genres", "/movies/7/2", "/movies/8/2"]
    let lines = paths.map { DraftTrial.line($0, #"{"title": "t"}"#) }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      for path in ["/3/movies/:id", "/api/2/genres", "/movies/:id/:movieId"] {
        #expect(text.contains("\"GET \(path)\""), "\(text)")
      }
    }
  }

  @Test(
    "An envelope is described at its endpoint, and names neither types nor parameters")
  func envelopes() throws {
    let author = { (id: Int) in #"{"id": \#(id), "name": "n\#(id)"}"# }
    let lines = (1...5).flatMap { id in
      [
        DraftTrial.line("/authors/\(id)", #"{"data": \#(author(id)), "meta": {"v": 1}}"#),
        DraftTrial.line(
          "/authors", #"{"data": [\#(author(id))], "meta": {"page": \#(id), "of": 5}}"#),
        DraftTrial.line(
          "/authors", #"{"result": \#(author(id)), "ok": true}"#, method: "POST"),
      ]
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      #expect(
        trial.drafts.map(\.text) == [
          """
          // A draft from captures: it says what they showed. Strike out what the app does not read.
          {
            "contract": 1,
            "host": "a.example",
            "endpoints": {
              "GET /authors":     { "data": "[Author]", "meta.page": "page: Int", "meta.of": "of: Int" },  // 5×
              "POST /authors":    { "result": "Author", "ok": "Bool" },  // 5×
              "GET /authors/:id": { "data": "Author", "meta.v": "v: Int" },  // 5×
            },
            "mappings": {
              "Author": {  // seen 15 times
                "identifiedBy": "id",
                "map": {
                  "id":   "Int",
                  "name": "String",
                },
              },
            },
          }

          """
        ])
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 15 && result.problems == [] && result.unread == [])
    }
  }

  @Test("The elements of a page have its name: the page is written as lines of the endpoint")
  func pages() throws {
    let lines = (1...3).map { id in
      DraftTrial.line("/stations", #"{"stations":[{"id":\#(id),"name":"A"}],"next":"/s?p=\#(id)"}"#)
    }
    try DraftTrial.with(["traffic.ndjson": lines.joined(separator: "\n")]) { trial in
      let draft = try #require(trial.drafts.first)
      #expect(
        draft.text.contains(
          #""GET /stations": { "stations": "[Station]", "next?": "String?" },  // 3×"#),
        "\(draft.text)")
    }
  }

  @Test("Files of a folder that are not alike have their own types")
  func unlikeFiles() throws {
    try DraftTrial.with(["in/a.json": #"{"a": 1, "c": [1]}"#, "in/b.json": #"{"b": "x"}"#]) {
      trial in
      let drafts = trial.drafts
      let types = drafts.flatMap { $0.bodyTypes.map(\.type) }
      #expect(types == ["A", "B"])
      let unread = try trial.check(against: drafts).unread
      #expect(unread == [])
    }
  }

  @Test("An endpoint with few bodies that are not JSON stays; with half of them it is a comment")
  func oddBodies() throws {
    let lines = { (odd: Int) in
      (1...6).map { DraftTrial.line("/pets", $0 > odd ? #"{"id": \#($0)}"# : #""<html>""#) }
        .joined(separator: "\n")
    }
    for (odd, row) in [
      (1, #"    "GET /pets -> 200": "Pet",  // 5×; 1 of 6 is not JSON"#),
      (2, #"    "GET /pets -> 200": "Pet",  // 4×; 2 of 6 are not JSON"#),
      (3, #"    // "GET /pets -> 200": "Pet",  // 3 of 6 are not JSON"#),
    ] {
      try DraftTrial.with(["a.ndjson": lines(odd)]) { trial in
        let text = trial.drafts.map(\.text).joined()
        #expect(text.contains(row), "\(text)")
        #expect(text.contains("\"Pet\": {"), "\(text)")
      }
    }
  }

  @Test("Digits that are not read as a number stay a text, and money is a decimal")
  func digits() throws {
    let lines = (10...40).map { number in
      DraftTrial.line(
        "/b", #"{"isbn": "97800\#(number)", "price": "\#(number).50", "n": "\#(number)"}"#)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains(#""isbn":  "String", "#), "\(text)")
      #expect(text.contains(#""price": "Decimal(string)","#), "\(text)")
      #expect(text.contains(#""n":     "Int(string)","#), "\(text)")
    }
  }

  @Test("Whole numbers under a key of a time are epochs only if all lie in this century")
  func epochs() throws {
    let body =
      #"{"created_at": 1700000000, "updated_at": 1700000000123, "time": 3600, "size": 1700000000}"#
    let late =
      #"{"created_at": 1700000001, "updated_at": 1700000000124, "time": 1700000000, "size": 1}"#
    let lines = [DraftTrial.line("/a", body), DraftTrial.line("/a", late)]
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      for line in [
        #""created_at": "createdAt: Date(seconds)",             // seconds since 1970 so far"#,
        #""updated_at": "updatedAt: Date(milliseconds)",        // milliseconds since 1970 so far"#,
        #""time":       "Int","#, #""size":       "Int","#,
      ] {
        #expect(text.contains(line), "\(text)")
      }
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 2 && result.problems == [])
    }
  }

  @Test(
    "Spellings of one key become one line, and the mapping reads them all",
    arguments: [
      ("anyCase", ["sportId", "sportID", "sportid"]), ("snakeCase", ["sport_id", "sportId"]),
    ])
  func spellings(style: String, names: [String]) throws {
    let lines = (0..<12).map { number in
      let name = names[number % 6 < 3 ? 0 : number % names.count]
      return DraftTrial.line("/games", #"{"id": \#(number), "\#(name)": \#(number)}"#)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains("      \"keys\": \"\(style)\",\n"), "\(text)")
      #expect(text.contains(" // also \"\(names[1])\" "), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 12 && result.problems == [] && result.unread == [])
    }
  }

  @Test("An optional key with two spellings becomes one line, unless an object has both spellings")
  func optionalSpellings() throws {
    for isDoubled in [false, true] {
      let lines = (0..<12).map { number in
        let key = ["sportId", "sportID"][number % 2]
        let more = number == 5 ? "" : #", "\#(key)": 1"#
        let other = number == 0 && isDoubled ? #", "sportID": 2"# : ""
        return DraftTrial.line("/games", #"{"id": \#(number)\#(more)\#(other)}"#)
      }
      try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
        let text = trial.drafts.map(\.text).joined()
        #expect(text.contains(#""keys": "anyCase""#) != isDoubled, "\(text)")
        #expect(text.contains("; also \"sportID\" 5×") != isDoubled, "\(text)")
        let result = try trial.check(against: trial.drafts)
        #expect(result.payloadCount == 12 && result.problems == [] && result.unread == [])
      }
    }
  }

  @Test("Two keys that differ in case have a line each if one object has both")
  func likeKeys() throws {
    let lines = (0..<4).map {
      DraftTrial.line("/games", #"{"id": \#($0), "name": "a", "Name": "b"}"#)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains(#""name": "String""#) && text.contains(#""Name": "name2: "#), "\(text)")
      #expect(!text.contains("anyCase"))
    }
  }

  @Test("Two keys that differ in case have a line each if their values differ in kind")
  func likeKeysOfKinds() throws {
    let lines = (0..<8).map { number in
      DraftTrial.line(
        "/games", #"{"id": \#(number), \#(number % 2 == 0 ? #""Size": 1"# : #""size": "L""#)}"#)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains(#""Size?": "#) && text.contains(#""size?": "#), "\(text)")
      #expect(!text.contains("anyCase"))
    }
  }

  @Test("A mapping does not read another spelling of an inherited key as a key of its own")
  func inheritedSpellings() throws {
    let base = #""id": 1, "kind": "k", "url": "u", "from": "f", "to": "t", "SIZEA": 1"#
    let short = DraftTrial.line("/things", "[{\(base)}, {\(base)}, {\(base)}]")
    let long = (0..<4).map { number in
      let key = number % 2 == 0 ? "sizeA" : "sizea"
      return DraftTrial.line(
        "/things/\(number)", "{\(base), \"\(key)\": 1, \"at\": 2, \"by\": 3, \"of\": 4}")
    }
    try DraftTrial.with(["a.ndjson": ([short] + long).joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains("\"extends\"") && !text.contains("anyCase"), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 5 && result.problems == [] && result.unread == [])
    }
  }

  @Test("An empty text among dates and addresses is a null, and offsets may have no colon")
  func formats() throws {
    let lines = (1...9).map { number in
      let day = "2024-03-0\(number)T10:00:0\(number)"
      let isEmpty = number % 4 == 0
      return DraftTrial.line(
        "/a",
        """
        {"at": "\(day)+0000", "seen": "\(day).120+0100", "read_at": \(isEmpty ? #""""# : #""\#(day)Z""#), \
        "site_url": \(isEmpty ? #""""# : #""https://a.example/\#(number)""#)}
        """)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      for line in [
        #""at":       "Date('yyyy-MM-dd''T''HH:mm:ssZ')","#,
        #""seen":     "Date('yyyy-MM-dd''T''HH:mm:ss.SSSZ')","#,
        #""read_at":  { "to": "readAt", "type": "Date(iso8601)?", "emptyString": "null" },  // "" in 2 of 9"#,
        #""site_url": { "to": "siteURL", "type": "URL?", "emptyString": "null" },  // "" in 2 of 9"#,
      ] {
        #expect(text.contains(line), "\(text)")
      }
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 9 && result.problems == [])
    }
  }

  @Test(
    "Files that differ in a number are one type, and files of hundreds of kinds have a type each")
  func manyFiles() throws {
    var files = ["in/user-list.json": #"{"users": [{"name": "a"}]}"#]
    for number in 0..<4 {
      files["in/user-x-\(number).json"] = #"{"deep": true, "only": \#(number)}"#
    }
    for number in 0..<150 {
      files["in/user-\(number).json"] = #"{"name": "n\#(number)", "age": \#(number)}"#
      files["in/kind\(number)x.json"] = #"{"only\#(number)": true, "k\#(number * 7)": [1]}"#
    }
    try DraftTrial.with(files) { trial in
      let drafts = trial.drafts
      let types = drafts.flatMap(\.bodyTypes)
      #expect(types.count == 153)
      #expect(types.first { $0.pattern == "in/user-*.json" }?.type == "User")
      let result = try trial.check(against: drafts)
      #expect(result.payloadCount == files.count && result.problems == [])
      #expect(types.filter { $0.type == "Any" }.map(\.pattern) == [])
      #expect(result.unread == [])
    }
  }

  @Test("A key with an unpaired surrogate becomes no line, because no line can name it")
  func loneSurrogates() throws {
    let body =
      #"{"\ud800": 1, "a\udc00b": {"x": 1}, "k": 2, "l": {"\ud801": true, "m": 1}, "n": {"\udfff": 1}}"#
    try DraftTrial.with(["a.ndjson": DraftTrial.line("/a", body)]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(!text.contains("\u{FFFD}"))
      #expect(text.contains(#""k":   "Int","#), "\(text)")
      #expect(text.contains(#""l.m": "m: Int","#), "\(text)")
      #expect(text.contains(#""n":   "Any","#), "\(text)")
      #expect(text.contains("// keys that no line can name\n"), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 1)
      #expect(result.problems == ["lone-surrogate 4×"])
    }
  }

  @Test("The time of a draft does not explode with the segments of a path", .timeLimit(.minutes(5)))
  func longPaths() throws {
    for segments in [["7"], ["ab"], ["ab", "7"], ["orders", "x1y2", "7"]] {
      let path = (0..<2_000).map { "/" + segments[$0 % segments.count] }.joined()
      let lines = [path, path + "/end", path + path].map { DraftTrial.line($0, #"{"id": 7}"#) }
      try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
        let drafts = trial.drafts
        #expect(drafts.map(\.bodyCount) == [1])
        #expect(trial.summary().skipped == ["the path has too many segments": 2])
      }
    }
  }

  /// Two hundred fixtures as in an app, with meaningless names: films, pages of films, people,
  /// errors and lists of languages.
  private static let fixtures: [String: String] = {
    let words = [
      "alpha", "beta", "gamma", "delta", "omega", "sigma", "kappa", "theta", "eta", "mu",
    ]
    let film = { (id: Int) in #"{"id": \#(id), "title": "t\#(id)", "overview": "o"}"# }
    return Dictionary(
      uniqueKeysWithValues: (0..<200).map { number in
        let word = words[number % 10] + words[number / 10 % 10].capitalized
        let body =
          switch number % 5 {
          case 0:
            #"{"id": \#(number), "title": "t", "overview": "o", "runtime": 90, "genres": [{"id": 1, "name": "g"}]}"#
          case 1: #"{"page": 1, "results": [\#(film(number)), \#(film(2))], "total_pages": 3}"#
          case 2:
            #"{"id": \#(number), "name": "n", "birthday": "2001-02-\#(10 + number % 18)", "known_for": [\#(film(number))]}"#
          case 3: #"{"status_code": 34, "status_message": "m", "success": false}"#
          default: #"[{"iso_639_1": "de", "english_name": "German", "name": "n\#(number)"}]"#
          }
        return ("Fixtures/\(word)\(number < 100 ? "" : "Again").json", body)
      })
  }()

  @Test("Two hundred fixtures of a folder are five types, need no edit, and are read completely")
  func fixtureFolder() throws {
    try DraftTrial.with(Self.fixtures) { trial in
      let drafts = trial.drafts
      let expected = try #require(PackageFiles.bytes(at: "Fixtures/drafting/folder.contract.json"))
      #expect(drafts.map(\.text) == [String(decoding: expected, as: UTF8.self)])
      #expect(drafts.flatMap(\.bodyTypes).count == 200)
      let result = try trial.check(against: drafts)
      #expect(result.payloadCount == 200 && result.problems == [] && result.unread == [])
    }
  }

  @Test("Envelopes of a folder's files are named beside the files, and have no mapping")
  func envelopesOfFiles() throws {
    let files = [
      "in/user.json": #"{"user": {"id": 1, "name": "a", "mail": "b"}}"#,
      "in/user-partial.json": #"{"user": {"id": 1}}"#,
      "in/list.json": #"{"people": [{"name": "a", "size": 1, "kin": 2, "eye": 3}]}"#,
    ]
    try DraftTrial.with(files) { trial in
      let drafts = trial.drafts
      let types = drafts.flatMap(\.bodyTypes).map { "\($0.pattern) \($0.type)" }
      #expect(
        types == [
          "list.json people: [People]", "user-partial.json user: UserSummary",
          "user.json user: User",
        ])
      let result = try trial.check(against: drafts)
      #expect(result.payloadCount == 3 && result.problems == [] && result.unread == [])
    }
  }

  @Test(
    "If nearly all values are objects or arrays, the others are a comment, and a check reports them"
  )
  func oddValues() throws {
    let lines = (0..<40).map { number in
      let owner = number == 4 ? #""x""# : #"{"id": \#(number), "login": "l", "a": 1, "b": 2}"#
      let tags = number == 5 ? #""t""# : #"["t"]"#
      return DraftTrial.line(
        "/odd/\(number)", #"{"id": \#(number), "owner": \#(owner), "tags": \#(tags)}"#)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      for line in [
        #""owner": "Owner",                                     // 1 of 40 is no object"#,
        #""tags":  "[String]",                                  // 1 of 40 is no array"#,
      ] {
        #expect(text.contains(line), "\(text)")
      }
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 40 && result.refusedCount == 2)
    }
  }

  @Test("A tag names the types that it distinguishes, and a generic word does not")
  func generics() throws {
    let lines = (0..<12).map { number in
      let (type, data) =
        number % 2 == 0
        ? ("users", #"[{"id": 1, "name": "a"}]"#) : ("photos", #"[{"id": 1, "w": 2, "h": 3}]"#)
      return DraftTrial.line("/feed", #"{"type": "\#(type)", "items": \#(data)}"#)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains(#""photos": { "items": "[Photo]" }"#), "\(text)")
      #expect(text.contains(#""users": { "items": "[User]" }"#), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 12 && result.problems == [] && result.unread == [])
    }
  }

  @Test("Parameters with the same name are numbered")
  func parameterNames() throws {
    let line = DraftTrial.line("/users/1/2/3/items/4", #"{"a": 1}"#)
    try DraftTrial.with(["a.ndjson": line]) { trial in
      #expect(
        trial.drafts[0].text.contains(#""GET /users/:id/:userId/:userId2/items/:itemId":"#),
        "\(trial.drafts[0].text)")
    }
  }

  @Test("An object whose tag is the name of a type becomes a mapping with another name")
  func taggedNames() throws {
    let names = ScalarName.allCases.map(\.rawValue) + ["Set"]
    let lines = names.enumerated().map { number, name in
      DraftTrial.line("/a\(number)", "{ \"type\": \"\(name)\", \"k\(number)\": 1 }")
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == names.count && result.problems == [])
      #expect(trial.drafts.map(\.text).joined().contains("\"StringValue\": {"))
    }
  }

  @Test("A mapping that extends another one has no property of its base under another key")
  func inheritedProperties() throws {
    let short = (0..<3).map {
      #"{"id": \#($0), "kind": "k", "url": "u", "from": "f", "to": "t", "Name": "a"}"#
    }
    let long = (3..<6).map {
      #"{"id": \#($0), "kind": "k", "url": "u", "from": "f", "to": "t", "Name": "a", "name": "b", "size": 1, "at": 2, "by": 3}"#
    }
    let lines =
      [DraftTrial.line("/things", "[\(short.joined(separator: ", "))]")]
      + long.enumerated().map { DraftTrial.line("/things/\($0 + 3)", $1) }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains("\"extends\""), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 4 && result.problems == [])
    }
  }

  @Test(
    "A draft admits its own captures, whatever their keys, values and paths, and reads all keys",
    .enabled(if: TestDepth.isFull)
  )
  func hostileTraffic() throws {
    var (checked, mappings) = (0, 0)
    for seed in UInt64(0)..<60 {
      var traffic = RandomTraffic(seed: seed)
      let lines = traffic.lines([1, 4, 12, 40][Int(seed % 4)])
      try DraftTrial.with(["a.ndjson": RandomTraffic.text(lines)]) { trial in
        let drafts = trial.drafts
        let result = try trial.check(against: drafts)
        let problems = result.problems.filter {
          !$0.hasPrefix("lone-surrogate") && !$0.hasPrefix("unmatched-endpoint")
        }
        #expect(problems == [], "seed \(seed)")
        #expect(result.unread == [], "seed \(seed): \(drafts.map(\.text))")
        checked += result.payloadCount
        mappings += drafts.reduce(0) { $0 + $1.mappingCount }
      }
    }
    #expect(checked > 400)
    #expect(mappings > 100)
  }

  @Test("A draft admits the payloads that are drawn from it", .enabled(if: TestDepth.isFull))
  func madeUp() throws {
    var count = 0
    for seed in UInt64(0)..<40 {
      var traffic = RandomTraffic(seed: seed)
      try DraftTrial.with(["a.ndjson": RandomTraffic.text(traffic.lines(20))]) { trial in
        for draft in trial.drafts {
          let contract = try OneContract.contract(draft.text)
          for endpoint in contract.endpoints where endpoint.body != .absent {
            let target = MappingTarget.endpoint(endpoint.selector)
            let mapper = Mapper(contract, as: target)
            var generator = PayloadGenerator(DrawPlan(contract, endpoint))
            for index in 0..<10 {
              let payload = generator.payload(seed: Seed(seed), index: index, size: 20)
              let document = try JSONDocument(parsing: payload.bytes)
              #expect(mapper.admits(document, as: target), "\(draft.text)\n\(payload.text)")
              count += 1
            }
          }
        }
      }
    }
    #expect(count > 1_000)
  }

  @Test(
    "A draft of real captures is readable, and admits them", .enabled(if: TestDepth.isFull),
    .enabled(if: Corpora.isPresent))
  func webhooks() throws {
    let files = try Corpora.files(below: "octokit-webhooks", ending: ".json")
    try DraftTrial.with(
      Dictionary(
        files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) },
        uniquingKeysWith: { first, _ in first })
    ) { trial in
      let drafts = trial.drafts
      let result = try trial.check(against: drafts)
      #expect(result.problems == [])
      #expect(result.payloadCount == files.count)
      #expect(drafts.reduce(0) { $0 + $1.mappingCount } <= 200)
      #expect(drafts[0].text.split(separator: "\n").count <= 2_400)
    }
  }

  @Test(
    "A draft of half of the captures rejects at most a tenth of the other half",
    .enabled(if: TestDepth.isFull),
    .enabled(if: Corpora.isPresent))
  func heldOut() throws {
    let files = try Corpora.files(below: "octokit-webhooks", ending: ".json")
    let halves = [0, 1].map { half in
      files.indices.filter { $0 % 2 == half }.map { files[$0] }
    }
    try DraftTrial.with(
      Dictionary(
        files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) },
        uniquingKeysWith: { first, _ in first })
    ) { trial in
      let parts = halves.map { half in
        DraftTrial(
          files: trial.files.filter { path in half.contains { path.hasSuffix("/" + $0.name) } })
      }
      let result = try parts[1].check(against: parts[0].drafts)
      #expect(result.payloadCount > 100)
      #expect(result.refusedCount * 10 <= result.payloadCount, "\(result)")
    }
  }

  /// Targets of contracts whose payloads are drafted.
  static let samples = [
    ("Contracts/groups.contract.json", "[Avatar]"),
    ("Fixtures/generation/orders.contract.json", "GET /orders"),
    ("Contracts/github.contract.json", "user: User"),
  ]

  @Test(
    "A draft of a contract's payloads admits nineteen of twenty other payloads of the contract",
    .enabled(if: TestDepth.isFull),
    arguments: samples)
  func generated(path: String, target: String) throws {
    let contract = try Contract(at: path, files: PackageContracts())
    let cases = try #require(GeneratedCases(contract, target: try TargetText(target).target))
    let payloads = (0..<800).map { cases[.valid, $0].payload.text }
    let texts = [payloads[..<600], payloads[600...]].map { (half: ArraySlice<String>) in
      half.map { #"{"event": "sample", "data": \#($0)}"# }.joined(separator: "\n")
    }
    try DraftTrial.with(["a.ndjson": texts[0], "b.ndjson": texts[1]]) { trial in
      let known = DraftTrial(files: [trial.files[0]])
      let drafts = known.drafts
      let own = try known.check(against: drafts)
      #expect(own.refusedCount == 0)
      let others = try DraftTrial(files: [trial.files[1]]).check(against: drafts)
      #expect(others.payloadCount == 200)
      #expect(others.refusedCount * 20 <= others.payloadCount, "\(others)")
    }
  }

  @Test("A draft has no value of a payload, except tags and small sets of words")
  func secrets() throws {
    let secret = "s3cr3t-\(PackageFolder.root.path.utf8.count)-value"
    let body = """
      {"id": "\(secret)", "name": "\(secret) x", "list": ["\(secret)"], "kind": "\(secret)x",
       "map": {"\(secret)@a.example": 1, "b@a.example": 2}, "note": "https://a.example/\(secret)"}
      """.replacing("\n", with: " ")
    let lines = (0..<3).map {
      DraftTrial.line("/users/\(secret)\($0)x/\(secret)?t=\(secret)", body)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let drafts = trial.drafts
      #expect(drafts.count == 1)
      // The text is a tag by its name only, and becomes no case: `kind` has one value.
      #expect(!drafts[0].text.contains(secret), "\(drafts[0].text)")
    }
  }

  @Test(
    "A text is shown only among several words that each came often, and never in a comment",
    arguments: [
      (["annlee"], 25, "// one text in all 25"), (["annlee", "boblee"], 2, "// 2 texts so far"),
      (["Annlee", "Boblee"], 25, "// 2 texts so far"),
      (["annlee1", "boblee2"], 25, "// 2 texts so far"),
    ])
  func comments(words: [String], count: Int, note: String) throws {
    let lines = words.flatMap { word in
      (0..<count).map { DraftTrial.line("/users", #"{"id": \#($0), "role": "\#(word)"}"#) }
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(!text.contains("lee"), "\(text)")
      #expect(text.contains(note), "\(text)")
    }
  }
}
