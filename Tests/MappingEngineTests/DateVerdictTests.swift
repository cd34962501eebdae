import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("The error of a date does not depend on the number of formats")
struct DateVerdictTests {
  private static let formats = [
    "iso8601", "string seconds", "string milliseconds", "'yyyy-MM-dd'", "'MM/dd/yyyy'",
  ]

  /// Whether one type lists all formats, or a union has one type for each.
  enum Style: CaseIterable { case coercions, union }

  private func rule(_ text: String, _ formats: [String], _ style: Style) throws -> RuleID? {
    let type =
      switch style {
      case .coercions: "Date(\(formats.joined(separator: "|")))"
      case .union: formats.map { "Date(\($0))" }.joined(separator: " | ")
      }
    let sample = try Sample(#""A": { "map": { "d": "d: \#(type)" } }"#, as: "A")
    let document = try JSONDocument(parsing: #"{"d":\#(JSONWriter.text(of: text))}"#)
    var store = ObjectStore()
    return sample.mapper.map(document, as: sample.target, into: &store).violations.first?.rule
  }

  @Test("A list of formats reads what one of them reads, and reports an excessive count")
  func lists() throws {
    let texts = [
      "1325376000000", "1325376000", "-1", "99999999999999999999", "soon", "", "2012-01-01",
      "2012-01-01T00:00:00Z", "01/31/2012", "2012-02-30",
    ]
    for text in texts {
      for first in Self.formats {
        for second in Self.formats where second != first {
          let alone = try [first, second].map { try rule(text, [$0], .coercions) }
          let expected: RuleID? =
            alone.contains(nil) ? nil : alone.contains(.outOfRange) ? .outOfRange : .cannotCoerce
          for style in Style.allCases {
            #expect(
              try rule(text, [first, second], style) == expected, "\(text): \(first), \(second)")
          }
        }
      }
    }
  }
}
