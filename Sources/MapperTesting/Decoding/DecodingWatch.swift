package import JSONParsing

/// The readings of a `Codable` model, and its failure.
package struct DecodingWatch: Sendable {
  package let failure: DecodingFailure?
  package let readings: [DecodingReading]
  package let neverRead: [InstancePath]
  /// Why the readings cannot be trusted.
  package let doubt: String?

  init<Value>(_ record: DecodingRecord<Value>) {
    failure = record.failure
    readings = record.readings
    neverRead = record.neverRead.map(\.path)
    doubt = record.disagreement
  }

  /// Creates the watch of a decode that was not made.
  init(failure: DecodingFailure) {
    (self.failure, readings, neverRead, doubt) = (failure, [], [], nil)
  }
}
