import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

@Suite("Settings that check nothing are warnings, and impossible ones are errors")
struct MapperSettingsTests {
  private struct Avatar: Codable {
    var remoteId: Int
    var fileUrlString: String

    enum CodingKeys: String, CodingKey {
      case remoteId = "id"
      case fileUrlString = "file_url"
    }
  }

  /// A contract without saved failures, so that earlier runs have no effect.
  private func avatars() throws -> Contract {
    try OneContract.of(
      mappings: """
        "Avatar": {
          "identifiedBy": "remoteId",
          "map": { "id": "remoteId: Int", "file_url": "fileUrlString: String" }
        }
        """)
  }

  /// The first lines of the issues of a check.
  private func recorded(
    cases: Int? = nil, faults: MapperTestFaults = .any,
    _ check: (MapperTestSettings) throws -> Void
  ) throws -> [String] {
    try ContractTestingTests.recorded {
      try check(MapperTestSettings(cases: cases, faults: faults))
    }
  }

  private func keeping(
    cases: Int? = nil, faults: MapperTestFaults = .any, laws: [Law] = Law.standard
  ) throws -> [String] {
    try recorded(cases: cases, faults: faults) { settings in
      try MapperTest(
        .decoding([Avatar].self), keeps: avatars(), as: "[Avatar]",
        laws: laws, settings: settings
      ).verify()
    }
  }

  private static let unjudged =
    "nothing is judged: the mapper is held to no law on any payload"
  private static let faultless =
    "no payload has a fault (faults: .none): what the mapper makes of what the contract refuses is not judged"

  @Test("A check without an effective law checks nothing")
  func laws() throws {
    #expect(try keeping() == [])
    #expect(try keeping(laws: []) == [Self.unjudged])
    #expect(try keeping(laws: [.distinguishesNull]) == [Self.unjudged])
    #expect(try keeping(laws: [.roundTrips]) == [Self.unjudged])
    #expect(try keeping(cases: 0, faults: .none, laws: [.anyJSONIsSurvived]) == [Self.unjudged])
    #expect(try keeping(laws: [.anyJSONIsSurvived]) == [])
  }

  @Test("A check without faults warns once")
  func faults() throws {
    #expect(try keeping(faults: .none) == [Self.faultless])
    #expect(try keeping(cases: 0, faults: .none) == [Self.faultless])
    let contract = try avatars()
    let agreement = try recorded(faults: .none) { settings in
      try MapperTest(
        .decoding([Avatar].self), agreesWith: .decoding([Avatar].self), on: contract,
        as: "[Avatar]", settings: settings
      ).verify()
    }
    #expect(agreement == [Self.faultless])
  }

  @Test("A key path is checked with its faults under any settings", .contract(faults: .none))
  func keyPath() throws {
    let keyPath = try #require(avatars().keyPaths(as: "[Avatar]").first)
    let texts = try recorded { _ in
      MapperTest(.decoding([Avatar].self), handles: keyPath).verify()
    }
    #expect(texts == [])
  }

  @Test("A budget of zero payloads reports an incomplete sweep")
  func cases() throws {
    let texts = try keeping(cases: 0)
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("the sweep is incomplete: 0 of ") == true, "\(texts)")
  }

  @Test("A store without histories is a warning")
  func histories() throws {
    let texts = try recorded(cases: 0) { settings in
      try MapperTest(
        stores: { [Avatar]() },
        loading: [
          "[Avatar]": { data, store in
            for avatar in try JSONDecoder().decode([Avatar].self, from: data) {
              store.removeAll { $0.remoteId == avatar.remoteId }
              store.append(avatar)
            }
          }
        ], objects: { $0 }, keeps: avatars(), settings: settings
      ).verify()
    }
    #expect(
      texts == ["no history is drawn, so little is judged of what the store makes of responses"])
  }

  @Test("Impossible numbers are errors of every check")
  func errors() throws {
    let contract = try avatars()
    func error(_ change: (inout MapperTestSettings) -> Void) throws -> String {
      var settings = MapperTestSettings()
      change(&settings)
      let mapper = MapperUnderTest.decoding([Avatar].self)
      let keyPath = try #require(contract.keyPaths(as: "[Avatar]").first)
      let texts = [
        complaint {
          _ = try MapperTest(mapper, keeps: contract, as: "[Avatar]", settings: settings)
        },
        complaint {
          _ = try MapperTest(
            mapper, agreesWith: mapper, on: contract, as: "[Avatar]", settings: settings)
        },
        complaint {
          _ = try MapperTest(
            stores: { 0 }, loading: ["[Avatar]": { _, _ in }], objects: { _ in [] },
            keeps: contract,
            settings: settings)
        },
        MapperTestSettings.$current.withValue(settings) {
          MapperTest(mapper, handles: keyPath).violations().map(\.description).joined()
        },
      ]
      #expect(Set(texts).count == 1, "\(texts)")
      return try #require(texts.first)
    }
    #expect(try error { $0.cases = -1 } == "cases: -1 is negative")
    #expect(try error { $0.histories = .min } == "histories: -9223372036854775808 is negative")
    #expect(try error { $0.steps = 0 } == "steps: 0 is less than 1")
    let isNil = "\n  nil is for as long as it takes"
    for (seconds, text) in [
      (-0.5, "-0.5"), (.nan, "nan"), (.infinity, "inf"), (1e300, "1e+300"), (3.2e7, "32000000.0"),
    ] {
      #expect(
        try error { $0.seconds = seconds }
          == "seconds: \(text) is none of 0 to 31536000, which is a year" + isNil)
      #expect(
        try error { $0.callSeconds = seconds }
          == "callSeconds: \(text) is none of more than 0 to 31536000, which is a year" + isNil)
    }
    #expect(
      try error { $0.callSeconds = 0 }
        == "callSeconds: 0.0 is none of more than 0 to 31536000, which is a year" + isNil)
    for seconds in [0.0, 31_536_000] {
      let settings = MapperTestSettings(cases: 0, seconds: seconds)
      #expect(
        complaint {
          _ = try MapperTest(
            .decoding([Avatar].self), keeps: contract, as: "[Avatar]", settings: settings)
        } == "")
    }
  }
}
