import Foundation
import JSONParsing

@testable import MapperTesting

/// A decode of a payload, and its record.
@dynamicMemberLookup
struct Recording<Value: Decodable> {
  let outcome: Result<Value, any Error>
  let recorded: Result<Value, any Error>
  let record: DecodingRecord
  /// The payload; `nil` if it is not JSON.
  let document: JSONDocument?

  init(_ type: Value.Type, _ bytes: [UInt8], _ decoder: JSONDecoder) {
    (outcome, recorded, record) = DecodingRecorder(decoder).decode(type, from: bytes)
    document = try? JSONDocument(parsing: bytes)
  }

  subscript<Member>(dynamicMember member: KeyPath<DecodingRecord, Member>) -> Member {
    record[keyPath: member]
  }

  var description: String { lines.joined(separator: "\n") }

  /// The readings, the unread members, the failure and the disagreement, one a line.
  var lines: [String] {
    var lines = record.readings.map(\.description)
    lines += record.neverRead.map { "never read: \(displayed($0.path.description))" }
    lines += record.failure.map { ["failed at \($0)"] } ?? []
    return lines + (record.disagreement.map { ["disagreement: \($0)"] } ?? [])
  }

  /// The location of the failure, or an empty text; then the bytes there.
  var located: [String] {
    guard let failure = record.failure else { return [] }
    let bytes = failure.byteRange.flatMap { document?.bytes[$0] } ?? []
    return [failure.path.description, String(decoding: bytes, as: UTF8.self)]
  }
}

/// Records one decode of a payload.
func recording<Value: Decodable>(
  _ type: Value.Type, _ payload: String, _ decoder: JSONDecoder = JSONDecoder()
) -> Recording<Value> {
  Recording(type, Array(payload.utf8), decoder)
}

extension JSONDecoder {
  static func keys(_ strategy: KeyDecodingStrategy) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = strategy
    return decoder
  }
}
