package import Foundation
import JSONParsing
import MappingEngine

/// Decodes a `Decodable` type as an app does, and records what it reads.
///
///     let recorder = DecodingRecorder(decoder)
///     let record = recorder.record(User.self, from: Array(#"{"first_name": null}"#.utf8))
///     print(record)   // decodeIfPresent first_name (firstName) String = null
///
/// The type is decoded twice. The plain decode alone determines the value, or that there is none.
/// The second decode gives the type decoders that wrap Foundation's and record the readings. If a
/// type reads something else each time, the two decodes disagree, and the record says so.
package struct DecodingRecorder {
  private let decoder: JSONDecoder

  /// - Parameter decoder: The app's decoder, with its strategies and its user info. It is not
  ///   changed.
  package init(_ decoder: JSONDecoder) { self.decoder = decoder }

  /// Decodes a payload; a deeply nested one on its own thread with a large enough stack.
  package func record<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) -> DecodingRecord<Value> {
    let parsed = Result { () throws(JSONParseError) in try JSONDocument(parsing: bytes) }
    return DeepStack.run(depth: (try? parsed.get().depth) ?? 0) {
      record(type, from: Data(bytes), parsed)
    }
  }

  private func record<Value: Decodable>(
    _ type: Value.Type, from payload: Data, _ parsed: Result<JSONDocument, JSONParseError>
  ) -> DecodingRecord<Value> {
    let log = DecodingLog(of: decoder, document: try? parsed.get())
    let plain = Result { try decoder.decode(type, from: payload) }
    let recording = Result {
      try decoder.withLog(log) { try $0.decode(Recorded<Value>.self, from: payload) }
    }
    let state = log.snapshot
    let neverRead = state.marks.neverRead(below: .root(log.document))
    var failure: DecodingFailure?
    if case .failure(let error) = plain { failure = located(error, parsed, state, log) }
    return DecodingRecord(
      outcome: plain, failure: failure, readings: state.readings,
      neverRead: neverRead.compactMap { place in
        place.value.map { DecodingRecord.NeverRead(path: place.path, value: $0) }
      },
      disagreement: disagreement(plain, recording), document: log.document,
      recorded: recording.map(\.value))
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
        message: "the payload is not JSON: \(parseError)", error: error)
    }
    return locator.failure(ThrownError(error: error, codingPath: []), in: nil)
  }

  private func disagreement<Value, Other>(
    _ plain: Result<Value, any Error>, _ recording: Result<Other, any Error>
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
