import JSONParsing
import MappingEngine

enum Alphabet {
  /// Whether a scalar stands for itself wherever in the path of an address.
  static func isInAddresses(_ scalar: UInt32) -> Bool { isPlain(scalar) || scalar == 0x2d }

  /// Letters and digits of ASCII.
  static func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}

/// Texts that programs have stumbled over.
enum TextEdges {
  static let all: [[UInt32]] = [
    "", " ", " a ", "null", "true", "false", "0", "-1", "42", "1e100", "NaN", "\u{0}", "\u{feff}",
    "e\u{301}", "\u{e9}", "\u{1f60d}", "\u{1f44d}\u{1f3fb}", "\u{1f1fa}\u{1f1f8}", "\u{1d400}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{fb00}", "a.b", "a[0]", "/", "\\", "\"",
    "\u{2028}", "\u{130}", "\u{10ffff}", "\n", "\u{7f}", "\u{202e}abc", "2000-02-30", "{}", "[]",
  ].map { (text: String) in text.unicodeScalars.map(\.value) }
}

/// Texts as bytes in base64 (RFC 4648), of their UTF-8.
enum Base64Token {
  static func append(_ scalars: [UInt32], isURLSafe: Bool, to token: inout [UInt8]) {
    var bytes: [UInt8] = []
    for scalar in scalars { TextToken.appendUTF8(scalar, to: &bytes) }
    let text = isURLSafe ? Base64.urlText(of: bytes) : Base64.text(of: bytes)
    token += "\"\(text)\"".utf8
  }
}

extension PayloadGenerator {
  /// A UUID: zeros and a number if it is simplest, else drawn digits; spelling 1 is in small
  /// letters.
  mutating func uuid(_ node: DrawNode, _ index: Int32) {
    let simplest = node.role >= 0 ? counters.nextIdentity(node.role) : counters.nextText() + 1
    var choice = Choice.integer(simplest)
    switch source.next() {
    case .simplest: break
    case .random where counters.takesFew(node.role): break
    case .random:
      choice = .integer(Int64(bitPattern: source.random.next() >> 1))
      if source.random.below(4) == 0 { choice.spelling = 1 }
      if node.role >= 0 {
        let isReused = !keepsIdentitiesApart && source.random.below(7) == 0
        let reused = isReused ? pool.choice(node.role, &source.random) : nil
        if let reused, reused.kind == .integer { choice = reused }
        pool.add(choice, role: node.role)
      }
    case .replayed(let replayed):
      if replayed.kind == .integer, Int64(bitPattern: replayed.bits) >= 0, replayed.spelling < 2 {
        choice = replayed
      } else {
        source.noteMisaligned()
      }
    }
    if counters.isDistinct { choice.spelling = 0 }
    let isSimplest = choice.spelling == 0 && choice.integer == Int128(simplest)
    source.note(isSimplest ? .simplest : choice, .integer, index)
    writeUUID(choice.bits, isLower: choice.spelling == 1)
  }

  private mutating func writeUUID(_ bits: UInt64, isLower: Bool) {
    let high = bits >> 48 == 0 ? 0 : bits.mixed
    append("\"")
    for position in 0..<32 {
      if position == 8 || position == 12 || position == 16 || position == 20 { append("-") }
      let half = position < 16 ? high : bits
      let value = UInt32(truncatingIfNeeded: half >> UInt64(60 - 4 * (position & 15)) & 15)
      draft.bytes.append(isLower ? HexDigit.lower(value) : HexDigit.upper(value))
    }
    append("\"")
  }
}
