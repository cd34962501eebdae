import MapperTesting
import Testing

@testable import ContractTesting

@Suite("A failure has the command to run its test again", .freshStore)
struct ReplayCommandTests {
  private let test = RunningTest(id: "AppTests.Avatars/keepsContract(of:)/Avatars.swift:3:4")

  private func command(_ test: RunningTest?, isUnderXcode: Bool) throws -> String {
    let trial = try Trial([
      "a.contract.json": #"{ "contract": 1, "mappings": { "A": { "map": { "id": "Int" } } } }"#
    ])
    let command = ReplayCommand(running: test, target: "AppTests", isUnderXcode: isUnderXcode)
    let contract = try Contract("a", filePath: trial.filePath)
    let text = try #require(try Self.text(contract, command))
    return try #require(text.split(separator: "\n").first { $0.contains(" replay ") })
      .dropFirst("  replay    ".count).description
  }

  /// Returns the issue of a mapper that accepts an absent key.
  private static func text(_ contract: Contract, _ command: ReplayCommand) throws -> String? {
    struct A: Decodable { var id: Int? }
    let mapper = MapperUnderTest.decoding(A.self)
    let test = try MapperTest(mapper, keeps: contract, as: "A")
    return test.run(replay: command).violations.map(\.description).first
  }

  @Test("swift test is filtered by the test, or the target with XCTest")
  func swiftTest() throws {
    #expect(
      try command(test, isUnderXcode: false)
        == "CONTRACTCHECK_REPLAY='missing@id' swift test --filter AppTests.Avatars/keepsContract")
    #expect(
      try command(nil, isUnderXcode: false)
        == "CONTRACTCHECK_REPLAY='missing@id' swift test --filter AppTests")
  }

  @Test("xcodebuild gets the test below its target, and the prefixed variable")
  func xcodebuild() throws {
    #expect(
      try command(test, isUnderXcode: true)
        == "TEST_RUNNER_CONTRACTCHECK_REPLAY='missing@id' xcodebuild test "
        + "-only-testing:'AppTests/Avatars/keepsContract(of:)'")
    #expect(
      try command(nil, isUnderXcode: true)
        == "TEST_RUNNER_CONTRACTCHECK_REPLAY='missing@id' xcodebuild test -only-testing:AppTests")
  }
}
