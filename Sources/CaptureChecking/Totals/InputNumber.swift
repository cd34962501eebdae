/// The place of an input among all inputs, zero-based; in a part, among those of the part.
@propertyWrapper
package struct InputNumber: Hashable, Comparable, Sendable {
  package var wrappedValue: Int

  package init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

  package static func < (left: Self, right: Self) -> Bool { left.wrappedValue < right.wrappedValue }

  /// The decoder's key for the place of the part's first input among those of all parts.
  static let first = CodingUserInfoKey(rawValue: "firstInput")
}

extension InputNumber: Codable {
  package init(from decoder: any Decoder) throws {
    let first = Self.first.flatMap { decoder.userInfo[$0] as? Int } ?? 0
    wrappedValue = try Int(from: decoder) + first
  }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
