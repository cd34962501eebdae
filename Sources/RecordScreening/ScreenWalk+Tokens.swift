extension UnsafePointer<UInt8> {
  @inline(__always)
  fileprivate var half: UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt32.self))
  }

  @inline(__always)
  var isNull: Bool { half == 0x6c6c_756e }

  @inline(__always)
  fileprivate var isTrue: Bool { half == 0x6575_7274 }

  @inline(__always)
  fileprivate var isFalse: Bool { (self + 1).half == 0x6573_6c61 && pointee == UInt8(ascii: "f") }
}

@inline(__always)
func behindBlanks(_ start: ScreenText) -> ScreenText {
  var text = start
  while text.pointee <= UInt8(ascii: " ") {
    switch text.pointee {
    case UInt8(ascii: " "), 0x0a, 0x0d, 0x09: text += 1
    default: return text
    }
  }
  return text
}

extension ScreenWalk {
  // MARK: - Strings

  /// The string functions return the position after the closing quote.
  @inline(__always)
  func string(_ start: ScreenText, _ value: ScreenPlan.Value) -> ScreenText? {
    guard let end = stringEnd(start + 1) else { return nil }
    if value.kinds.meets(.allTexts) { return end }
    return value.test >= 0 && tests.takes(start, end, by: value.test) ? end : nil
  }

  /// - Parameter start: The position after the opening quote.
  @inline(__always)
  func stringEnd(_ start: ScreenText) -> ScreenText? {
    let text = plainEnd(start)
    return text.pointee == UInt8(ascii: "\"") ? text + 1 : stringEnd(from: text)
  }

  /// Returns the first byte at which the string may end or must be examined: a marked byte (see
  /// `ScreenBytes`), or a quote, a backslash, a control character or a byte that is not ASCII.
  @inline(__always)
  private func plainEnd(_ text: ScreenText) -> ScreenText {
    guard let marks else { return unmarkedEnd(text) }
    let offset = text - start
    var index = offset >> 6
    var word = marks[index] >> UInt64(truncatingIfNeeded: offset & 63)
    if word != 0 { return text + word.trailingZeroBitCount }
    repeat {
      index &+= 1
      word = marks[index]
    } while word == 0
    return start + (index << 6 + word.trailingZeroBitCount)
  }

  private func unmarkedEnd(_ start: ScreenText) -> ScreenText {
    var text = start
    while true {
      let marks = marks(text.word)
      if marks != 0 { return text + marks.trailingZeroBitCount / 8 }
      text += 8
    }
  }

