/// One pass over a text, which checks it and writes its tape.
///
/// There is no recursion: an open container keeps in its own tape word what is needed to go on
/// after it, so depth costs neither stack nor heap. The scanner never throws and never allocates;
/// when the tape is full it says so and can be run again with a larger one, and when the text is
/// wrong it says where and leaves the words to `ScanFailure`.
///
/// The style is for speed (see `PaddedText`): the loop works on a local copy of the scanner, and
/// nothing that is not inlined is handed a reference to it, so its state lives in registers.
struct JSONScanner<Grammar: JSONGrammar> {
  /// How `run(into:)` ended.
  enum Progress {
    case finished
    /// The tape has no room for what one turn of the loop may write.
    case tapeIsFull
    case failed(ScanFailure)
  }

  private let text: PaddedText
  private let depthLimit: Int

  /// Where the next value starts.
  private var position: Int
  private var wordCount = 0

  /// The index of the innermost open container, or −1 outside all of them.
  private var container = -1
  private var isInObject = false
  private var childCount = 0
  private var depth = 0
  /// The most containers that were open at once so far.
  private(set) var deepest = 0
  /// Whether a string or member name so far has the escape of a surrogate.
  private(set) var hasSurrogates = false

  /// - Parameters:
  ///   - text: The text to scan.
  ///   - start: Where it starts, in bytes: after a byte order mark.
  ///   - depthLimit: How many containers may be open at once.
  init(_ text: PaddedText, from start: Int, depthLimit: Int) {
    self.text = text
    self.depthLimit = depthLimit
    position = skipWhitespace(text, from: start, Grammar.self)
  }

  /// Scans on until the text ends, the tape is full or something is wrong.
  mutating func run(into tape: UnsafeMutableBufferPointer<UInt64>) -> Progress {
    var scanner = self
    let progress = scanner.scanValues(into: tape)
    self = scanner
    return progress
  }

  // MARK: - The loop

  /// The words that one turn of the loop may write: a container's two and a member name's, and one
  /// to spare.
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

  /// Scans from the end of a value to the start of the next, closing what closes between them.
  ///
  /// - Returns: `nil` if there is a next value.
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

  /// Scans a member name, its colon, and what is between them and the member's value.
  ///
  /// - Parameter expectation: What is missing if no name stands here.
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

  /// Opens a container at its bracket, and leaves the position at the first token inside.
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

  /// Closes the innermost container at its closing bracket, and leaves the position after it.
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

  /// Returns the reason for a missing value: only directly after `[` may a bracket close instead.
  private func expectationOfValue(
    at tape: UnsafeMutableBufferPointer<UInt64>
  ) -> ScanFailure.Reason {
    let isFirstElement = container >= 0 && !isInObject && childCount == 0
    return isFirstElement ? .valueOrClosingBracket : .value
  }
}
