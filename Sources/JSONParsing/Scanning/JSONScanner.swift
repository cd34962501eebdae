/// A single pass over a text that validates it and writes its tape.
///
/// There is no recursion: an open container keeps in its own tape word the state that is needed to
/// continue after it, so depth costs neither stack nor heap. The scanner never throws and never
/// allocates. When the tape is full, it reports so and can be continued with a larger tape; when
/// the text is invalid, it reports the offset and leaves the description to `ScanFailure`.
///
/// The style is for speed (see `PaddedText`): the loop works on a local copy of the scanner, and no
/// function that is not inlined gets a reference to it, so its state stays in registers.
struct JSONScanner<Grammar: JSONGrammar> {
  /// How `run(into:)` ended.
  enum Progress {
    case finished
    /// The tape may have no room for the words of the next iteration.
    case tapeIsFull
    case failed(ScanFailure)
  }

  private let text: PaddedText
  private let depthLimit: Int

  /// The offset of the next value.
  private var position: Int
  private var wordCount = 0

  /// The index of the innermost open container, or −1 outside all of them.
  private var container = -1
  private var isInObject = false
  private var childCount = 0
  private var depth = 0
  /// The maximum number of containers that were open at once.
  private(set) var deepest = 0
  /// Whether a string or member name so far contains the escape of a surrogate.
  private(set) var hasSurrogates = false

  /// - Parameters:
  ///   - start: The offset of its first byte, after a byte order mark.
  ///   - depthLimit: The maximum number of open containers.
  init(_ text: PaddedText, from start: Int, depthLimit: Int) {
    self.text = text
    self.depthLimit = depthLimit
    position = skipWhitespace(text, from: start, Grammar.self)
  }

  /// Continues scanning until the text ends, the tape is full or the text is invalid.
  mutating func run(into tape: UnsafeMutableBufferPointer<UInt64>) -> Progress {
    var scanner = self
    let progress = scanner.scanValues(into: tape)
    self = scanner
    return progress
  }

  // MARK: - The loop

  /// The maximum number of words that one iteration writes: two for a container, one for a member
  /// name, and one to spare.
  private static var wordsPerTurn: Int { 4 }

  @inline(__always)
  private mutating func scanValues(into tape: UnsafeMutableBufferPointer<UInt64>) -> Progress {
    while wordCount &+ Self.wordsPerTurn <= tape.count {
      let start = position
      switch text[start] {
      case ASCII.quote:
        let string = scanString(text, openedAt: start)
        guard string.outcome.isValid else { return .failed(string.failure) }
        if string.outcome == .surrogateString { hasSurrogates = true }
        append(string.outcome.kind, from: start, to: string.end, to: tape)
      case ASCII.openBrace:
        guard depth < depthLimit else { return .failed(ScanFailure(.tooDeep, at: start)) }
        open(.object, to: tape)
        if text[position] != ASCII.closeBrace {
          if let failure = scanName(.nameOrClosingBrace, to: tape) { return .failed(failure) }
          continue
        }
        close(to: tape)
      case ASCII.openBracket:
        guard depth < depthLimit else { return .failed(ScanFailure(.tooDeep, at: start)) }
        open(.array, to: tape)
        if text[position] != ASCII.closeBracket { continue }
        close(to: tape)
      case ASCII.minus, ASCII.zero...ASCII.nine:
        let number = scanNumber(text, from: start)
        guard number.outcome.isValid else { return .failed(number.failure) }
        append(number.outcome.kind, from: start, to: number.end, to: tape)
      case ASCII.lowerT where text.halfWord(at: start) == 0x6575_7274:  // true
        append(.true, from: start, to: start &+ 4, to: tape)
      case ASCII.lowerN where text.halfWord(at: start) == 0x6c6c_756e:  // null
        append(.null, from: start, to: start &+ 4, to: tape)
      case ASCII.lowerF where text.halfWord(at: start &+ 1) == 0x6573_6c61:  // alse
        append(.false, from: start, to: start &+ 5, to: tape)
      default:
        return .failed(ScanFailure(expectationOfValue(at: tape), at: start))
      }
      if let end = scanBehindValue(to: tape) { return end }
    }
    return .tapeIsFull
  }