  /// Returns the high bits of the bytes that are not plain, from Mycroft's test for a zero byte:
  /// the lowest bit is right, the bits above it may be wrong.
  @inline(__always)
  private func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5c)
    let found =
      (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) | word
    return found & (ones &* 0x80)
  }

  /// Continues a string at a byte that is not plain.
  @inline(never)
  private func stringEnd(from start: ScreenText) -> ScreenText? {
    var text = start
    while true {
      let byte = text.pointee
      if byte == UInt8(ascii: "\"") { return text + 1 }
      if byte == UInt8(ascii: "\\") {
        guard let end = escapeEnd(text) else { return nil }
        text = end
        // Escapes are often close together, so a few bytes are examined one by one first.
        var count = 0
        while count < 8, isPlainByte(text.pointee) { (text, count) = (text + 1, count + 1) }
        if count == 8 { text = plainEnd(text) }
      } else if byte >= 0x80 {
        let length = sequenceLength(text)
        guard length > 0 else { return nil }
        text += length
        if isPlainByte(text.pointee) { text = plainEnd(text) }
      } else {
        return nil
      }
    }
  }

  @inline(__always)
  private func isPlainByte(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x60 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns the position after an escape; `nil`, if the escape is invalid, or that of a surrogate,
  /// which may be unpaired.
  @inline(__always)
  private func escapeEnd(_ text: ScreenText) -> ScreenText? {
    switch text[1] {
    case UInt8(ascii: "n"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "r"),
      UInt8(ascii: "/"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
      return text + 2
    case UInt8(ascii: "u"):
      for digit in 2..<6 where !isHexadecimal(text[digit]) { return nil }
      let isSurrogate = text[2] | 0x20 == UInt8(ascii: "d") && text[3] >= UInt8(ascii: "8")
      return isSurrogate ? nil : text + 6
    default: return nil
    }
  }

  @inline(__always)
  private func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  /// Returns the length of a well-formed UTF-8 sequence (table 3-7 of the Unicode Standard), or 0.
  @inline(__always)
  private func sequenceLength(_ text: ScreenText) -> Int {
    let (lead, second) = (text[0], text[1])
    switch lead {
    case 0xc2...0xdf: return second & 0xc0 == 0x80 ? 2 : 0
    case 0xe0...0xef:
      let least: UInt8 = lead == 0xe0 ? 0xa0 : 0x80
      let most: UInt8 = lead == 0xed ? 0x9f : 0xbf
      return second >= least && second <= most && text[2] & 0xc0 == 0x80 ? 3 : 0
    case 0xf0...0xf4:
      let least: UInt8 = lead == 0xf0 ? 0x90 : 0x80
      let most: UInt8 = lead == 0xf4 ? 0x8f : 0xbf
      return second >= least && second <= most && text[2] & 0xc0 == 0x80 && text[3] & 0xc0 == 0x80
        ? 4 : 0
    default: return 0
    }
  }

  // MARK: - Numbers and bools

  struct NumberEnd {
    let end: ScreenText
    /// The value of an integer of up to 15 characters.
    let value: Int64
  }

  @inline(__always)
  func number(_ start: ScreenText, _ wanted: ScreenPlan.Value) -> NumberEnd? {
    var text = start
    let isNegative = text.pointee == UInt8(ascii: "-")
    if isNegative { text += 1 }
    let first = text
    var magnitude: Int64 = 0
    while text.pointee &- UInt8(ascii: "0") < 10 {
      magnitude = magnitude &* 10 &+ Int64(text.pointee &- UInt8(ascii: "0"))
      text += 1
    }
    guard text > first, first.pointee != UInt8(ascii: "0") || text == first + 1 else { return nil }
    if text.pointee == UInt8(ascii: ".") || text.pointee | 0x20 == UInt8(ascii: "e") {
      return realNumber(start, text, wanted)
    }
    let value = isNegative ? 0 &- magnitude : magnitude
    if text - start <= 15 {
      if wanted.kinds.contains(isNegative ? .negative : .natural) {
        return NumberEnd(end: text, value: value)
      }
      if wanted.kinds.contains(.bounded), bounds[Int(wanted.bounds)].contains(value) {
        return NumberEnd(end: text, value: value)
      }
    }
    return otherNumber(start, text, wanted)
  }

  /// Continues a number after its integer digits.
  @inline(never)
  private func realNumber(
    _ start: ScreenText, _ end: ScreenText, _ wanted: ScreenPlan.Value
  ) -> NumberEnd? {
    var (text, hasExponent) = (end, false)
    if text.pointee == UInt8(ascii: ".") {
      let first = text + 1
      text = behindDigits(first)
      guard text > first else { return nil }
    }
    if text.pointee | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      text += 1
      if text.pointee == UInt8(ascii: "+") || text.pointee == UInt8(ascii: "-") { text += 1 }
      let first = text
      text = behindDigits(first)
      guard text > first else { return nil }
    }
    if wanted.kinds.contains(.real), !hasExponent, text - start <= 15 {
      return NumberEnd(end: text, value: 0)
    }
    return otherNumber(start, text, wanted)
  }

  private func behindDigits(_ start: ScreenText) -> ScreenText {
    var text = start
    while text.pointee &- UInt8(ascii: "0") < 10 { text += 1 }
    return text
  }

  @inline(never)
  private func otherNumber(
    _ start: ScreenText, _ end: ScreenText, _ wanted: ScreenPlan.Value
  ) -> NumberEnd? {
    let isTaken =
      wanted.kinds.meets(.everything)
      || wanted.test >= 0 && tests.takes(start, end, by: wanted.test)
    return isTaken ? NumberEnd(end: end, value: 0) : nil
  }

  @inline(__always)
  func bool(_ start: ScreenText, _ wanted: ScreenPlan.Value) -> ScreenText? {
    let isTrue = start.isTrue
    guard isTrue || start.isFalse else { return nil }
    let end = start + (isTrue ? 4 : 5)
    if wanted.kinds.meets(isTrue ? .allTrue : .allFalse) { return end }
    return wanted.test >= 0 && tests.takes(start, end, by: wanted.test) ? end : nil
  }
}
