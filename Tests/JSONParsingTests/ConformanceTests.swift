import JSONParsing
import TestSupport
import Testing

/// Nicolas Seriot's JSONTestSuite, folder `test_parsing`.
@Suite(
  "The parser agrees with the JSON test suite",
  .enabled(if: Corpora.isPresent, "CONTRACTCHECK_CORPORA names no folder"))
struct ConformanceTests {
  private static func texts(_ prefix: String) throws -> [PayloadFile] {
    try Corpora.files(below: "JSONTestSuite/test_parsing", ending: ".json")
      .filter { $0.name.hasPrefix(prefix) }
  }

  private static func isAccepted(_ text: PayloadFile) -> Bool {
    (try? JSONDocument(parsing: text.bytes)) != nil
  }

  @Test("Every text that is JSON is accepted")
  func accepted() throws {
    let texts = try Self.texts("y_")
    #expect(texts.count == 95)
    #expect(texts.filter { !Self.isAccepted($0) }.map(\.name) == [])
  }

  @Test("Every text that is not JSON is rejected, at an offset inside it or at its end")
  func rejected() throws {
    let texts = try Self.texts("n_")
    #expect(texts.count == 188)
    for text in texts {
      let error = #expect(throws: JSONParseError.self, "\(text.name)") {
        try JSONDocument(parsing: text.bytes)
      }
      #expect((0...text.bytes.count).contains(error?.offset ?? -1), "\(text.name)")
    }
  }

  @Test("Each case that the grammar leaves open has a decision and a reason")
  func decided() throws {
    let texts = try Self.texts("i_")
    let names = texts.map { String($0.name.dropFirst("i_".count).dropLast(".json".count)) }
    #expect(Set(names) == Set(Self.accepted).union(Self.rejected))
    for (name, text) in zip(names, texts) {
      #expect(Self.isAccepted(text) == Self.accepted.contains(name), "\(name)")
    }
  }

  private static let accepted = [
    // The grammar does not limit numbers. `JSONNumber` says whether a number is too large or too
    // precise for a type.
    "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp",
    "number_pos_double_huge_exp", "number_real_neg_overflow", "number_real_pos_overflow",
    "number_real_underflow", "number_too_big_neg_int", "number_too_big_pos_int",
    "number_very_big_negative_int",
    // The grammar allows the escape of a lone surrogate, and servers send it: accepted, with a
    // notice.
    "object_key_lone_2nd_surrogate", "string_1st_surrogate_but_2nd_missing",
    "string_1st_valid_surrogate_2nd_invalid", "string_incomplete_surrogate_and_escape_valid",
    "string_incomplete_surrogate_pair", "string_incomplete_surrogates_escape_valid",
    "string_invalid_lonely_surrogate", "string_invalid_surrogate",
    "string_inverted_surrogates_U+1D11E", "string_lone_second_surrogate",
    // 500 is below the limit of 512.
    "structure_500_nested_arrays",
    // RFC 8259, section 8.1: a parser may ignore a byte order mark. Accepted, with a notice.
    "structure_UTF-8_BOM_empty_object",
  ]

  private static let rejected = [
    // RFC 8259, section 8.1: text between systems is UTF-8.
    "string_UTF-16LE_with_BOM", "string_utf16BE_no_BOM", "string_utf16LE_no_BOM",
    "string_iso_latin_1",
    // Not well-formed UTF-8: stray or missing continuation bytes, overlong forms, surrogates,
    // scalars above U+10FFFF.
    "string_UTF-8_invalid_sequence", "string_UTF8_surrogate_U+D800", "string_invalid_utf-8",
    "string_lone_utf8_continuation_byte", "string_not_in_unicode_range",
    "string_overlong_sequence_2_bytes", "string_overlong_sequence_6_bytes",
    "string_overlong_sequence_6_bytes_null", "string_truncated-utf-8",
  ]
}
