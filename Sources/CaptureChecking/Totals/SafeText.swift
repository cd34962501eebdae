import JSONParsing

/// A text that was made safe to display by whoever wrote it, which of one that is read nobody has to
/// believe.
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
