import JSONParsing

/// A body that its capture holds as text: the text without its escapes, in memory that is reused.
struct BodyText {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  /// Takes the content of a JSON string, as the parser accepted it. Each unpaired surrogate becomes
  /// U+FFFD, because UTF-8 cannot represent it.
  mutating func take(_ content: ArraySlice<UInt8>) {
    // No escape is shorter than the bytes that it represents.
    let room = content.count + Unescaping.wordByteCount
    if bytes.count < room { bytes.append(contentsOf: repeatElement(0, count: room - bytes.count)) }
    count = bytes.withUnsafeMutableBytes { bytes in
      content.withUnsafeBytes { Unescaping(content: $0, bytes: bytes).run() }
    }
  }

  /// Decodes the text from base64, unless it is already JSON. Some recorders flag every text as
  /// base64. Checking for JSON first is safe: the only texts that are both base64 and JSON are
  /// numbers, `true` and `null`, and their decoded bytes are not JSON.
  mutating func decodeBase64() throws(ReadFailure) {
    if (try? JSONDocument(parsing: Array(bytes[..<count]), options: .anyDepth)) != nil { return }
    // The text may contain line breaks (RFC 2045, section 6.8).
    let digits = bytes[..<count].filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    bytes.replaceSubrange(..<digits.count, with: digits)
    let textCount = digits.count
    count = 0
    count = try bytes.withUnsafeMutableBufferPointer { bytes throws(ReadFailure) in
      try bytes.decodeBase64(count: textCount)
    }
  }
}

extension BodyText {
  mutating func clear() { count = 0 }

  /// Takes all bytes of a source, and unpacks them.
  mutating func take(
    from source: any ByteSource, _ packing: InputPacking?, _ limits: CaptureLimits
  ) throws(ReadFailure) {
    try read(source, limits)
    try unpack(packing, limits)
  }

  mutating func unpack(
    _ packing: InputPacking?, _ limits: CaptureLimits
  ) throws(ReadFailure) {
    guard let packing, bytes[..<count].starts(with: packing.mark) else { return }
    let packed = Array(bytes[..<count])
    count = 0
    try read(packing.unpack(ResumedSource(packed)), limits)
  }

  private mutating func read(
    _ source: any ByteSource, _ limits: CaptureLimits
  ) throws(ReadFailure) {
    var (source, end) = (source, 0)
    while true {
      if bytes.count - end < 1 << 12 {
        bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, 1 << 16)))
      }
      let read = try bytes.withUnsafeMutableBufferPointer { bytes throws(ReadFailure) in
        let room = UnsafeMutableBufferPointer(rebasing: bytes[end...])
        return try source.read(into: UnsafeMutableRawBufferPointer(room))
      }
      guard read > 0 else { break }
      end += read
      guard end <= limits.maximumRecordByteCount else {
        throw ReadFailure(limits.excess(of: "the body"))
      }
    }
    count = end
  }
}

extension InputPacking {
  /// Returns the unpacked bytes; the same bytes, if they are not packed or cannot be unpacked.
  package func unpacked(_ bytes: [UInt8]) -> [UInt8] {
    var text = BodyText()
    do throws(ReadFailure) {
      try text.take(from: ResumedSource(bytes), self, CaptureLimits())
    } catch {
      return bytes
    }
    return Array(text.bytes[..<text.count])
  }
}

/// A single pass over the content of a string.
private struct Unescaping {
  static let wordByteCount = 8

  let content: UnsafeRawBufferPointer
  /// The output, with room for as many bytes as the content, and one word.
  let bytes: UnsafeMutableRawBufferPointer
  var position = 0
  var count = 0

  init(content: UnsafeRawBufferPointer, bytes: UnsafeMutableRawBufferPointer) {
    self.content = content
    self.bytes = bytes
  }

  /// - Returns: The number of bytes that were written.
  consuming func run() -> Int {
    while position < content.count {
      copyWords()
      guard position < content.count else { break }
      let byte = content[position]
      position += 1
      if byte == UInt8(ascii: "\\") { appendEscape() } else { append(byte) }
    }
    return count
  }

  /// Copies eight bytes at a time, as long as they contain no escape.
  private mutating func copyWords() {
    while position + Self.wordByteCount <= content.count {
      let word = content.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      bytes.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
      let clean = word.bytesBefore(UInt8(ascii: "\\"))
      position += clean
      count += clean
      if clean < Self.wordByteCount { return }
    }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  private mutating func appendEscape() {
    let letter = content[position]
    position += 1
    switch letter {
    case UInt8(ascii: "b"): append(0x08)
    case UInt8(ascii: "f"): append(0x0c)
    case UInt8(ascii: "n"): append(0x0a)
    case UInt8(ascii: "r"): append(0x0d)
    case UInt8(ascii: "t"): append(0x09)
    case UInt8(ascii: "u"): for byte in scalar().utf8 { append(byte) }
    default: append(letter)
    }
  }

  /// Returns the scalar for the digits at the position, and those of the following escape if it is
  /// a surrogate pair.
  private mutating func scalar() -> Unicode.Scalar {
    let unit = codeUnit(at: position)
    position += 4
    guard UTF16.isLeadSurrogate(unit), position + 6 <= content.count,
      content[position] == UInt8(ascii: "\\"), content[position + 1] == UInt8(ascii: "u"),
      case let trail = codeUnit(at: position + 2), UTF16.isTrailSurrogate(trail)
    else { return Unicode.Scalar(unit) ?? "\u{fffd}" }
    position += 6
    let value = 0x10000 + (UInt32(unit & 0x3ff) << 10 | UInt32(trail & 0x3ff))
    return Unicode.Scalar(value) ?? "\u{fffd}"
  }

  private func codeUnit(at offset: Int) -> UInt16 {
    content[offset..<offset + 4].reduce(0) { unit, digit in
      let value = digit <= UInt8(ascii: "9") ? digit & 15 : digit & 15 + 9
      return unit << 4 | UInt16(value)
    }
  }
}
