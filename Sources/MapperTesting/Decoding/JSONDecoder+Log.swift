import Foundation

extension JSONDecoder {
  /// Decodes with a decoder that has the settings of this one, and a log. A `JSONDecoder` is
  /// copied, so that its other users do not see the log. A subclass cannot be copied, since its own
  /// settings are unknown; it has the log during the decode.
  func withLog<Value>(
    _ log: DecodingLog, _ decode: (JSONDecoder) throws -> Value
  ) rethrows -> Value {
    guard type(of: self) == JSONDecoder.self else {
      let userInfo = userInfo
      defer { self.userInfo = userInfo }
      add(log)
      return try decode(self)
    }
    let copy = copy()
    copy.add(log)
    return try decode(copy)
  }

  private func add(_ log: DecodingLog) {
    if let key = DecodingLog.key { userInfo[key] = log }
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
