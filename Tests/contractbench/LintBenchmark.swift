import ContractModel
import Foundation
import Generation
import JSONParsing

/// `contractbench lint`: reads and checks contracts, compared with `JSONSerialization` that only
/// parses the same bytes.
enum LintBenchmark {
  private static let contractCount = 1_000
  private static let mappingCount = 50

  static func run() throws {
    let files = GeneratedContracts(count: contractCount, mappingCount: mappingCount)
    let data = files.texts.map { Data($0) }
    let byteCount = data.reduce(0) { $0 + $1.count }
    let mappings = contractCount * mappingCount
    let before = peakResidentByteCount()
    let rounds = try PairedRounds {
      let set = ContractSet(paths: files.paths, files: files)
      precondition(set.errors.isEmpty, "the contracts are clean: \(set.errors.prefix(3))")
    } peer: {
      for text in data { _ = try JSONSerialization.jsonObject(with: text) }
    }
    let seconds = median(rounds.ours)
    print(
      "lint: \(String(format: "%.0f", Double(mappings) / seconds)) mappings/s;",
      "\(contractCount) contracts of \(mappingCount) mappings in \(String(format: "%.2f s", seconds));",
      "\(megabytes(peakResidentByteCount() - before)) of memory")
    Figure(
      name: "lint", byteCount: byteCount, size: "\(contractCount) contracts",
      peer: "JSONSerialization", rounds: rounds
    ).print()
  }
}

/// Contracts like those of an API: mappings that refer to each other, with an endpoint for each.
private struct GeneratedContracts: ContractFiles {
  let paths: [String]
  let texts: [[UInt8]]

  init(count: Int, mappingCount: Int) {
    paths = (0..<count).map { "api\($0)\(Contract.fileSuffix)" }
    texts = (0..<count).map { Self.text(api: $0, mappingCount: mappingCount) }
  }

  func contract(at path: String) throws -> [UInt8]? {
    let number = path.dropFirst("api".count).prefix { $0.isNumber }
    return Int(number).map { texts[$0] }
  }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }

  private static func text(api: Int, mappingCount: Int) -> [UInt8] {
    var writer = JSONWriter(.indented(spaces: 2))
    writer.beginObject()
    writer.name("contract")
    writer.number(Contract.formatVersion)
    writer.name("host")
    writer.string("api\(api).example.com")
    writer.name("endpoints")
    writer.beginObject()
    for index in 0..<mappingCount {
      writer.name("GET /items\(index)/:id")
      writer.string("[Item\(index)]")
    }
    writer.endObject()
    writer.name("mappings")
    writer.beginObject()
    for index in 0..<mappingCount { mapping(index, of: mappingCount, to: &writer) }
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  private static func mapping(_ index: Int, of count: Int, to writer: inout JSONWriter) {
    let lines = [
      "id": "remoteId: Int 1...", "title": "title: String length 1...80",
      "state": "state: 'open' | 'closed'", "created_at": "createdAt: Date(iso8601)",
      "owner?": "owner: Item\((index + 1) % count)?",
      "children": "children: [Item\((index + 7) % count)]",
    ]
    writer.name("Item\(index)")
    writer.beginObject()
    writer.name("identifiedBy")
    writer.string("remoteId")
    writer.name("map")
    writer.beginObject()
    for (key, line) in lines.sorted(by: { $0.key < $1.key }) {
      writer.name(key)
      writer.string(line)
    }
    writer.endObject()
    writer.endObject()
  }
}
