import JSONParsing
import TestSupport

/// Draws JSON texts with every construct of the grammar; rare constructs occur often.
struct RandomJSON {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// Draws an array of random values with white space in random places, of at least `byteCount`
  /// bytes.
  func text(byteCount: Int) -> [UInt8] {
    var json = self
    var text: [UInt8] = Array("[ 0".utf8)
    while text.count < byteCount { text += Array(",".utf8) + json.value(depth: 0) }
    return text + Array("]".utf8)
  }

  /// Draws a value, with white space around its tokens.
  mutating func value(depth: Int = 0) -> [UInt8] {
    let token =
      switch generator.next() % (depth < 5 ? 10 : 6) {
      case 0: Array(pick("null", "true", "false").utf8)
      case 1, 2: number()
      case 3, 4, 5: string()
      case 6, 7: container("[", "]") { json in json.value(depth: depth + 1) }
      default:
        container("{", "}") { json in
          json.string() + json.space() + Array(":".utf8) + json.value(depth: depth + 1)
        }
      }
    return space() + token + space()
  }

  private mutating func container(
    _ opening: String, _ closing: String, child: (inout RandomJSON) -> [UInt8]
  ) -> [UInt8] {
    var children: [[UInt8]] = []
    for _ in 0..<generator.next() % 5 { children.append(space() + child(&self)) }
    return Array(opening.utf8) + children.joined(separator: Array(",".utf8)) + space()
      + Array(closing.utf8)
  }

  private mutating func number() -> [UInt8] {
    let integer = generator.next() >> (generator.next() % 64)
    let sign = pick("", "-")
    let fraction = pick("", "", ".0", ".5", ".\(generator.next())")
    let exponent = pick("", "", "e3", "E+07", "e-400", "e\(generator.next() % 400)")
    return Array("\(sign)\(integer)\(fraction)\(exponent)".utf8)
  }

  private mutating func string() -> [UInt8] {
    var text = "\""
    for _ in 0..<generator.next() % 12 {
      text += pick(
        "a", "bcdefghi", " ", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000",
        "\\u00e9", "\\ud83d\\ude00", "\\udead", "é", "e\u{301}", "日本", "😀", "\u{7f}", "\u{2028}")
    }
    return Array((text + "\"").utf8)
  }

  private mutating func space() -> [UInt8] {
    Array(pick("", "", "", " ", "\n", "\r\n\t", "            ").utf8)
  }

  private mutating func pick(_ choices: String...) -> String {
    choices[Int(generator.next() % UInt64(choices.count))]
  }
}
