import Foundation
import JSONParsing

/// `contractbench json`: the parser, compared with `JSONSerialization`, on records of captures.
enum JSONBenchmark {
  static func run() throws {
    let records = try WebhookRecords(byteCount: 100_000_000)
    let texts = records.records.map { $0[...] }
    let data = texts.map { Data($0) }
    let size = "\(texts.count) records (\(records.origin))"
    try printMemory(of: texts)

    func print(_ name: String, _ parse: (inout JSONDocument, ArraySlice<UInt8>) throws -> Void)
      throws
    {
      var document = try JSONDocument(parsing: "null")
      let rounds = try PairedRounds {
        for text in texts { try parse(&document, text) }
      } peer: {
        for record in data { _ = try JSONSerialization.jsonObject(with: record) }
      }
      Figure(
        name: name, byteCount: records.byteCount, size: size, peer: "JSONSerialization",
        rounds: rounds
      ).print()
    }
    try print("json parse to tape") { document, text in try document.reparse(text.span) }
    try print("json parse and notices") { document, text in
      try document.reparse(text.span)
      precondition(document.notices.isEmpty, "the payloads are clean")
    }
  }

  /// Prints the growth of the process's memory while it parses: record by record, and all records
  /// as one array.
  private static func printMemory(of texts: [ArraySlice<UInt8>]) throws {
    let before = peakResidentByteCount()
    var document = try JSONDocument(parsing: "null")
    for text in texts { try document.reparse(text.span) }
    let records = peakResidentByteCount() - before
    let largest = texts.map(\.count).max() ?? 0
    print("json memory: \(megabytes(records)) for records of at most \(largest) bytes")

    let array = Array("[".utf8) + Array(texts.joined(separator: ",".utf8)) + Array("]".utf8)
    let byteCount = array.count
    let beforeArray = peakResidentByteCount()
    document = try JSONDocument(parsing: array)
    let whole = peakResidentByteCount() - beforeArray
    print("json memory: \(megabytes(whole)) for one document of \(megabytes(byteCount))")
  }
}
