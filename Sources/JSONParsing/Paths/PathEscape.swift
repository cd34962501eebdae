/// The escapes of instance paths, which are also those of a contract's source key paths.
///
/// After a backslash, `.` `?` `[` `@` and `\` stand for themselves; `\e` is the empty name.
package enum PathEscape {
  /// Returns the text of a character after a backslash: one scalar, or none for `e`; `nil` if the
  /// character is no escape.
  package static func meaning(of scalar: Unicode.Scalar) -> String.UnicodeScalarView? {
    switch scalar {
    case "e": String.UnicodeScalarView()
    case ".", "?", "[", "@", "\\": String.UnicodeScalarView([scalar])
    default: nil
    }
  }

  package static func escaped(_ name: MemberName) -> String {
    guard !name.text.isEmpty else { return "\\e" }
    guard hasSpecial(name.text) else { return name.text }
    var result = String.UnicodeScalarView()
    for (index, scalar) in name.text.unicodeScalars.enumerated() {
      let isSpecial = ".?[\\".unicodeScalars.contains(scalar) || scalar == "@" && index == 0
      if isSpecial { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  private static func hasSpecial(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where isSpecial(byte) { return true }
      return false
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.dot, ASCII.openBracket, ASCII.backslash, UInt8(ascii: "?"), UInt8(ascii: "@"): true
    default: false
    }
  }
}
