import ContractModel
import JSONParsing

/// A sink that keeps the errors, and the lines and cases that read values, if these are wanted;
/// otherwise mapping stops at the first error. One type for both, because the engine is compiled
/// for each sink.
struct ReadSink: MappingSink {
  struct Read: Hashable {
    var node: Int
    /// The line, by its number in the plan, and the value type of the value itself.
    var line: Int32
    var value: Int32
    /// Whether the value is an element of the line's value, or inside of one.
    var isElement: Bool
  }

  static var wantsNotices: Bool { false }
  let wantsReads: Bool
  private var trialCount = 0
  private(set) var reads: [Read] = []
  private(set) var looks: [(node: Int, condition: Int)] = []
  private(set) var cases: [Int] = []
  private(set) var errors: [RawEvent] = []

  init(wantsReads: Bool) { self.wantsReads = wantsReads }

  var isSated: Bool { !wantsReads && !errors.isEmpty && trialCount == 0 }

  mutating func record(_ event: RawEvent, _ value: NoValue?, old: NoValue?) {
    if event.problem?.severity == .error { errors.append(event) }
  }

  mutating func beginTrial() -> Int {
    trialCount += 1
    return errors.count
  }

  /// Values that were read in a bad element remain noted as read.
  mutating func endTrial(_ mark: Int, takesBack: Bool) {
    trialCount -= 1
    if takesBack { errors.removeLast(errors.count - mark) }
  }

  mutating func noteCase(_ index: Int) {
    if wantsReads { cases.append(index) }
  }

  mutating func noteRead(_ node: Int, by line: Int32, as value: Int32, isElement: Bool) {
    guard wantsReads else { return }
    reads.append(Read(node: node, line: line, value: value, isElement: isElement))
  }

  mutating func noteLook(_ node: Int, by condition: Int) { looks.append((node, condition)) }
}
