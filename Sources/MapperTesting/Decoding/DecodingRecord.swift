package import JSONParsing

/// The outcome of a decode, and what its model read on the way.
package struct DecodingRecord<Value> {
  /// A value of the payload that the model never read.
  package struct NeverRead: Sendable {
    package let path: InstancePath
    package let value: JSONValue
  }

  /// The outcome of the app's decoder without a recording.
  package let outcome: Result<Value, any Error>
  /// Why and where the decode failed; `nil` if it did not.
  package let failure: DecodingFailure?
  /// The model's questions, in the order in which it began to ask them.
  package let readings: [DecodingReading]
  /// The unread values, in the order of the text. An unopened container stands for its content.
  /// After a failure, this includes the values that the model did not reach.
  package let neverRead: [NeverRead]
  /// Why the recording cannot be trusted: it failed where the plain decode does not, or the
  /// reverse. Then the readings and the unread values are not those of the plain decode.
  package let disagreement: String?
  /// The payload; `nil` if it is not JSON by RFC 8259, although Foundation may accept it. Then
  /// paths are spelt like the models' keys, no value has a byte range, and null reads as absent.
  package let document: JSONDocument?
  let recorded: Result<Value, any Error>
}

extension DecodingRecord: Sendable where Value: Sendable {}

extension DecodingRecord: CustomStringConvertible {
  /// One line for each reading, each unread value, the failure and the disagreement.
  package var description: String {
    var lines = readings.map(\.description)
    lines += neverRead.map { "never read: \(displayed($0.path.description))" }
    if let failure { lines.append("failed at \(failure)") }
    if let disagreement { lines.append("disagreement: \(disagreement)") }
    return lines.joined(separator: "\n")
  }
}
