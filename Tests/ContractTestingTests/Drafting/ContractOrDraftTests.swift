import ContractTesting
import Foundation
import Testing

@Suite("A contract, or a draft of it", .freshStore)
struct ContractOrDraftTests {
  private struct City: Decodable { var id: Int }

  @Test("While there is no contract, the error is a draft of it, and where to write it")
  func drafts() throws {
    let trial = try Trial(["Fixtures/city.json": #"{"id": 1}"#])
    let file = trial.filePath
    let told = complaint {
      _ = try Contract(
        "city", orDraftOf: City.self, sample: Fixture("city.json", filePath: file), filePath: file)
    }
    let path = URL(filePath: file).deletingLastPathComponent().path + "/city.contract.json"
    #expect(
      told == """
        there is no contract "city" yet; write this draft to \(path):
          // A draft for payloads "City", by what City decodes and takes.
          // What the server promises besides, such as ranges, patterns and counts, no type knows.
          {
            "contract": 1,
            "mappings": {
              "City": {
                "map": {
                  "id": "Int",
                },
              },
            },
          }
        """)
  }

  @Test("Once it is written, it is the contract, and the type keeps it")
  func isContract() throws {
    let trial = try Trial([
      "Sources/App/city.contract.json":
        #"{ "contract": 1, "mappings": { "City": { "map": { "id": "Int" } } } }"#
    ])
    let contract = try Contract("city", orDraftOf: City.self, filePath: trial.filePath)
    #expect(contract.mappings.map(\.name) == ["City"])
    try expect(.decoding(City.self), keeps: contract, as: "City")
  }

  @Test("A contract with a mistake is no reason for a draft")
  func mistake() throws {
    let trial = try Trial(["city.contract.json": #"{ "contract": 1, "mapings": {} }"#])
    let told = complaint {
      _ = try Contract("city", orDraftOf: City.self, filePath: trial.filePath)
    }
    #expect(told.contains("mapings"))
    #expect(!told.contains("draft"))
  }

  @Test("A sample that the type refuses is told with the place")
  func refused() throws {
    let trial = try Trial(["Fixtures/city.json": #"{"id": "a"}"#])
    let file = trial.filePath
    let fixture = try Fixture("city.json", filePath: file)
    let told = complaint {
      _ = try Contract("city", orDraftOf: City.self, sample: fixture, filePath: file)
    }
    #expect(
      told == """
        there is no contract "city", and none can be drafted
          City refuses \(fixture): id (bytes 7..<10): expected to decode Int but found a string
        """)
  }

  @Test("A type that reads no keys has no draft")
  func noKeys() throws {
    let trial = try Trial([:])
    let told = complaint {
      _ = try Contract("city", orDraftOf: [Int].self, filePath: trial.filePath)
    }
    #expect(
      told == """
        there is no contract "city", and none can be drafted
          Array<Int> reads no keys, as far as the values show that were tried
        """)
  }
}
