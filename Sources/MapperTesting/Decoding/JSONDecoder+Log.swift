import Foundation

extension JSONDecoder {
  /// Decodes with a decoder that has the settings of this one, and a log. A `JSONDecoder` is
  /// copied, so that its other users do not see the log. A subclass cannot be copied, since its own
  /// settings are unknown; it has the log during the decode.
  func withLog<Value>(
    _ log: DecodingLog, _ decode: (JSONDecoder) throws -> Value
  ) rethrows -> Value {
    let decoder = type(of: self) == JSONDecoder.self ? copy() : self
    let userInfo = userInfo
    defer { decoder.userInfo = userInfo }
    if let key = DecodingLog.key { decoder.userInfo[key] = log }
    return try decode(decoder)
  }

  private func copy() -> JSONDecoder {
    let copy = JSONDecoder()
    copy.dateDecodingStrategy = dateDecodingStrategy
    copy.dataDecodingStrategy = dataDecodingStrategy
    copy.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    copy.keyDecodingStrategy = keyDecodingStrategy
    copy.allowsJSON5 = allowsJSON5
    copy.assumesTopLevelDictionary = assumesTopLevelDictionary
    copy.userInfo = userInfo
    return copy
  }
}
