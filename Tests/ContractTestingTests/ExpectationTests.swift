import ContractTesting
import Foundation
import TestSupport
import Testing

extension MappingTest {
  /// An expectation of the app's own.
  fileprivate func expectShort(
    _ source: String, to property: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(sourceLocation: sourceLocation) { evidence in
      let text = evidence.result.value(at: InstancePath([.member(MemberName(property))]))?.string
      return (text?.count ?? 0) < 3 ? nil : "expected \(source) to be short: it is \(text ?? "")"
    }
  }
}

@Suite("Expectations are recorded at their own lines")
struct ExpectationTests {
  private func test(
    _ payload: String = Thing.payload, mapper: MapperUnderTest? = nil,
    verifiesOnExpect: Bool = false
  ) throws -> MappingTest {
    try MappingTest(
      OneContract.of(mappings: Thing.mappings), as: "Thing", payload: payload, mapper: mapper,
      verifiesOnExpect: verifiesOnExpect)
  }

  /// Returns the issues of a test, as `line: comment`, with lines relative to `line`.
  private func issues(_ body: () throws -> Void, from line: Int) rethrows -> [String] {
    let recorded = Recorded()
    try withKnownIssue {
      try body()
    } matching: { issue in
      let comments = issue.comments.map(\.rawValue).joined(separator: "; ")
      recorded.texts.append("\((issue.sourceLocation?.line ?? 0) - line): \(comments)")
      return true
    }
    return recorded.texts
  }

  private final class Recorded: @unchecked Sendable { var texts: [String] = [] }

  @Test("A condition gets Swift values, from the engine and from the app's mapper")
  func plainValues() throws {
    let contract = try OneContract.of(
      mappings: """
        "All": { "coercion": "lenient", "map": {
          "s": "String", "b": "Bool", "i": "Int8", "u": "UInt64", "d": "Double", "m": "Decimal",
          "t": "Date(seconds)", "l": "URL", "g": "UUID", "x": "Data", "a": "[Int]", "e": "Set<String>",
          "o": "[String: Bool]", "j": "Any", "n": "String?", "p": "All?" } }
        """)
    let payload = """
      {"s":"a","b":true,"i":1,"u":18446744073709551615,"d":1.5,"m":"1.10","t":10,"l":"http://a.b/c",
       "g":"00000000-0000-0000-0000-00000000000a","x":"AQI=","a":[1,2],"e":["x"],"o":{"k":false},
       "j":{"q":[1,null,"z",1.5]},"n":null,"p":null}
      """
    let test = try MappingTest(contract, as: "All", payload: payload)
    test.expect("s", to: "s") { $0.value as? String == "a" }
    test.expect("b", to: "b") { $0.value as? Bool == true }
    test.expect("i", to: "i") { $0.value as? Int == 1 }
    test.expect("u", to: "u") { $0.value as? UInt64 == .max }
    test.expect("d", to: "d") { $0.value as? Double == 1.5 }
    test.expect("m", to: "m") { $0.value as? Decimal == Decimal(string: "1.1") }
    test.expect("t", to: "t") { $0.value as? Date == Date(timeIntervalSince1970: 10) }
    test.expect("l", to: "l") { $0.value as? URL == URL(string: "http://a.b/c") }
    test.expect("g", to: "g") { ($0.value as? UUID)?.uuid.15 == 10 }
    test.expect("x", to: "x") { $0.value as? Data == Data([1, 2]) }
    test.expect("a", to: "a") { $0.value as? [Int] == [1, 2] }
    test.expect("e", to: "e") { $0.value as? [String] == ["x"] }
    test.expect("o", to: "o") { $0.value as? [String: Bool] == ["k": false] }
    test.expect("j", to: "j") { mapping in
      let list = (mapping.value as? [String: Any])?["q"] as? [Any]
      return list?[0] as? Int == 1 && list?[1] is NSNull && list?[2] as? String == "z"
        && list?[3] as? Double == 1.5
    }
    test.expect("n", to: "n") { $0.value == nil }
    #expect(test.violations().map(\.message) == [])
  }

