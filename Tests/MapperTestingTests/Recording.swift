import Foundation
import JSONParsing

@testable import MapperTesting

/// Records one decode of a payload.
func recording<Value: Decodable>(
  _ type: Value.Type, _ payload: String, _ decoder: JSONDecoder = JSONDecoder()
) -> DecodingRecord<Value> {
  DecodingRecorder(decoder).record(type, from: Array(payload.utf8))
}

extension DecodingRecord {
  /// The readings and the unread members, one a line.
  var lines: [String] { description.split(separator: "\n").map { String($0) } }

  /// The location of the failure, or an empty text; then the bytes there.
  var located: [String] {
    guard let failure else { return [] }
    let bytes = failure.byteRange.flatMap { document?.bytes[$0] } ?? []
    return [failure.path.description, String(decoding: bytes, as: UTF8.self)]
  }
}

extension JSONDecoder {
  static func keys(_ strategy: KeyDecodingStrategy) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = strategy
    return decoder
  }
}
