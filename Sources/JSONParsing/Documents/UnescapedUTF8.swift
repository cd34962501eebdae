struct UnescapedUTF8 {
  /// The content in UTF-8, except that unpaired surrogates are the three bytes that UTF-8 would use
  /// for them ("WTF-8").
  private(set) var bytes: [UInt8] = []
  /// The offsets in the given bytes of the escapes of unpaired surrogates.
  private(set) var unpairedSurrogates: [Int] = []
  /// The offset in the given bytes at which each of `bytes` is written; for an escape, that of its
  /// backslash. Empty, if not requested.
  private(set) var starts: [Int] = []
  /// The offsets in `bytes` of unpaired surrogates.
  private var surrogateStarts: [Int] = []

  /// - Parameters:
  ///   - content: The bytes between a string's quotes, as the scanner accepted them.
  ///   - keepsStarts: Whether to fill `starts`.
  init(_ content: ArraySlice<UInt8>, keepsStarts: Bool = false) {
    bytes.reserveCapacity(content.count)
    var position = content.startIndex
    while position < content.endIndex {
      let escape = content[position...].firstIndex(of: ASCII.backslash) ?? content.endIndex
      bytes.append(contentsOf: content[position..<escape])
      if keepsStarts { starts += position..<escape }
      guard escape < content.endIndex else { return }
      position = escape + appendEscape(content[escape...])
      while keepsStarts, starts.count < bytes.count { starts.append(escape) }
    }
  }

  /// The bytes with U+FFFD for each unpaired surrogate.
  var replaced: [UInt8] {
    var replaced = bytes
    for start in surrogateStarts {
      replaced.replaceSubrange(start..<start + 3, with: [0xef, 0xbf, 0xbd])
    }
    return replaced
  }

  /// Appends the character of an escape, or of a pair of escapes; returns the number of bytes read.
  private mutating func appendEscape(_ rest: ArraySlice<UInt8>) -> Int {
    let letter = rest[rest.startIndex + 1]
    guard letter == ASCII.lowerU else {
      bytes.append(Self.character(of: letter))
      return 2
    }
    let unit = Self.codeUnit(rest)
    if UTF16.isLeadSurrogate(unit), let low = Self.trailSurrogate(rest.dropFirst(6)) {
      append(0x10000 + (UInt32(unit & 0x3ff) << 10 | UInt32(low & 0x3ff)))
      return 12
    }
    if UTF16.isSurrogate(unit) {
      unpairedSurrogates.append(rest.startIndex)
      surrogateStarts.append(bytes.count)
    }
    append(UInt32(unit))
    return 6
  }

  private mutating func append(_ codePoint: UInt32) {
    let trail = { (shift: UInt32) in UInt8(0x80 | codePoint >> shift & 0x3f) }
    switch codePoint {
    case 0..<0x80: bytes.append(UInt8(codePoint))
    case 0x80..<0x800: bytes += [UInt8(0xc0 | codePoint >> 6), trail(0)]
    case 0x800..<0x10000: bytes += [UInt8(0xe0 | codePoint >> 12), trail(6), trail(0)]
    default: bytes += [UInt8(0xf0 | codePoint >> 18), trail(12), trail(6), trail(0)]
    }
  }

  private static func character(of letter: UInt8) -> UInt8 {
    switch letter {
    case 0x62: 0x08  // \b
    case 0x66: 0x0c  // \f
    case 0x6e: 0x0a  // \n
    case 0x72: 0x0d  // \r
    case 0x74: 0x09  // \t
    default: letter  // \" \\ \/
    }
  }

  /// Returns the code unit of the `\uXXXX` at the start of a slice.
  private static func codeUnit(_ escape: ArraySlice<UInt8>) -> UInt16 {
    escape.dropFirst(2).prefix(4).reduce(0) { $0 << 4 | (ASCII.hexadecimalValue($1) ?? 0) }
  }

  /// Returns the trail surrogate whose escape is at the start of a slice; `nil`, if there is none.
  private static func trailSurrogate(_ rest: ArraySlice<UInt8>) -> UInt16? {
    guard rest.count >= 6, rest.starts(with: [ASCII.backslash, ASCII.lowerU]) else { return nil }
    let unit = codeUnit(rest)
    return UTF16.isTrailSurrogate(unit) ? unit : nil
  }
}
