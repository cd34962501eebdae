import JSONParsing

/// The part of an input that is in memory: what is still needed, and what was read ahead.
///
///     bytes   | let go | held, looked at | read ahead | room |
///             0        start             position     end    bytes.count
///
/// Reading on moves the held bytes to the front, and makes the memory larger only if they need more
/// than half of it. So offsets into `bytes` hold until the next call that may read; what is to
/// outlive it is an offset from the start of the input, in bytes.
struct ReadBuffer {
  /// So much stays in a processor's own cache between the read and the look at it.
  static let standardByteCount = 1 << 18
  /// How many held bytes more than a record may have are looked at: for what ends a line, or starts
  /// a text.
  private static let slack = 8

  private(set) var bytes: [UInt8] = []
  private(set) var start = 0
  var position = 0
  private(set) var end = 0

  /// Where in the input `bytes` starts.
  private var origin = 0
  /// `nil`, if there is nothing left to read.
  private var source: (any ByteSource)?
  private let byteCount: Int
  private let heldByteLimit: Int

  /// Why reading ended early.
  private(set) var failure: ReadFailure?
  /// Where in the text `start` is, while that is streamed.
  private var text: TextWalk?

  /// - Parameters:
  ///   - byteCount: How much is read at once.
  ///   - recordByteLimit: How many bytes a record may have.
  init(byteCount: Int = standardByteCount, recordByteLimit: Int) {
    self.byteCount = max(1, byteCount)
    heldByteLimit = recordByteLimit + Self.slack
  }

  /// Begins with another input, in the memory that is there.
  ///
  /// - Parameter origin: Where in the input the source starts, in bytes.
  mutating func begin(_ source: any ByteSource, at origin: Int = 0) {
    // What a long record needed is given back.
    if bytes.count != byteCount { bytes = [UInt8](repeating: 0, count: byteCount) }
    (start, position, end, self.origin) = (0, 0, 0, origin)
    self.source = source
    failure = nil
    text = nil
  }

  /// Lets go of the input, which closes its file.
  mutating func finish() { source = nil }

  /// Ends the input here, as if it could not be read.
  mutating func fail(_ failure: ReadFailure) {
    (start, position, end) = (0, 0, 0)
    self.failure = failure
    source = nil
  }

  /// A source of the whole input, of which nothing was let go of yet.
  func takenSource() -> any ByteSource { ResumedSource(Array(bytes[..<end]), source) }

  /// Whether more is held than a record may have, so that nothing more is read.
  var isFull: Bool { end - start > heldByteLimit }

  // MARK: - Moving

  /// Reads more.
  ///
  /// - Returns: Whether there is more: not at the end of the input, and not if the buffer is full.
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

  /// Whether the whole input is held, which is not longer than a limit.
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
    bytes.append(contentsOf: repeatElement(0, count: max(0, count)))
  }

  /// Lets go of all that was looked at.
  mutating func release() {
    text?.advance(over: bytes, in: start..<position)
    start = position
  }

  /// Goes back to the first byte that is held.
  mutating func rewind() { position = start }

  /// Goes on after a byte order mark, if one stands here.
  mutating func skipByteOrderMark() {
    while end - position < 3, fill() {}
    if bytes[position..<end].starts(with: [0xef, 0xbb, 0xbf]) { position += 3 }
  }

  // MARK: - Places

  /// Where in the input an offset into `bytes` is, in bytes.
  func inputOffset(_ offset: Int) -> Int { origin + offset }

  /// The position's place in the input, in bytes.
  var inputPosition: Int { origin + position }

  /// The held bytes from a place in the input up to the position, as offsets into `bytes`.
  func looked(atFrom inputOffset: Int) -> Range<Int> { inputOffset - origin..<position }

  /// Begins a text here that is not held: each token lets go of what is before it, and lines are
  /// counted.
  mutating func beginStreaming() {
    start = position
    text = TextWalk()
  }

  var isStreaming: Bool { text != nil }

  /// The line and column of a place in the input: of a byte that is held, or the one after.
  func textPosition(of inputOffset: Int) -> TextPosition {
    var walk = text ?? TextWalk()
    let offset = max(start, min(inputOffset - origin, end))
    walk.advance(over: bytes, in: start..<offset)
    return walk.position
  }
}
