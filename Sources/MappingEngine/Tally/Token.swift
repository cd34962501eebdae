/// A word as programs write it: a letter, followed by up to 39 letters, digits and `_` `.` `:` `+`
/// `-`.
package enum Token {
  package static func isToken(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, KeyName.isLetter(first), text.count <= 40 else { return false }
    for byte in text {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        continue
      default: guard KeyName.isLetter(byte) || KeyName.isDigit(byte) else { return false }
      }
    }
    return true
  }
}