  /// Scans from the end of a value to the start of the next one, and closes the containers that end
  /// in between; returns `nil` if there is a next value.
  @inline(__always)
  private mutating func scanBehindValue(
    to tape: UnsafeMutableBufferPointer<UInt64>
  ) -> Progress? {
    while true {
      childCount &+= 1
      position = skipWhitespace(text, from: position, Grammar.self)
      guard depth > 0 else {
        return position == text.count
          ? .finished : .failed(ScanFailure(.endOfText, at: position))
      }
      let closing = isInObject ? ASCII.closeBrace : ASCII.closeBracket
      if text[position] == ASCII.comma {
        position = skipWhitespace(text, from: position &+ 1, Grammar.self)
        guard Grammar.isTolerant, text[position] == closing else {
          return isInObject ? scanName(.name, to: tape).map(Progress.failed) : nil
        }
      }
      guard text[position] == closing else {
        let expectation: ScanFailure.Reason =
          isInObject ? .commaOrClosingBrace : .commaOrClosingBracket
        return .failed(ScanFailure(expectation, at: position))
      }
      close(to: tape)
    }
  }

  /// Scans a member name, its colon, and the white space up to the member's value; fails with the
  /// expectation if there is no name.
  @inline(__always)
  private mutating func scanName(
    _ expectation: ScanFailure.Reason, to tape: UnsafeMutableBufferPointer<UInt64>
  ) -> ScanFailure? {
    let start = position
    guard text[start] == ASCII.quote else { return ScanFailure(expectation, at: start) }
    let name = scanString(text, openedAt: start)
    guard name.outcome.isValid else { return name.failure }
    if name.outcome == .surrogateString { hasSurrogates = true }
    append(name.outcome.kind, from: start, to: name.end, to: tape)
    position = skipWhitespace(text, from: position, Grammar.self)
    guard text[position] == ASCII.colon else { return ScanFailure(.colon, at: position) }
    position = skipWhitespace(text, from: position &+ 1, Grammar.self)
    return nil
  }

  // MARK: - The tape

  @inline(__always)
  private mutating func append(
    _ kind: TapeKind, from start: Int, to end: Int,
    to tape: UnsafeMutableBufferPointer<UInt64>
  ) {
    tape[wordCount] = TapeWord(kind, start: start, length: end &- start).bits
    wordCount &+= 1
    position = end
  }

  /// Opens a container at its bracket, and moves to the first token inside.
  @inline(__always)
  private mutating func open(_ kind: TapeKind, to tape: UnsafeMutableBufferPointer<UInt64>) {
    tape[wordCount] = TapeWord(kind, start: position, length: 0).bits
    tape[wordCount &+ 1] = ContainerWord(end: childCount, next: container &+ 1).bits
    container = wordCount
    wordCount &+= 2
    isInObject = kind == .object
    childCount = 0
    depth &+= 1
    if depth > deepest { deepest = depth }
    position = skipWhitespace(text, from: position &+ 1, Grammar.self)
  }

  /// Closes the innermost container at its closing bracket, and moves past the bracket.
  @inline(__always)
  private mutating func close(to tape: UnsafeMutableBufferPointer<UInt64>) {
    position &+= 1
    let opened = TapeWord(bits: tape[container])
    let kept = ContainerWord(bits: tape[container &+ 1])
    tape[container] = TapeWord(opened.kind, start: opened.start, length: childCount).bits
    tape[container &+ 1] = ContainerWord(end: position, next: wordCount).bits
    container = kept.next &- 1
    childCount = kept.end
    depth &-= 1
    isInObject = container >= 0 && TapeWord(bits: tape[container]).kind == .object
  }

  /// Returns the reason for a missing value: a closing bracket is an alternative only directly
  /// after `[`.
  private func expectationOfValue(
    at tape: UnsafeMutableBufferPointer<UInt64>
  ) -> ScanFailure.Reason {
    let isFirstElement = container >= 0 && !isInObject && childCount == 0
    return isFirstElement ? .valueOrClosingBracket : .value
  }
}
