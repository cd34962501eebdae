import JSONParsing
import TestSupport

/// Payloads of the size of a capture, one compact JSON text per record.
struct WebhookRecords {
  /// The source of the payloads.
  let origin: String
  let records: [[UInt8]]

  var byteCount: Int { records.reduce(0) { $0 + $1.count } }

  /// Reads the webhook payloads below `CONTRACTCHECK_CORPORA`, or draws similar ones, and repeats
  /// them.
  ///
  /// - Parameter byteCount: The minimal number of bytes, in all.
  init(byteCount: Int) throws {
    let real = try Self.realPayloads()
    let payloads = real.isEmpty ? Self.generatedPayloads() : real
    origin = real.isEmpty ? "generated payloads" : "webhook payloads"
    var records: [[UInt8]] = []
    var count = 0
    while count < byteCount {
      let payload = payloads[records.count % payloads.count]
      records.append(payload)
      count += payload.count
    }
    self.records = records
  }

  private static func realPayloads() throws -> [[UInt8]] {
    try Corpora.files(below: "octokit-webhooks", ending: ".json").map { file in
      Array(try JSONDocument(parsing: file.bytes).root.text().utf8)
    }
  }

  private static func generatedPayloads() -> [[UInt8]] {
    var generator = SplitMix64(seed: 1)
    return (0..<200).map { _ in payload(using: &generator) }
  }

  /// Draws a payload like that of a webhook: nested objects of links, names, numbers and flags.
  private static func payload(using generator: inout SplitMix64) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for section in ["action", "issue", "repository", "organization", "sender"] {
      writer.name(section)
      writer.beginObject()
      for index in 0..<Int.random(in: 10...70, using: &generator) {
        writer.name("\(section)_\(index)")
        value(to: &writer, using: &generator)
      }
      writer.endObject()
    }
    writer.endObject()
    return writer.bytes
  }

  private static func value(to writer: inout JSONWriter, using generator: inout SplitMix64) {
    let number = generator.next()
    switch number % 8 {
    case 0: writer.number(number >> 36)
    case 1: writer.bool(number & 16 == 0)
    case 2: writer.null()
    case 3: writer.string("name \(number >> 50)")
    default: writer.string("https://api.example.com/repos/owner/\(number >> 40)/comments{/number}")
    }
  }
}
