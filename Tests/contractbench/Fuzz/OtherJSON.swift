/// A separate reader of JSON: RFC 8259 by recursive descent, without code of this package's parser.
/// It is slow and simple, and only used here.
indirect enum OtherJSON {
  case null
  case bool(Bool)
  case number(String)
  case string([Unicode.Scalar])
  case array([OtherJSON])
  case object([(name: [Unicode.Scalar], value: OtherJSON)])

  /// - Returns: `nil` for invalid JSON.
  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    var reader = Reader(scalars: Array(text.unicodeScalars))
    if reader.next == "\u{feff}" { reader.position += 1 }
    guard let value = reader.value(), reader.isAtEnd else { return nil }
    self = value
  }

  /// Whether a number is whole and fits into 64 bits, in any notation: `1.0`, `1e3`.
  static func isInt64(_ text: String) -> Bool {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.lowercased().split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var digits = Array((mantissa[0] + fraction).drop { $0 == "0" })
    guard !digits.isEmpty else { return true }
    let written = parts.count > 1 ? parts[1] : "0"
    // With an exponent of more digits, the number is far out of range or not whole.
    guard let exponent = Int(written.hasPrefix("+") ? written.dropFirst() : written),
      abs(exponent) < 1_000_000
    else { return false }
    var shift = exponent - fraction.count
    while shift < 0, digits.last == "0" {
      digits.removeLast()
      shift += 1
    }
    guard shift >= 0, digits.count + shift <= 19 else { return false }
    let whole = String(digits) + String(repeating: "0", count: shift)
    return Int64((isNegative ? "-" : "") + whole) != nil
  }

  private struct Reader {
    let scalars: [Unicode.Scalar]
    var position = 0
    private var depth = 0

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
    var isAtEnd: Bool { position == scalars.count }

    private mutating func skipSpace() {
      while let scalar = next, [" ", "\t", "\n", "\r"].contains(scalar) { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard next == scalar else { return false }
      position += 1
      return true
    }

    private mutating func take(word: String) -> Bool {
      word.unicodeScalars.allSatisfy { take($0) }
    }

    /// Reads a value with the white space around it.
    mutating func value() -> OtherJSON? {
      skipSpace()
      depth += 1
      defer { depth -= 1 }
      guard depth <= 513, let value = bareValue() else { return nil }
      skipSpace()
      return value
    }

    private mutating func bareValue() -> OtherJSON? {
      switch next {
      case "n": take(word: "null") ? .null : nil
      case "t": take(word: "true") ? .bool(true) : nil
      case "f": take(word: "false") ? .bool(false) : nil
      case "\"": string().map { .string($0) }
      case "[": array()
      case "{": object()
      default: number().map { .number($0) }
      }
    }

    private mutating func array() -> OtherJSON? {
      position += 1
      skipSpace()
      if take("]") { return .array([]) }
      var elements: [OtherJSON] = []
      repeat {
        guard let element = value() else { return nil }
        elements.append(element)
      } while take(",")
      return take("]") ? .array(elements) : nil
    }

    private mutating func object() -> OtherJSON? {
      position += 1
      skipSpace()
      if take("}") { return .object([]) }
      var members: [(name: [Unicode.Scalar], value: OtherJSON)] = []
      repeat {
        skipSpace()
        guard next == "\"", let name = string() else { return nil }
        skipSpace()
        guard take(":"), let value = value() else { return nil }
        members.append((name, value))
      } while take(",")
      return take("}") ? .object(members) : nil
    }

    private mutating func number() -> String? {
      let start = position
      _ = take("-")
      if !take("0") { guard digits() else { return nil } }
      if take(".") { guard digits() else { return nil } }
      if take("e") || take("E") {
        if !take("+") { _ = take("-") }
        guard digits() else { return nil }
      }
      return String(String.UnicodeScalarView(scalars[start..<position]))
    }

    private mutating func digits() -> Bool {
      let start = position
      while let scalar = next, "0"..."9" ~= scalar { position += 1 }
      return position > start
    }

    private mutating func string() -> [Unicode.Scalar]? {
      position += 1
      var text: [Unicode.Scalar] = []
      while let scalar = next {
        position += 1
        switch scalar {
        case "\"": return text
        case "\\": guard escape(&text) else { return nil }
        case _ where scalar.value < 0x20: return nil
        default: text.append(scalar)
        }
      }
      return nil
    }

    private mutating func escape(_ text: inout [Unicode.Scalar]) -> Bool {
      guard let scalar = next else { return false }
      position += 1
      let plain: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r",
        "t": "\t",
      ]
      if let meant = plain[scalar] {
        text.append(meant)
        return true
      }
      guard scalar == "u", let unit = codeUnit() else { return false }
      guard 0xd800..<0xdc00 ~= unit else {
        text.append(Unicode.Scalar(unit) ?? "\u{fffd}")
        return true
      }
      // Reads the other half of the pair, if it follows.
      let start = position
      if take("\\"), take("u"), let low = codeUnit(), 0xdc00..<0xe000 ~= low {
        text.append(Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)) ?? "\u{fffd}")
      } else {
        position = start
        text.append("\u{fffd}")
      }
      return true
    }

    private mutating func codeUnit() -> UInt32? {
      guard position + 4 <= scalars.count else { return nil }
      var value: UInt32 = 0
      for scalar in scalars[position..<position + 4] {
        guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
        value = value << 4 | UInt32(digit)
      }
      position += 4
      return value
    }
  }
}
