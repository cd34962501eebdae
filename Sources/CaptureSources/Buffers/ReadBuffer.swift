import JSONParsing

/// The part of an input that is in memory: the bytes that are still needed, and those that were
/// read ahead.
///
///     bytes   | released | held, looked at | read ahead | room |
///             0          start             position     end    bytes.count
///
/// Reading more moves the held bytes to the front, and enlarges the memory only if they need more
/// than half of it. So offsets into `bytes` are valid until the next call that may read;
/// longer-lived places are offsets from the start of the input, in bytes.
struct ReadBuffer {
  /// The default number of bytes per read: few enough to be still in the processor's cache when
  /// they are examined.
  static let standardByteCount = 1 << 18
  /// The number of bytes that may be held beyond the limit of a record: a line ending, or the start
  /// of a text.
  private static let slack = 8

  private(set) var bytes: [UInt8] = []
  private(set) var start = 0
  var position = 0
  private(set) var end = 0

  /// The offset in the input at which `bytes` starts.
  private var origin = 0
  /// `nil`, if there is nothing left to read.
  private var source: (any ByteSource)?
  private let byteCount: Int
  private let heldByteLimit: Int

  /// The reason why reading ended early.
  private(set) var failure: ReadFailure?
  /// The position in the text of `start`, if the text is streamed.
  private var text: TextWalk?

  init(byteCount: Int = standardByteCount, recordByteLimit: Int) {
    self.byteCount = max(1, byteCount)
    heldByteLimit = recordByteLimit + Self.slack
  }

  /// Begins another input, whose source starts at an offset in bytes, and reuses the memory.
  mutating func begin(_ source: any ByteSource, at origin: Int = 0) {
    // Memory that was added for a long record is released.
    if bytes.count != byteCount { bytes = [UInt8](repeating: 0, count: byteCount) }
    (start, position, end, self.origin) = (0, 0, 0, origin)
    self.source = source
    failure = nil
    text = nil
  }

  /// Releases the input, which closes its file.
  mutating func finish() { source = nil }

  /// Ends the input here, as if it could not be read.
  mutating func fail(_ failure: ReadFailure) {
    (start, position, end) = (0, 0, 0)
    self.failure = failure
    source = nil
  }

  /// Returns a source of the whole input, of which nothing may have been released yet.
  func takenSource() -> any ByteSource { ResumedSource(Array(bytes[..<end]), source) }

  /// Whether more bytes are held than a record may have, so that no more are read.
  var isFull: Bool { end - start > heldByteLimit }

  // MARK: - Moving

  /// Reads more bytes; returns `false` at the end of the input, and if the buffer is full.
  mutating func fill() -> Bool {
    guard var source, !isFull else { return false }
    makeRoom()
    do throws(ReadFailure) {
      let count = try bytes.withUnsafeMutableBufferPointer { bytes throws(ReadFailure) in
        let room = UnsafeMutableBufferPointer(rebasing: bytes[end...])
        return try source.read(into: UnsafeMutableRawBufferPointer(room))
      }
      self.source = count > 0 ? source : nil
      end += count
      return count > 0
    } catch {
      failure = error
      self.source = nil
      return false
    }
  }

  /// Returns whether the whole input is held and is not longer than a limit.
  mutating func holdsAll(upTo limit: Int) -> Bool {
    while origin + end <= limit, fill() {}
    return source == nil && failure == nil && origin == 0 && start == 0 && end <= limit
  }

  private mutating func makeRoom() {
    if start > 0 {
      bytes.withUnsafeMutableBytes { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      origin += start
      (start, position, end) = (0, position - start, end - start)
    }
    guard end > bytes.count / 2 else { return }
    let count = min(bytes.count, heldByteLimit + byteCount - bytes.count)
    bytes += [UInt8](repeating: 0, count: max(0, count))
  }

  /// Releases all bytes before the position.
  mutating func release() {
    text?.advance(over: bytes, in: start..<position)
    start = position
  }

  /// Moves past a byte order mark, if there is one at the position.
  mutating func skipByteOrderMark() {
    while end - position < 3, fill() {}
    if bytes[position..<end].starts(with: [0xef, 0xbb, 0xbf]) { position += 3 }
  }

  // MARK: - Places

  /// Returns the offset in the input of an offset into `bytes`, in bytes.
  func inputOffset(_ offset: Int) -> Int { origin + offset }

  /// The offset of the position in the input, in bytes.
  var inputPosition: Int { origin + position }

  /// Returns the held bytes from a place in the input up to the position, as offsets into `bytes`.
  func looked(atFrom inputOffset: Int) -> Range<Int> { inputOffset - origin..<position }

  /// Begins a text that is streamed, not held: each token releases everything before it, and lines
  /// are counted.
  mutating func beginStreaming() {
    start = position
    text = TextWalk()
  }

  var isStreaming: Bool { text != nil }

  /// Returns the line and column of a place in the input: that of a held byte, or the byte after
  /// them.
  func textPosition(of inputOffset: Int) -> TextPosition {
    var walk = text ?? TextWalk()
    let offset = max(start, min(inputOffset - origin, end))
    walk.advance(over: bytes, in: start..<offset)
    return walk.position
  }
}
