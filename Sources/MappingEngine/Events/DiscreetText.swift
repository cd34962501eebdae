/// A sentence in two forms: with what it quotes of a payload, and without.
///
/// Both are written at once, by one interpolation: what a contract says goes into both, and a
/// discreet text in another gives each form its own.
///
///     let found = DiscreetText("\"12\"", discreet: "a string")
///     let text: DiscreetText = "cannot read \(found) as \(type)"
///     text.full       // cannot read "12" as Int
///     text.discreet   // cannot read a string as Int
package struct DiscreetText: Hashable, Sendable {
  package var full: String
  /// Without anything of a payload but the kinds of its values.
  package var discreet: String

  /// - Parameter discreet: What stands where a payload's values may not be shown.
  package init(_ full: String, discreet: String) { (self.full, self.discreet) = (full, discreet) }

  /// Makes a text that has nothing of a payload.
  package init(_ text: String) { self.init(text, discreet: text) }
}

extension DiscreetText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation text: StringInterpolation) { self = text.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = DiscreetText("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { appendInterpolation(literal) }

    /// Appends a text that is the contract's, or a figure of it.
    package mutating func appendInterpolation(_ part: some CustomStringConvertible) {
      appendInterpolation(DiscreetText(part.description))
    }

    package mutating func appendInterpolation(_ part: DiscreetText) {
      text.full += part.full
      text.discreet += part.discreet
    }
  }
}
