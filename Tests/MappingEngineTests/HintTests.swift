import ContractModel
import Foundation
import JSONParsing
import MappingEngine
import Testing

@Suite("A hint says what to write")
struct HintTests {
  private func hint(_ line: String, _ payload: String) throws -> String? {
    let sample = try Sample(#""A": { "map": { "k": "Int", "b": "\#(line)" } }"#, as: "A")
    let violations = try sample.map(#"{"k":1,"b":\#(payload)}"#).violations
    #expect(violations.count == 1)
    return violations.first?.hint
  }

  @Test(
    "The hint for a date names a format that reads it, or none",
    arguments: [
      ("Date(seconds)", #""2012-03-01T00:00:00Z""#, "text is right, write Date(iso8601)"),
      ("Date(milliseconds)", #""2012-03-01""#, "text is right, write Date('yyyy-MM-dd')"),
      (
        "Date(seconds)", #""2012-03-01 10:20:30""#,
        "text is right, write Date('yyyy-MM-dd HH:mm:ss')"
      ),
      (
        "Date(seconds)", #""Thu, 01 Mar 2012 10:20:30 GMT""#,
        "text is right, write Date('EEE, dd MMM yyyy HH:mm:ss zzz')"
      ),
      ("Date(seconds)", #""1330560000""#, "seconds in text are right, write Date(string seconds)"),
      (
        "Date(seconds)", #""1330560000000""#,
        "milliseconds in text are right, write Date(string milliseconds)"
      ),
      ("Date(seconds)", #""soon""#, nil), ("Date(seconds)", #""2012-02-30""#, nil),
      ("Date(iso8601)", "1330560000", "seconds since 1970 are right, write Date(seconds)"),
      (
        "Date(iso8601)", "1330560000000",
        "milliseconds since 1970 are right, write Date(milliseconds)"
      ),
      ("Date(iso8601)", "1e30", nil), ("Date(iso8601)", #""tomorrow""#, nil),
      (
        "Date(iso8601)", #""2012-03-01""#,
        "that format is right, write Date('yyyy-MM-dd'); if both are, Date(iso8601|'yyyy-MM-dd')"
      ),
      (
        "Date('dd.MM.yyyy'|seconds)", #""2012-03-01T00:00:00Z""#,
        "that format is right, write Date(iso8601); if both are, "
          + "Date('dd.MM.yyyy'|seconds|iso8601)"
      ),
      ("Date('MM/dd/yyyy')", #""02/30/2012""#, nil),
      (
        "Date(iso8601)", #""01/02/2012""#,
        "that format is right, write Date('MM/dd/yyyy') or Date('dd/MM/yyyy')"
      ),
      (
        "Date(seconds)", #""13/01/2012""#, "text is right, write Date('dd/MM/yyyy')"
      ),
      ("Int", #""7""#, "text is right, write Int(string)"), ("Int", #""N/A""#, nil),
      ("Int", #""7.5""#, nil), ("Double", #""NaN""#, nil), ("Bool", #""yes please""#, nil),
    ] as [(String, String, String?)])
  func dates(line: String, payload: String, expected: String?) throws {
    #expect(try hint(line, payload) == expected.map { "if " + $0 })
  }

  @Test("The format in the hint reads the date")
  func hintedFormats() throws {
    let texts = [
      "2012-03-01T00:00:00Z", "2012-03-01", "2012-03-01 10:20", "2012-03-01T10:20:30", "12/31/2012",
      "31.12.2012", "Thu, 01 Mar 2012 10:20:30 GMT", "Thu, 01 Mar 2012 10:20:30 +0100",
      "Thu Mar 01 10:20:30 +0000 2012", "-1", "253402300799999",
    ]
    for text in texts {
      let hint = try #require(try hint("Date(seconds)", "\"\(text)\""), "\(text)")
      let line = try #require(hint.components(separatedBy: "write ").last)
      let sample = try Sample(#""A": { "map": { "b": "\#(line)" } }"#, as: "A")
      #expect(try sample.map(#"{"b":"\#(text)"}"#).isAdmitted, "\(text): \(hint)")
    }
  }

  @Test("For a text in another format than the line's, each type in the hint reads the date")
  func otherFormats() throws {
    for text in ["2012-03-01T00:00:00Z", "2012-03-01", "2012-03-01 10:20", "31.12.2012"] {
      let hint = try #require(try hint("Date('yyyy')", "\"\(text)\""), "\(text)")
      let types = hint.split(separator: "Date(").dropFirst().map { $0.prefix { $0 != ")" } }
      #expect(types.count == 2)
      for type in types {
        let sample = try Sample(#""A": { "map": { "b": "Date(\#(type))" } }"#, as: "A")
        #expect(try sample.map(#"{"b":"\#(text)"}"#).isAdmitted, "\(text): \(hint)")
      }
    }
  }

  @Test(
    "The hint for an absent key of the root lists its keys, the nearest first",
    arguments: [
      (#"{"data":[],"meta":{}}"#, #"the payload has "data", "meta""#),
      (#"{"total":1,"user":{"id":1}}"#, #"the payload has "user", "total""#),
      ("{}", "the payload has no key"),
      (
        #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i\u202e":1,"j":1}"#,
        #"the payload has "a", "b", "c", "d", "e", "f", "g", "h" and 2 more"#
      ),
    ])
  func rootKeys(payload: String, expected: String) throws {
    let sample = try Sample(#""User": { "map": { "id": "Int" } }"#, as: "users: User")
    let violation = try #require(try sample.map(payload).violations.first)
    #expect(violation.rule == .missingKey)
    #expect(violation.message == #"the key "users" is missing"#)
    #expect(violation.hint == expected)
  }

  @Test("The hint for an absent key further inside lists no keys")
  func innerKeys() throws {
    let sample = try Sample(#""User": { "map": { "id": "Int", "no": "Int?" } }"#, as: "users: User")
    let violations = try sample.map(#"{"users":{"other":1,"no":1}}"#).violations
    #expect(violations.map(\.hint) == [nil])
  }

  @Test("For an absent key that may be null, the hint says how the key may be absent")
  func absentKeys() throws {
    let hint = { (line: String, payload: String) in
      let sample = try Sample(#""A": { "map": { "id": "Int", \#(line) } }"#, as: "[A]")
      return try sample.map(payload).violations.map(\.hint)
    }
    let words = #"it may be null; if it may be absent, write "no?""#
    #expect(try hint(#""no": "Int?""#, #"[{"id":1}]"#) == [words])
    #expect(try hint(#""no?": "Int?""#, #"[{"id":1}]"#) == [])
    #expect(try hint(#""no": "Int""#, #"[{"id":1}]"#) == [nil])
    #expect(try hint(#""no": "Int?""#, #"[{"id":1,"No":1}]"#) == [#"the payload has "No""#])
  }

  @Test("A foreign key finds a decimal number in any spelling")
  func decimalKeys() throws {
    let sample = try Sample(
      #"""
      "Page": { "map": { "rates": "[Rate]", "sales": "[Sale]" } },
      "Rate": { "identifiedBy": "rate", "map": { "rate": "Decimal" } },
      "Sale": { "map": { "at": "Decimal" }, "connect": { "rate: Rate": { "at": "rate" } } }
      """#, as: "Page")
    let result = try sample.map(#"{"rates":[{"rate":1.10},{"rate":1.1}],"sales":[{"at":1.100}]}"#)
    #expect(result.isAdmitted)
    #expect(result.store.count(ofType: "Rate") == 1)
    let page = try #require(result.objects.first)
    let sale = try #require(page["sales"]?.elements.first?.objectID.map { result.store[$0] })
    #expect(sale["rate"]?.objectID != nil)
    #expect(result.store.json(try #require(sale["at"])) == "1.100")
  }
}
