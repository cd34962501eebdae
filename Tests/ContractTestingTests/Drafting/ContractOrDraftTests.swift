import Foundation
import MapperTesting
import Testing

@testable import ContractTesting

@Suite("A contract, or else a draft of it, is found by a test", .freshStore)
struct ContractOrDraftTests {
  private struct City: Decodable { var id: Int }

  @Test("If the contract is missing, the error shows a draft of it and where to write it")
  func drafts() throws {
    let trial = try Trial(["Fixtures/city.json": #"{"id": 1}"#])
    let file = trial.filePath
    let told = complaint {
      _ = try Contract(
        "city", orDraftOf: City.self, sample: Fixture("city.json", filePath: file), filePath: file)
    }
    let path = trial.folder + "/Contracts/city.contract.json"
    #expect(
      told == """
        there is no contract "city" yet; write this draft to \(path), or run with CONTRACTCHECK_DRAFT=1:
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

  @Test(
    "A draft is written to a file on demand, which the next run reads and no run overwrites")
  func writes() throws {
    let trial = try Trial([:])
    let make = {
      try Contract("city", orDraftOf: City.self, filePath: trial.filePath, writesDraft: true)
    }
    let path = trial.folder + "/Contracts/city.contract.json"
    #expect(
      complaint { _ = try make() } == """
        there is no contract "city" yet: \(path) is a draft of it now
          read it, correct what the type does not show, and run the test again
        """)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("// A draft for payloads \"City\""))
    #expect(try make().mappings.map(\.name) == ["City"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("Of several types, each missing contract is written, and is one issue")
  func several() throws {
    struct Street: Decodable { var name: String }
    let trial = try Trial([:])
    let run = {
      try expect(
        drafts: [City.self, Street.self], filePath: trial.filePath, writesDrafts: true)
    }
    let told = try recorded { try run() }
    let folder = trial.folder + "/Contracts"
    #expect(
      told
        == ["city", "street"].map { name in
          """
          there is no contract "\(name)" yet: \(folder)/\(name).contract.json is a draft of it now
            read it, correct what the type does not show, and run the test again
          """
        })
    try run()
    #expect(try Contract("street", filePath: trial.filePath).mappings.map(\.name) == ["Street"])
  }

  @Test("Two types whose contracts would have one name are an issue, not one contract")
  func oneName() throws {
    enum Other {
      struct City: Decodable { var code: String }
    }
    let trial = try Trial([:])
    let told = try recorded {
      try expect(
        drafts: [City.self, Other.City.self], filePath: trial.filePath, writesDrafts: true)
    }
    #expect(told.count == 2)
    #expect(told.last?.contains("Other.City would have one contract") ?? false, "\(told)")
  }

  @Test("A draft that cannot be written is reported with the reason")
  func cannotWrite() throws {
    let trial = try Trial(["Contracts/city.contract.json/a": ""])
    let write = {
      complaint {
        _ = try Contract("city", orDraftOf: City.self, filePath: trial.filePath, writesDraft: true)
      }
    }
    #expect(write().hasSuffix("city.contract.json is there already and not overwritten"))
    try FileManager.default.removeItem(atPath: trial.folder + "/Contracts")
    try Data().write(to: URL(filePath: trial.folder + "/Contracts"))
    let place = trial.folder + "/Contracts/city.contract.json"
    #expect(write().contains(", and its draft cannot be written to \(place): "))
  }

  @Test("A written draft is the contract, and the type keeps it")
  func isContract() throws {
    let trial = try Trial([
      "Sources/App/city.contract.json":
        #"{ "contract": 1, "mappings": { "City": { "map": { "id": "Int" } } } }"#
    ])
    let contract = try Contract("city", orDraftOf: City.self, filePath: trial.filePath)
    #expect(contract.mappings.map(\.name) == ["City"])
    try expect(.decoding(City.self), keeps: contract, as: "City")
  }

  @Test("A contract with a mistake does not lead to a draft")
  func mistake() throws {
    let trial = try Trial(["city.contract.json": #"{ "contract": 1, "mapings": {} }"#])
    let told = complaint {
      _ = try Contract("city", orDraftOf: City.self, filePath: trial.filePath)
    }
    #expect(told.contains("mapings"))
    #expect(!told.contains("is no contract"))
  }

  #if os(Linux) || os(macOS)
    /// Ends the process if the number is greater than eight.
    private struct Rating: Decodable {
      enum Keys: CodingKey { case stars }

      var stars: Int

      init(from decoder: any Decoder) throws {
        stars = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .stars)
        precondition(stars < 9)
      }
    }

    @Test(
      "Inputs that ended a process before, or end a child, are skipped",
      .enabled(if: CommandLine.arguments.contains("swift-testing")))
    func traps() throws {
      let trial = try Trial([:])
      let check = "\(RunningTest.shownName) rating: draft of Rating"
      let folder = JournalFolder(in: URL(filePath: trial.folder))
      let journal = CallJournal(of: check, in: folder)
      journal.note([EndpointPayload(Array(#"{"stars":9}"#.utf8), endpoint: 1)])
      // The copy belongs to no running process.
      let path = try #require(folder.paths(of: check).first)
      try FileManager.default.copyItem(atPath: path, toPath: folder.newPath(of: check))
      let told = complaint {
        _ = try Contract("rating", orDraftOf: Rating.self, filePath: trial.filePath)
      }
      #expect(told.contains(#""stars": "Int","#), "\(told)")
      #expect(told.contains(" that would end the process: passed over, such as "), "\(told)")
    }
  #endif

  @Test("A sample that the type rejects is reported with its position")
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
