import Foundation

/// An object of `JSONSerialization`, from which models are read by hand.
struct JSONObject {
  let members: [String: Any]

  init(_ value: Any?) throws {
    guard let members = value as? [String: Any] else { throw APIError(message: "no object") }
    self.members = members
  }

  /// The value of a key, `nil` if there is none or if it is null.
  subscript(key: String) -> Any? {
    guard let value = members[key], !(value is NSNull) else { return nil }
    return value
  }

  func text(_ key: String) throws -> String {
    guard let text = self[key] as? String else { throw APIError(message: "no text: \(key)") }
    return text
  }

  func optionalText(_ key: String) throws -> String? {
    self[key] == nil ? nil : try text(key)
  }

  func int(_ key: String) throws -> Int {
    guard let value = self[key] as? NSNumber, !value.isTruth, let int = Int(exactly: value) else {
      throw APIError(message: "no whole number: \(key)")
    }
    return int
  }

  func double(_ key: String) throws -> Double {
    guard let value = self[key] as? NSNumber, !value.isTruth else {
      throw APIError(message: "no number: \(key)")
    }
    return value.doubleValue
  }

  func bool(_ key: String) throws -> Bool {
    guard let value = self[key] as? NSNumber, value.isTruth else {
      throw APIError(message: "no truth value: \(key)")
    }
    return value.boolValue
  }

  func object(_ key: String) throws -> JSONObject { try JSONObject(self[key]) }

  func array(_ key: String) throws -> [Any] {
    guard let array = self[key] as? [Any] else { throw APIError(message: "no array: \(key)") }
    return array
  }

  func texts(_ key: String) throws -> [String] {
    try array(key).map { element in
      guard let text = element as? String else { throw APIError(message: "no text in \(key)") }
      return text
    }
  }
}

extension NSNumber {
  /// Whether it was `true` or `false` in the payload.
  fileprivate var isTruth: Bool {
    #if canImport(ObjectiveC)
      CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
      String(cString: objCType) == "c"
    #endif
  }
}
