/// A sentence in two forms: with the values that it quotes from a payload, and without them.
///
/// One interpolation writes both forms: text of the contract goes into both, and an interpolated
/// `DiscreetText` gives each form its own part.
///
///     let found = DiscreetText("\"12\"", discreet: "a string")
///     let text: DiscreetText = "cannot read \(found) as \(type)"
///     text.full       // cannot read "12" as Int
///     text.discreet   // cannot read a string as Int
package struct DiscreetText: Hashable, Sendable {
  package var full: String
  /// The form that shows nothing of a payload but the kinds of its values.
  package var discreet: String

  /// - Parameter discreet: The text for reports that may not show a payload's values.
  package init(_ full: String, discreet: String) { (self.full, self.discreet) = (full, discreet) }

  /// Makes a text that contains nothing of a payload.
  package init(_ text: String) { self.init(text, discreet: text) }
}

extension DiscreetText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation text: StringInterpolation) { self = text.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = DiscreetText("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { appendInterpolation(literal) }

    /// Appends text of the contract, or a number that is no value of a payload.
    package mutating func appendInterpolation(_ part: some CustomStringConvertible) {
      appendInterpolation(DiscreetText(part.description))
    }

    package mutating func appendInterpolation(_ part: DiscreetText) {
      text.full += part.full
      text.discreet += part.discreet
    }
  }
}
