// Models with superclasses, and property wrappers.

class Base: Decodable {
  var id: Int
  enum Keys: String, CodingKey { case id }

  required init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
  }
}

/// Passes its superclass a super decoder.
final class Derived: Base {
  var name: String
  enum More: String, CodingKey { case name }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: More.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: container.superDecoder())
  }
}

/// Passes its superclass the decoder of a key.
final class KeyedDerived: Base {
  var name: String
  enum More: String, CodingKey { case name, base }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: More.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: container.superDecoder(forKey: .base))
  }
}

/// Shares its decoder with its superclass.
final class FlatDerived: Base {
  var name: String?
  enum More: String, CodingKey { case name }

  required init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: More.self).decodeIfPresent(String.self, forKey: .name)
    try super.init(from: decoder)
  }
}

/// Keeps its superclass in an array.
final class ListDerived: Base {
  var count: Int

  required init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    count = try container.decode(Int.self)
    try super.init(from: container.superDecoder())
  }
}

@propertyWrapper
struct Trimmed: Decodable {
  var wrappedValue: String

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    wrappedValue = String(text.drop { $0 == " " })
  }
}

@propertyWrapper
struct OrZero: Decodable {
  var wrappedValue: Int

  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    wrappedValue = (try? decoder.singleValueContainer().decode(Int.self)) ?? 0
  }
}

extension KeyedDecodingContainer {
  /// Synthesized decoding calls this for the wrapper: a missing key is no failure.
  func decode(_ type: OrZero.Type, forKey key: Key) throws -> OrZero {
    try decodeIfPresent(type, forKey: key) ?? OrZero(wrappedValue: 0)
  }
}

struct Wrapped: Decodable {
  @Trimmed var name: String
  @OrZero var count: Int
}
