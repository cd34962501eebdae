import Foundation

/// The encodings of RFC 4648, decoded strictly: no line breaks, foreign bytes or left-over bits.
package enum Base64 {
  package static func bytes(of text: String) -> [UInt8]? {
    guard let data = Data(base64Encoded: text) else { return nil }
    // Foundation ignores left-over bits; encoding the data again reveals them.
    return data.base64EncodedString().utf8.elementsEqual(text.utf8) ? [UInt8](data) : nil
  }

  /// Decodes the alphabet for URLs and file names (RFC 4648, section 5), with or without padding.
  package static func bytes(ofURLText text: String) -> [UInt8]? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
      return nil
    }
    var standard = text.replacing("-", with: "+").replacing("_", with: "/")
    if !standard.hasSuffix("=") {
      standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    }
    return bytes(of: standard)
  }

  package static func text(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  package static func urlText(of bytes: [UInt8]) -> String {
    text(of: bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
