import Testing

@testable import MapperTesting

@Suite("The reason of a refusal is one short line")
struct RefusalReasonTests {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(stringValue: String) { self.stringValue = stringValue }

    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  private struct Own: Error, CustomStringConvertible { var description: String }

  private static let place: [any CodingKey] = [Key(intValue: 2), Key(stringValue: "a\n\u{1b}b")]

  private static func context(_ text: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: place, debugDescription: text)
  }

  @Test("A decoding error has its place and JSON's terms; both are escaped")
  func decodingErrors() {
    let found = "Expected to decode Dictionary<String, Any> but found a number\n instead."
    let errors: [DecodingError] = [
      .keyNotFound(Key(stringValue: "c\n"), Self.context("")),
      .typeMismatch(Int.self, Self.context(found)), .valueNotFound(Int.self, Self.context("")),
      .dataCorrupted(Self.context("Not\na date.")),
    ]
    #expect(
      errors.map { Refusal(error: $0).reason } == [
        #"[2].a<U+000A><U+001B>b.c<U+000A>: no value for the key "c<U+000A>""#,
        "[2].a<U+000A><U+001B>b: expected to decode an object but found a number<U+000A>",
        "[2].a<U+000A><U+001B>b: expected Int, found null",
        "[2].a<U+000A><U+001B>b: not<U+000A>a date",
      ])
  }

  @Test("The text of an error is cut off after 200 Unicode scalars")
  func longErrors() {
    let text = String(repeating: "x", count: 100_000)
    let cut = String(repeating: "x", count: 199) + "…"
    #expect(Refusal(error: Own(description: text)).reason == cut)
    let error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text))
    #expect(Refusal(error: error).reason == cut)
  }
}
