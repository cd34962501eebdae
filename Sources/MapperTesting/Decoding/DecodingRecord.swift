/// What a model read from a payload, and why it failed.
package struct DecodingRecord: Sendable {
  /// Why and where the decode failed; `nil` if it did not.
  package let failure: DecodingFailure?
  /// The model's questions, in the order in which it began to ask them.
  package var readings: [DecodingReading] = []
  /// The places of the unread values, in the order of the text. An unopened container stands for
  /// its content. After a failure, this includes the values that the model did not reach.
  var neverRead: [DecodingPlace] = []
  /// Why the recording cannot be trusted: it failed where the plain decode does not, or the
  /// reverse. Then the readings and the unread values are not those of the plain decode.
  package var disagreement: String?
}
