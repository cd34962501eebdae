import JSONParsing

/// A text that its writer escaped for display. Of a text that was read from a file, this need not
/// be true.
@propertyWrapper
package struct SafeText: Hashable, Sendable {
  package var wrappedValue: String

  package init(wrappedValue: String) { self.wrappedValue = wrappedValue }
}

extension SafeText: Codable {
  package init(from decoder: any Decoder) throws {
    wrappedValue = displayed(try String(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
