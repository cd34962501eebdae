import JSONParsing

extension ReadBuffer {
  /// Replaces the input with its unpacked bytes, if it is packed.
  mutating func unpack(_ packing: InputPacking, named name: String) {
    guard isPacked(packing, named: name) else { return refuseUnread(named: name) }
    begin(packing.unpack(takenSource()))
    if startsWith(packing.mark) {
      fail(
        ReadFailure(
          "it is \(packing.name) within \(packing.name), of which the outer alone is unpacked"))
    }
  }

  /// The first bytes of data that is packed with zstd (RFC 8878, section 3.1.1).
  static let zstdMark: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]

  /// The first bytes of inputs that another program can convert, what these are, and the command.
  private static let unread: [(mark: [UInt8], what: String, command: String)] = [
    (zstdMark, "packed with zstd", "zstd -dc"),
    ([0xff, 0xfe], "UTF-16, and JSON is UTF-8", "iconv -f UTF-16 -t UTF-8"),
    ([0xfe, 0xff], "UTF-16, and JSON is UTF-8", "iconv -f UTF-16 -t UTF-8"),
  ]

  private mutating func refuseUnread(named name: String) {
    for (mark, what, command) in Self.unread where startsWith(mark) {
      let file = shellWord(displayed(name))
      return fail(
        ReadFailure(
          "it is \(what): \(command) \(file) | contractcheck check - --input-name \(file)"))
    }
  }

  /// Returns whether the input starts like packed data, or is too short to decide and has the name
  /// of a packed file. The buffer must be at the start of the input, and stays there.
  mutating func isPacked(_ packing: InputPacking, named name: String) -> Bool {
    if startsWith(packing.mark) { return true }
    guard failure == nil, end < packing.mark.count else { return false }
    let isCutOff = end > 0 || name.hasEnding(".gz")
    return isCutOff && packing.mark.starts(with: bytes[..<end])
  }

  private mutating func startsWith(_ mark: [UInt8]) -> Bool {
    while end < mark.count, fill() {}
    return end > 0 && bytes[0] == mark[0] && bytes[..<end].starts(with: mark)
  }
}

/// A source whose first bytes were already read.
package struct ResumedSource: ByteSource {
  private var head: ArraySlice<UInt8>
  /// `nil`, if there is nothing left to read.
  private var rest: (any ByteSource)?

  package init(_ head: [UInt8], _ rest: (any ByteSource)? = nil) {
    (self.head, self.rest) = (head[...], rest)
  }

  package mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    guard head.isEmpty else {
      let piece = head.prefix(bytes.count)
      bytes.copyBytes(from: piece)
      head = piece.count < head.count ? head.dropFirst(piece.count) : []
      return piece.count
    }
    return try rest?.read(into: bytes) ?? 0
  }
}
