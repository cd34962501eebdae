// Text from outside, made harmless for display. Member names, values and file names are written to
// terminals and reports; a terminal obeys control characters, and bidirectional marks reorder the
// displayed text.

/// Returns whether a scalar is displayed as itself, changes nothing around it, and moves no cursor.
package func isSafeToDisplay(_ scalar: Unicode.Scalar) -> Bool {
  // Looking up a category takes many times as long as everything else.
  if scalar.isASCII { return 0x20..<0x7f ~= scalar.value }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
    .unassigned:
    false
  case .spaceSeparator: scalar == " "
  default: true
  }
}

/// Returns the text with every scalar that is not safe to display written as its code point, such
/// as `<U+202E>`.
package func displayed(_ text: some StringProtocol) -> String {
  var string = String(text)
  // Most texts contain only such characters, and are returned unchanged.
  let isPlain = string.withUTF8 { bytes in
    for byte in bytes where !(0x20..<0x7f ~= byte) { return false }
    return true
  }
  if isPlain { return string }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if isSafeToDisplay(scalar) {
      result.append(scalar)
    } else {
      result.append(contentsOf: "<\(displayedCodePoint(scalar.value))>".unicodeScalars)
    }
  }
  return String(result)
}

/// Returns a code point in the Unicode Standard's notation: `U+000A`, at least four digits.
func displayedCodePoint(_ value: UInt32) -> String {
  "U+" + hexadecimal(value, digits: 4)
}

/// Returns a number in upper-case hexadecimal, padded with zeros to a number of digits.
package func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