  @Test("Each failed expectation is one issue, of the engine and of the app's mapper")
  func ownLines() throws {
    for mapper in [nil, Thing.mapper()] {
      let test = try test(mapper: mapper)
      let line = #line
      test.expect("number", to: "number", value: 2)
      test.expect("number", to: "number", value: 1)
      test.expect("tags", to: "tags", count: 1)
      test.expect("flag", to: "flag", value: 1)
      test.expect("part", to: "part", value: ["label": "x"])
      test.expect("part", to: "part", value: ["label": "same", "partId": 1])
      test.expect("none", to: "none", value: nil)
      test.expect("text", to: "text", value: nil)
      test.expect("text", to: "text") { $0.string == "other" }
      test.expect("url", to: "url", value: "https://a.example/b")
      test.expect("kind", to: "kind", value: "small")
      let found = issues({ test.verify() }, from: line)
      #expect(
        found == [
          #"1: expected to map "number" to "number" with the value 2: the value is 1"#,
          #"3: expected to map "tags" to "tags" with 1 element: it has 2"#,
          #"4: expected to map "flag" to "flag" with the value 1: the value is true"#,
          #"5: expected to map "part" to "part" with the value ["label": "x"]: the value is Part(partId: 1, label: "same")"#,
          #"8: expected to map "text" to "text" with the value nil: the value is "same""#,
          #"9: expected to map "text" to "text" as the condition says: the value is "same""#,
          #"11: expected to map "kind" to "kind" with the value "small": the value is \#(mapper == nil ? #""big""# : ".big")"#,
        ])
    }
  }

  @Test("Failed expectations, and a test that verifies or expects nothing, are reported")
  func verifying() throws {
    let line = #line
    let once = try issues(
      {
        let test = try test(verifiesOnExpect: true)
        test.expect("number", to: "number", value: 2)
      }, from: line)
    #expect(
      once == [#"4: expected to map "number" to "number" with the value 2: the value is 1"#])
    let never = try issues(
      {
        let test = try test()
        test.expect("number", to: "number", value: 1)
      }, from: line)
    #expect(never == ["11: verify() was never called: 1 expectation never checked"])
    let nothing = try issues({ try test().verify() }, from: line)
    #expect(nothing == ["14: nothing is expected of the mapping"])
  }

  @Test("A rejected payload is the only issue")
  func refused() throws {
    let test = try MappingTest(
      OneContract.of(mappings: Thing.mappings), as: "Part", payload: #"{"id":null,"name":3}"#)
    test.expect("id", to: "partId")
    test.expect("name", to: "label")
    #expect(
      test.violations().map(\.message) == [
        """
        the payload breaks the contract: error[null-value] at id: expected Int, found null; if null is allowed, write Int?
          in a.contract.json:6:52  "id": "partId: Int"
          and 1 more error
        """
      ])
    struct Refusal: Error, CustomStringConvertible { let description = "no\u{7}\u{202e}" }
    let refusing = try self.test(mapper: .mapping { _ -> Thing in throw Refusal() })
    refusing.expect("text", to: "text")
    #expect(
      refusing.violations().map(\.message) == [
        "the mapper rejects the payload: no<U+0007><U+202E>"
      ])
  }

  @Test("An app can define its own expectations")
  func ownExpectation() throws {
    let test = try test()
    test.expectShort("text", to: "text")
    #expect(test.violations().map(\.message) == ["expected text to be short: it is same"])
  }

  @Test("Text from outside is escaped")
  func escapes() throws {
    let contract = try OneContract.of(
      mappings: #""Odd": { "map": { "a\u0007": "a: String" } }"#)
    let test = try MappingTest(contract, as: "Odd", payload: #"{"a\u0007":"\u202e"}"#)
    test.expect("a\u{7}", to: "a", value: "\u{8}")
    test.expect("b\u{202e}", to: "a")
    let messages = test.violations().map(\.message)
    #expect(messages.count == 2)
    let unsafe = messages.joined().unicodeScalars.filter { $0.value < 0x20 || $0 == "\u{202e}" }
    #expect(unsafe.isEmpty)
  }
}
