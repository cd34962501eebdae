/// Where choices come from: what is replayed first, and then one of three tails.
///
/// A choice that is replayed and does not fit where it stands is replaced by the simplest, not
/// refused: that keeps most candidates usable from which something was taken out (Hypothesis,
/// `ConjectureData`).
struct ChoiceSource {
  enum Tail {
    case random
    /// Everything behind what is replayed is simplest.
    case simplest
    /// There has to be nothing behind what is replayed.
    case overrun
  }

  /// The next choice.
  enum Next {
    case simplest
    case random
    case replayed(Choice)
  }

  var random = CaseRandom(state: 0)
  private(set) var trace = ChoiceTrace()
  /// The choices that are replayed; their texts are looked up here.
  private(set) var replayed = ChoiceSequence()
  private var position = 0
  /// The choice of the replayed ones that is drawn again at random, or −1.
  private var hole = -1
  private var tail = Tail.simplest
  private(set) var isRecording = false
  private var openSpans: [Int32] = []
  /// The alternative that comes first in a span that is simplest otherwise, or −1.
  private var alternative = -1
  /// How many spans around here are simplest because a candidate says so.
  private var simplestDepth = 0
  /// How many values around here are no matter of choice.
  private var frozenDepth = 0

  mutating func start(_ random: CaseRandom, isRecording: Bool) {
    reset(.random, isRecording)
    self.random = random
  }

  mutating func start(replaying sequence: ChoiceSequence, tail: Tail) {
    reset(tail, true)
    replayed = sequence
  }

  /// Replays all choices but one, which is drawn.
  mutating func start(replaying sequence: ChoiceSequence, drawing hole: Int, _ random: CaseRandom) {
    start(replaying: sequence, tail: .simplest)
    self.hole = hole
    self.random = random
  }

  private mutating func reset(_ tail: Tail, _ isRecording: Bool) {
    self.tail = tail
    self.isRecording = isRecording
    replayed.removeAll()
    trace.removeAll()
    openSpans.removeAll(keepingCapacity: true)
    (position, hole, alternative, simplestDepth, frozenDepth) = (0, -1, -1, 0, 0)
  }

  var isRandom: Bool { tail == .random && frozenDepth == 0 }

  mutating func freeze() { frozenDepth += 1 }
  mutating func thaw() { frozenDepth -= 1 }
}

// MARK: - Choices

extension ChoiceSource {
  @inline(__always)
  mutating func next() -> Next {
    if frozenDepth > 0 { return .simplest }
    if tail == .random { return .random }
    return nextReplayed()
  }

  private mutating func nextReplayed() -> Next {
    guard simplestDepth == 0 else {
      guard alternative >= 0 else { return .simplest }
      defer { alternative = -1 }
      return .replayed(.integer(alternative))
    }
    guard position < replayed.count else {
      if tail == .overrun { trace.isOverrun = true }
      return .simplest
    }
    let choice = replayed[position]
    position += 1
    if position - 1 == hole { return .random }
    return choice.kind == .simplest || choice.kind == .simplestSpan ? .simplest : .replayed(choice)
  }

  /// Notes what a choice became.
  @inline(__always)
  mutating func note(
    _ choice: Choice, _ kind: ChoiceSite.Kind, _ index: Int32, isForced: Bool = false
  ) {
    guard isRecording, frozenDepth == 0 else { return }
    trace.sequence.append(choice)
    trace.sites.append(ChoiceSite(kind: kind, isForced: isForced, index: index))
  }

  mutating func note(text: [UInt32], spelling: UInt8, _ index: Int32) {
    guard isRecording, frozenDepth == 0 else { return }
    trace.sequence.append(text: text, spelling: spelling)
    trace.sites.append(ChoiceSite(kind: .text, index: index))
  }

  mutating func noteMisaligned() { trace.isMisaligned = true }
}

// MARK: - Spans

extension ChoiceSource {
  @inline(__always)
  mutating func begin(_ role: ChoiceSpan.Role, _ node: Int32) {
    if isRecording, frozenDepth == 0 { beginRecorded(role, node) }
  }

  @inline(__always)
  mutating func end() {
    if isRecording, frozenDepth == 0 { endRecorded() }
  }

  private mutating func beginRecorded(_ role: ChoiceSpan.Role, _ node: Int32) {
    let start = Int32(trace.sequence.count)
    openSpans.append(Int32(trace.spans.count))
    trace.spans.append(
      ChoiceSpan(
        role: role, node: node, start: start, end: start,
        parent: openSpans.count > 1 ? openSpans[openSpans.count - 2] : -1))
    if simplestDepth > 0 {
      simplestDepth += 1
    } else if position < replayed.count, replayed[position].kind == .simplestSpan {
      alternative = replayed[position].spelling == 1 ? Int(replayed[position].length) : -1
      position += 1
      simplestDepth = 1
    }
  }

  private mutating func endRecorded() {
    let span = Int(openSpans.removeLast())
    trace.spans[span].end = Int32(trace.sequence.count)
    if simplestDepth > 0 { simplestDepth -= 1 }
  }
}
