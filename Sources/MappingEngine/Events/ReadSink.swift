import ContractModel
import JSONParsing

/// A sink that keeps the lines and cases that read values, and the errors.
struct ReadSink: MappingSink {
  /// A value that a line reads.
  struct Read: Hashable {
    var node: Int
    /// The line, by its number in the plan, and the value type of the value itself.
    var line: Int32
    var value: Int32
    /// Whether the value is an element of the line's value, or inside of one.
    var isElement: Bool
  }

  static var wantsNotices: Bool { false }
  static var wantsReads: Bool { true }
  var isSated: Bool { false }
  private(set) var reads: [Read] = []
  private(set) var looks: [(node: Int, condition: Int)] = []
  private(set) var cases: [Int] = []
  private(set) var errors: [RawEvent] = []

  mutating func record(_ event: RawEvent, _ value: NoValue?, old: NoValue?) {
    if event.problem?.severity == .error { errors.append(event) }
  }

  mutating func beginTrial() -> Int { errors.count }

  /// Values that were read in a bad element remain noted as read.
  mutating func endTrial(_ mark: Int, takesBack: Bool) {
    if takesBack { errors.removeLast(errors.count - mark) }
  }

  mutating func noteCase(_ index: Int) { cases.append(index) }

  mutating func noteRead(_ node: Int, by line: Int32, as value: Int32, isElement: Bool) {
    reads.append(Read(node: node, line: line, value: value, isElement: isElement))
  }

  mutating func noteLook(_ node: Int, by condition: Int) { looks.append((node, condition)) }
}
