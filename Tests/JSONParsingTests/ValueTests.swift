import JSONParsing
import TestSupport
import Testing

@Suite("A value is read where it stands")
struct ValueTests {
  private func root(_ text: String) throws -> JSONValue { try JSONDocument(parsing: text).root }

  @Test("Each kind of value reads only as itself")
  func kinds() throws {
    let values = try root(#"[null, true, 1.5, "a", [7], {"b": 8}]"#).elements.map { $0 }
    #expect(values.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.number?.text) == [nil, nil, "1.5", nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "a", nil, nil])
    #expect(values.map(\.elements.count) == [0, 0, 0, 0, 1, 0])
    #expect(values.map(\.members.count) == [0, 0, 0, 0, 0, 1])
  }

  @Test("Every value and every name knows its bytes")
  func byteRanges() throws {
    let text = #"{ "é" : [ 1.50 , "a\n" ] , "b":{}}"#
    let object = try root(text)
    #expect(object.rawText == text)
    #expect(object.members.map(\.nameRange) == [2..<6, 28..<31])
    #expect(object.members.map(\.value.byteRange) == [9..<25, 32..<34])
    #expect(object["é"]?.elements.map(\.rawText) == ["1.50", #""a\n""#])
    #expect(object["é"]?.elements.map(\.byteRange) == [11..<15, 18..<23])
  }

  @Test("A byte order mark is accepted and counted, and the values stand behind it")
  func byteOrderMark() throws {
    let document = try JSONDocument(parsing: [0xef, 0xbb, 0xbf, 0x5b, 0x37, 0x5d])
    #expect(document.hasByteOrderMark)
    #expect(document.byteCount == 6)
    #expect(document.root.byteRange == 3..<6)
    #expect(document.notices == [JSONNotice(kind: .byteOrderMark, offset: 0)])
    #expect(throws: JSONParseError.self) {
      try JSONDocument(parsing: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x37])
    }
  }

  @Test("Members keep their order and their duplicates; a look-up finds the last")
  func duplicateMembers() throws {
    let object = try root(#"{"b": 1, "a": 2, "\u0062": 3, "c": {"b": 4}}"#)
    #expect(object.members.map(\.name) == ["b", "a", "b", "c"])
    #expect(object["b"]?.rawText == "3")
    #expect(object.members.all(named: "b").map(\.value.rawText) == ["1", "3"])
    #expect(object["d"] == nil)
    #expect(object["c"]?["b"]?.rawText == "4")
  }

  @Test("The NFC and the NFD form of a word are two names")
  func canonicalEquivalence() throws {
    let object = try root("{\"\u{e9}\": 1, \"e\u{301}\": 2}")
    #expect(object["\u{e9}"]?.rawText == "1")
    #expect(object["e\u{301}"]?.rawText == "2")
    #expect(Set(object.members.map(\.name)).count == 2)
    #expect(object.document.notices == [])
  }

  @Test("An index finds an element, or none")
  func elements() throws {
    let array = try root("[[0], 1, {\"a\": [2]}, 3]")
    #expect((-1...4).map { array[$0]?.rawText } == [nil, "[0]", "1", "{\"a\": [2]}", "3", nil])
  }

  @Test(
    "Escapes read as what they stand for",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD834\uDD1Ex""#, "\u{1d11e}x"), (#""\u0000""#, "\0"),
      (#""\ud800""#, "\u{fffd}"), (#""\ude00\ud83d""#, "\u{fffd}\u{fffd}"),
      (#""\ud800\ud83d\ude00""#, "\u{fffd}😀"), (#""\ud800\n""#, "\u{fffd}\n"),
      (#""\ud800\u0041""#, "\u{fffd}A"), (#""\uffff""#, "\u{ffff}"),
    ])
  func escapes(text: String, string: String) throws {
    let value = try root(text)
    #expect(value.string.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
    // Each text with a replacement character here has an unpaired surrogate.
    #expect(value.hasUnpairedSurrogate == string.unicodeScalars.contains("\u{fffd}"))
  }

  @Test("Every scalar, escaped or not, reads as itself", .enabled(if: TestDepth.isFull))
  func everyScalar() throws {
    for plane in 0...16 as ClosedRange<UInt32> {
      let scalars = (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init)
      var expected = String.UnicodeScalarView()
      expected.append(contentsOf: scalars)
      let plain = JSONWriter.text(of: String(expected))
      let escaped = "\"" + scalars.flatMap { String($0).utf16 }.map(Self.escape).joined() + "\""
      for text in [plain, escaped] {
        let string = try #require(try root(text).string)
        #expect(string.utf8.elementsEqual(String(expected).utf8), "plane \(plane)")
      }
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONWriter {
  fileprivate static func text(of string: String) -> String {
    var writer = JSONWriter()
    writer.string(string)
    return writer.text
  }
}
