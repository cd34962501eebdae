package import Foundation
import JSONParsing
import MappingEngine

/// Decodes a `Decodable` type as an app does, and records what it reads.
///
///     let recorder = DecodingRecorder(decoder)
///     let record = recorder.record(User.self, from: Array(#"{"first_name": null}"#.utf8))
///     print(record.readings[1])   // decodeIfPresent first_name (firstName) String = null
///
/// The type is decoded twice. The plain decode alone determines the value, or that there is none.
/// The second decode gives the type decoders that wrap Foundation's and record the readings. If a
/// type reads something else each time, the two decodes disagree, and the record says so.
package struct DecodingRecorder {
  private let decoder: JSONDecoder

  /// - Parameter decoder: The app's decoder, with its strategies and its user info. It is not
  ///   changed.
  package init(_ decoder: JSONDecoder) { self.decoder = decoder }

  /// Decodes a payload; a deeply nested one on its own thread with a large enough stack. If it is
  /// not JSON by RFC 8259, although Foundation may accept it, paths are spelt like the models'
  /// keys, no value has a byte range, and null reads as absent.
  package func record<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> DecodingRecord {
    decode(type, from: bytes).record
  }

  typealias Decodes<Value> = (
    plain: Result<Value, any Error>, recorded: Result<Value, any Error>, record: DecodingRecord
  )

  /// Returns the results of both decodes, too.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Decodes<Value> {
    let parsed = Result { () throws(JSONParseError) in try JSONDocument(parsing: bytes) }
    return DeepStack.run(depth: (try? parsed.get().depth) ?? 0) {
      decode(type, from: Data(bytes), parsed)
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from payload: Data, _ parsed: Result<JSONDocument, JSONParseError>
  ) -> Decodes<Value> {
    let log = DecodingLog(of: decoder, document: try? parsed.get())
    let plain = Result { try decoder.decode(type, from: payload) }
    let recorded = Result {
      try decoder.withLog(log) { try $0.decode(Recorded<Value>.self, from: payload).value }
    }
    let state = log.update { $0 }
    var failure: DecodingFailure?
    if case .failure(let error) = plain { failure = located(error, parsed, state, log) }
    let record = DecodingRecord(
      failure: failure, readings: state.readings,
      neverRead: state.marks.neverRead(below: .root(log.document)),
      disagreement: disagreement(plain, recorded))
    return (plain, recorded, record)
  }

  private func located(
    _ error: any Error, _ parsed: Result<JSONDocument, JSONParseError>, _ state: DecodingLog.State,
    _ log: DecodingLog
  ) -> DecodingFailure {
    let locator = FailureLocator(state, log: log)
    if let failure = locator.failure { return failure }
    if case .failure(let parseError) = parsed {
      return DecodingFailure(
        path: InstancePath(), byteRange: parseError.offset..<parseError.offset, nearest: nil,
        message: "the payload \(parseError.verdict): \(parseError)", error: error)
    }
    return locator.failure(ThrownError(error: error, codingPath: []), in: nil)
  }

  private func disagreement<Value>(
    _ plain: Result<Value, any Error>, _ recording: Result<Value, any Error>
  ) -> String? {
    switch (plain, recording) {
    case (.success, .failure(let error)):
      "the plain decode succeeds, the recording one fails: \(DecodingMessage(error: error).text)"
    case (.failure(let error), .success):
      "the plain decode fails, the recording one succeeds: \(DecodingMessage(error: error).text)"
    case (.success, .success), (.failure, .failure): nil
    }
  }
}
