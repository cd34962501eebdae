import ContractModel
import JSONParsing
import Testing

@Suite("A line says which key becomes which property, of what type")
struct LineGrammarTests {
  @Test(
    "Spaces in a line make no difference",
    arguments: [
      ("id: Int", "id: Int"), ("  id :Int  ", "id: Int"), ("Int", "key: Int"), ("_: Int", "_: Int"),
      ("a.b: String?", "a.b: String?"), ("String ?", "key: String?"),
      ("Int(string)", "key: Int(string)"), ("Int( number | string )", "key: Int(number|string)"),
      ("Double(string) -90...90", "key: Double(string) -90...90"), ("Int 1...", "key: Int 1..."),
      ("Int ...-5", "key: Int ...-5"), ("Int 7", "key: Int 7"), ("Int 7...7", "key: Int 7...7"),
      ("Double 0.5...1.5e3", "key: Double 0.5...1.5e3"), ("Int -3", "key: Int -3"),
      ("[Int]", "key: [Int]"), ("[ Int? ]?", "key: [Int?]?"), ("[[[Int]]]", "key: [[[Int]]]"),
      ("[Int 0...9] count 1...5", "key: [Int 0...9] count 1...5"),
      ("[String length 1...] unique", "key: [String length 1...] unique"),
      ("Set<Int>", "key: Set<Int>"), ("Set< [Int] >", "key: Set<[Int]>"),
      ("[String: Int]", "key: [String: Int]"), ("[String:[Int]]?", "key: [String: [Int]]?"),
      ("[name: A]", "key: [name: A]"), ("[user.name:A]", "key: [user.name: A]"),
      ("'Boy' | 'Girl'", "key: 'Boy' | 'Girl'"), ("'Boy'|String?", "key: 'Boy' | String?"),
      ("'it''s'", "key: 'it''s'"), ("1 | 2 | 3.5", "key: 1 | 2 | 3.5"),
      ("true | 'no'", "key: true | 'no'"), ("''", "key: ''"),
      ("String matches /^[a-z]+$/", "key: String matches /^[a-z]+$/"),
      (#"String matches /a\/b/ length 3"#, #"key: String matches /a\/b/ length 3"#),
      ("Int equals @path.id", "key: Int equals @path.id"),
      ("[Int equals other]", "key: [Int equals other]"),
      ("Int equals items[].id", "key: Int equals items[].id"),
      ("Date(iso8601|'MM/dd/yyyy')", "key: Date(iso8601|'MM/dd/yyyy')"),
      ("Date('yyyy-MM-dd''T''HH:mm')", "key: Date('yyyy-MM-dd''T''HH:mm')"),
      ("Data(base64url)", "key: Data(base64url)"), ("Any?", "key: Any?"),
      ("Int = 7", "key: Int = 7"), ("String ='a = b'", "key: String = 'a = b'"),
      ("[Int]=[]", "key: [Int] = []"), ("[String: Int] ={ }", "key: [String: Int] = {}"),
      ("String? = null", "key: String? = null"),
      ("Bool = true", "key: Bool = true"), ("count: Int", "count: Int"),
      ("unique: Bool", "unique: Bool"), ("straße: String", "straße: String"),
    ])
  func lines(line: String, written: String) throws {
    var writer = JSONWriter()
    writer.string(line)
    let contract = try Contract(map: "\"key?\": \(writer.text)")
    let line = try #require(contract.mappings.first?.lines.first)
    #expect(Self.line(line) == written)
    #expect(line.isOptional)
    // The written line reads back as the same line.
    let again = try Contract(map: "\"key?\": \(JSONWriter.text(of: line.line))")
    #expect(again.mappings.first?.lines == contract.mappings.first?.lines)
  }

  private static func line(_ line: PropertyLine) -> String {
    let property = line.property?.description ?? "_"
    return "\(property): \(line.value)" + (line.defaultValue.map { " = \($0)" } ?? "")
  }

  @Test(
    "A key path is read as it is written",
    arguments: [
      ("a", .representation, ["a"]), ("a.b.c", .representation, ["a", "b", "c"]),
      ("a.0.c", .representation, ["a", "0", "c"]),
      ("users[].name", .representation, ["users", nil, "name"]),
      ("a[][].b", .representation, ["a", nil, nil, "b"]), ("[].id", .representation, [nil, "id"]),
      (#"a\.b"#, .representation, ["a.b"]), (#"\e"#, .representation, [""]),
      (#"a.\e.b"#, .representation, ["a", "", "b"]), (#"\@type"#, .representation, ["@type"]),
      (#"q\?.x\[0]"#, .representation, ["q?", "x[0]"]),
      (#"back\\slash"#, .representation, [#"back\slash"#]),
      ("a@b", .representation, ["a@b"]), ("c (d)", .representation, ["c (d)"]),
      ("@parent.id", .parent(levels: 1), ["id"]),
      ("@parent.@parent.a.b", .parent(levels: 2), ["a", "b"]),
      ("@root.a", .root, ["a"]), ("@document.a[]", .document, ["a", nil]),
      ("@path.id", .path, ["id"]),
      ("@header.X-Total", .header, ["X-Total"]), ("@index", .index, []),
      ("@request.header.X-Id", .requestHeader, ["X-Id"]),
      (#"@request.query.page\.size"#, .requestQuery, ["page.size"]),
    ] as [(String, SourceKeyPath.Base, [String?])])
  func keyPaths(text: String, base: SourceKeyPath.Base, names: [String?]) throws {
    for suffix in ["", "?"] {
      var writer = JSONWriter()
      writer.string(text + suffix)
      let contract = try Contract(map: "\(writer.text): \"property: Any\"")
      let line = try #require(contract.mappings.first?.lines.first)
      let steps = names.map { name in
        name.map { SourceKeyPath.Step.segment(MemberName($0)) } ?? .fanOut
      }
      #expect(line.source == SourceKeyPath(base: base, steps: steps))
      #expect(line.isOptional == (suffix == "?"))
      #expect(line.source.description == text)
    }
  }

  @Test("The empty key path is the representation itself")
  func representation() throws {
    let line = try Contract(map: #""": "text: Any""#).mappings[0].lines[0]
    #expect(line.source == .representation)
    #expect(line.source.description == "")
  }

  @Test("One key can become several properties")
  func severalLines() throws {
    let contract = try Contract(
      map: #""id": ["remoteId: Int(number|string)", "idText: String(number)"]"#)
    #expect(contract.mappings[0].lines.map(\.property?.description) == ["remoteId", "idText"])
    #expect(
      contract.mappings[0].lines.map(\.line) == [
        "remoteId: Int(number|string)", "idText: String(number)",
      ])
  }

  @Test("A property that a line does not name is the last key, verbatim")
  func namedByKey() throws {
    let contract = try Contract(map: #""a.file-url": "URL", "users[].name": "[String]""#)
    #expect(contract.mappings[0].lines.map(\.property?.description) == ["file-url", "name"])
    #expect(contract.mappings[0].lines.map(\.line) == ["URL", "name: [String]"])
  }

  @Test("The long form states what does not fit a line")
  func longForm() throws {
    let text = """
      { "to": "sku", "type": "String? length 3", "matches": "^[A-Z]{3}$", "missing": "fail", "null": "keep", \
      "emptyString": "null", "trim": true, "presence": "99.9%", "nullRate": "1%", "sensitive": true, \
      "example": "ABC", "note": "stock keeping unit", "x-team": [1] }
      """
    let contract = try Contract(map: "\"code\": \(text)")
    let line = contract.mappings[0].lines[0]
    #expect(line.property?.description == "sku")
    #expect(line.value.description == "String? length 3 matches /^[A-Z]{3}$/")
    #expect(line.options.missing == .fail)
    #expect(line.options.null == .keep)
    #expect(line.options.emptyString == .null)
    #expect(line.options.trims == true)
    #expect(line.options.presence?.description == "99.9%")
    #expect(line.options.isSensitive == true)
    #expect(line.options.example?.value.string == "ABC")
    #expect(line.options.extensions.map(\.name) == ["x-team"])
  }

  @Test("Ranges compare by exact value")
  func ranges() throws {
    let range = NumberRange(lower: JSONNumber("-1.5"), upper: JSONNumber("9007199254740993"))
    for (text, isInside) in [
      ("-1.5", true), ("-1.50", true), ("-15e-1", true), ("-1.51", false), ("0", true),
      ("9007199254740993", true), ("9007199254740994", false), ("9007199254740993.0", true),
      ("9.007199254740993e15", true), ("1e400", false), ("-1e400", false), ("1e-400", true),
    ] {
      #expect(range.contains(try #require(JSONNumber(text))) == isInside, "\(text)")
    }
  }
}
