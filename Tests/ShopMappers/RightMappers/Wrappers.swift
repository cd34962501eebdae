import Foundation

/// A value that may be absent, but not null.
@propertyWrapper
struct Absent<Value: Decodable>: Decodable {
  var wrappedValue: Value?

  init() {}

  init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

extension KeyedDecodingContainer {
  func decode<Value>(_ type: Absent<Value>.Type, forKey key: Key) throws -> Absent<Value> {
    var value = Absent<Value>()
    if contains(key) { value.wrappedValue = try decode(Value.self, forKey: key) }
    return value
  }
}

/// A number in a text.
@propertyWrapper
struct NumberInText: Decodable {
  var wrappedValue: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let number = NumberReading.double(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number: \(text)")
    }
    wrappedValue = number
  }
}

/// A text that some servers send as a number.
struct TextOrNumber: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = text
    } else {
      text = "\(try container.decode(Decimal.self))"
    }
  }
}
