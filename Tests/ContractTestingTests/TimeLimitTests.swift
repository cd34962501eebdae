import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import ContractTesting

@Suite("A check without time left does not call its mapper", .freshStore)
struct TimeLimitTests {
  private struct Item: Decodable { let id: Int }

  private func contract() throws -> Contract {
    try Contract(
      "items",
      filePath: Trial([
        "items.contract.json":
          #"{ "contract": 1, "mappings": { "Item": { "map": { "id": "id: Int" } } } }"#
      ]).filePath)
  }

  /// Counts its calls.
  private final class Calls { var count = 0 }

  private func lax(_ calls: Calls) -> MapperUnderTest {
    .mapping { _ in
      calls.count += 1
      return [Item(id: 5)]
    }
  }

  @Test("Without any time, one payload is mapped, and nothing is shrunk")
  func none() throws {
    let calls = Calls()
    let settings = MapperTestSettings(seconds: 0)
    let test = try MapperTest(
      lax(calls), keeps: contract(), as: "[Item]", settings: settings)
    #expect(test.violations().count == 1)
    #expect(calls.count == 1)
  }

  @Test("Comparisons and law checks without time map one payload too")
  func noneOfOthers() throws {
    let (compared, held) = (Calls(), Calls())
    let settings = MapperTestSettings(seconds: 0)
    let agreement = try MapperTest(
      lax(compared), agreesWith: lax(compared), on: contract(), as: "[Item]", settings: settings)
    withKnownIssue(isIntermittent: true) {
      #expect(agreement.verify().payloadCount == 1)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("the sweep is incomplete: 0 of ") }
    }
    #expect(compared.count == 2)
    let test = try MapperTest(
      lax(held), keeps: contract(), as: "[Item]", laws: [.anyJSONIsSurvived], settings: settings)
    #expect(test.verify().payloadCount == 1)
  }

  @Test("A distant time limit changes nothing")
  func plenty() throws {
    let (limited, unlimited) = (Calls(), Calls())
    let contract = try contract()
    let texts = try [(limited, 3600.0 as Double?), (unlimited, nil)].map { calls, seconds in
      try MapperTest(
        lax(calls), keeps: contract, as: "[Item]",
        settings: MapperTestSettings(seconds: seconds)
      ).violations().map(\.description)
    }
    #expect(texts[0] == texts[1])
    #expect(limited.count == unlimited.count && limited.count > 50)
  }

  @Test("A long error text is truncated before it is escaped")
  func longError() throws {
    struct Loud: Error, CustomStringConvertible {
      let description = String(repeating: "\u{1b}ä", count: 400_000)
    }
    let test = try MapperTest(
      .mapping { _ -> Int in throw Loud() }, keeps: contract(), as: "[Item]",
      settings: MapperTestSettings(cases: 1))
    let text = try #require(test.violations().first?.description)
    #expect(text.contains("it rejects it") || text.contains("rejects it: "))
    #expect(text.utf8.count < 3000)
  }
}
