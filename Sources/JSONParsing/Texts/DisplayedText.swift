// Text from outside, made harmless before a person sees it. Member names, values and file names
// reach terminals and reports; a terminal obeys control characters, and bidirectional marks reorder
// what is read.

/// Whether a scalar shows as itself, changes nothing around it, and moves no cursor.
package func isSafeToDisplay(_ scalar: Unicode.Scalar) -> Bool {
  // Looking up a category takes many times as long as all else.
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
  // Most texts are nothing else, and are the same.
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

/// Returns a number in hexadecimal, in upper case, with leading zeros up to a number of digits.
package func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
