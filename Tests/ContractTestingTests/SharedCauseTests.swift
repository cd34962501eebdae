import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import ContractTesting
@testable import MapperTesting

@Suite("A cause of several tests is summarized once at the end", .freshStore)
struct SharedCauseTests {
  /// The causes of a decoder that accepts any text as a date, for a contract of one type with a
  /// date.
  private func causes(
    _ type: String, _ key: String, as format: String = "yyyy-MM-dd"
  ) throws -> [Cause] {
    let contract = try OneContract.of(
      mappings: #""\#(type)": { "map": { "\#(key)": "\#(key): Date('\#(format)')" } }"#)
    let mapper = MapperUnderTest.mappingJSON { json in
      guard let text = (json as? [String: Any])?[key] as? String else {
        throw CocoaError(.coderReadCorrupt)
      }
      let parts = text.split(separator: "-").compactMap { Int($0) }
      let date = DateComponents(
        calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: parts.first ?? 1970,
        month: parts.dropFirst().first ?? 1, day: parts.dropFirst(2).first ?? 1
      ).date
      return [key: date as Any]
    }
    let setup = MapperTestSetup(
      mapper: mapper, target: try TestTarget(type, in: contract), as: type,
      options: ComparisonOptions(), settings: MapperTestSettings())
    return try setup.keeping().findings { false }.causes
  }

  @Test("The tests are listed in the order of their names, with the headline of each")
  func listed() throws {
    for (type, key, test) in [
      ("Show", "first_aired", "show()"), ("Movie", "release_date", "movie()"),
    ] {
      SharedCauses.note(try causes(type, key), of: "App.Films/\(test)")
    }
    SharedCauses.note(try causes("Movie", "release_date"), of: "App.Others/movie()")
    #expect(
      SharedCauses.text(of: "App.Films") == """
        one cause in 2 tests of App.Films, probably:
          movie()  Movie takes an invalid release_date
          show()   Show takes an invalid first_aired

        """)
    #expect(SharedCauses.text(of: "App.Others") == "")
  }

  @Test("Values of other types are another cause")
  func types() throws {
    let suite = "App.Formats"
    SharedCauses.note(try causes("Movie", "released"), of: suite + "/movie()")
    SharedCauses.note(try causes("Show", "aired", as: "yyyy/MM/dd"), of: suite + "/show()")
    #expect(SharedCauses.text(of: MemberName(suite)) == "")
  }
}
