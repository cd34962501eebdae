import ContractModel
import JSONParsing
import MappingEngine

/// All that the generator knows about types whose values are texts of a form: how to generate a
/// value, another value, and values that not every reader accepts.
extension TextForm {
  /// Whether a value is made from a drawn number; otherwise from a text of letters and digits.
  var isNumbered: Bool { self == .uuid }

  /// Appends the value that is made from a text; data may be encoded in the URL-safe alphabet.
  func append(madeOf text: [UInt32], isURLSafe: Bool, to token: inout [UInt8]) {
    switch self {
    case .url:
      token += "\"https://example.com/".utf8
      for scalar in text { token.append(UInt8(truncatingIfNeeded: scalar)) }
      token += "\"".utf8
    case .data:
      var bytes: [UInt8] = []
      for scalar in text { TextToken.appendUTF8(scalar, to: &bytes) }
      token += "\"\(isURLSafe ? Base64.urlText(of: bytes) : Base64.text(of: bytes))\"".utf8
    case .uuid: TextToken.append(text, to: &token)
    }
  }

  /// Appends the UUID of a number: zeros and a small number, or digits that depend on a large one.
  static func appendUUID(_ bits: UInt64, isLower: Bool, to token: inout [UInt8]) {
    let high = bits >> 48 == 0 ? 0 : bits.mixed
    token.append(UInt8(ascii: "\""))
    for position in 0..<32 {
      if position == 8 || position == 12 || position == 16 || position == 20 {
        token.append(UInt8(ascii: "-"))
      }
      let half = position < 16 ? high : bits
      let value = UInt32(truncatingIfNeeded: half >> UInt64(60 - 4 * (position & 15)) & 15)
      token.append(hexDigit(value, isLower: isLower))
    }
    token.append(UInt8(ascii: "\""))
  }

  // MARK: - Faults

  /// A value that is never generated.
  var otherText: String {
    switch self {
    case .url: "https://example.com/other"
    case .uuid: "FFFFFFFF-0000-0000-0000-000000000009"
    case .data: "b3RoZXI="
    }
  }

  /// The fault class of the form, and its name in labels.
  var fault: (class: FaultClass, noun: String) {
    switch self {
    case .url: (.url, "address")
    case .uuid: (.uuid, "identifier")
    case .data: (.data, "data")
    }
  }

  /// Texts that have the form, or nearly. Readers may accept or reject the unspecified ones, as
  /// Foundation does on different systems, for example for surplus bits after the last byte.
  var variants: [(variant: String, text: String, isUnspecified: Bool)] {
    let uuid = "A0B1C2D3-E4F5-0000-0000-00000000000A"
    return switch self {
    case .url:
      [
        ("empty", "", false), ("space", "https://example.com/a b", true),
        ("bar", "https://example.com/a|b", true), ("unicode-host", "https://bücher.example/", true),
        ("escapes", "https://Example.com/A%2Fb%20c?q=a+b#D", false),
        ("relative", "/a/b.png", false), ("word", "a", false),
        ("scheme-relative", "//example.com/a", false),
      ]
    case .uuid:
      [
        ("lower", "a0b1c2d3-e4f5-0000-0000-00000000000a", false), ("braces", "{\(uuid)}", false),
        ("short", String(uuid.dropLast()), false),
        ("no-dashes", "A0B1C2D3E4F50000000000000000000A", false), ("empty", "", false),
      ]
    case .data:
      [
        ("empty", "", false), ("alphabet", "@@@@", false), ("unpadded", "YQ", false),
        ("left-over-bits", "YR==", true), ("line-break", "YWFh\nYWFh", false),
        ("url-alphabet", "-_-_", false), ("standard-alphabet", "+/+/", false),
      ]
    }
  }
}
