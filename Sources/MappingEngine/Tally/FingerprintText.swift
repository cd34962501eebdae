import JSONParsing

/// A fingerprint as it is written to files: 16 hexadecimal digits, as a JSON number may lose some.
@propertyWrapper
package struct FingerprintText: Hashable, Comparable, Sendable {
  package var wrappedValue: UInt64

  package init(wrappedValue: UInt64) { self.wrappedValue = wrappedValue }

  package static func < (left: Self, right: Self) -> Bool { left.wrappedValue < right.wrappedValue }
}

extension FingerprintText: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let number = UInt64(try container.decode(String.self), radix: 16) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a fingerprint")
    }
    wrappedValue = number
  }

  package func encode(to encoder: any Encoder) throws {
    try hexadecimal(wrappedValue).encode(to: encoder)
  }
}
