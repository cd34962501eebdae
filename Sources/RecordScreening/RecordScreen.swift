/// Recognises clean records at the speed of a pass over their bytes.
///
/// The screen knows the plan and the contents of earlier clean records. If a record contains
/// something new, the outcome is `new`; if the engine then finds no violation in the record, the
/// screen can learn it. All other records are left to the engine. Only records that pass are
/// counted.
///
/// If most records do not pass, the screen pauses.
///
/// A screen may be sent to other threads, but only one thread may use it at a time: its owner
/// ensures that.
package final class RecordScreen: @unchecked Sendable {
  package enum Outcome {
    /// The record has no violation, and was counted.
    case clean
    /// The record contains something that is new to the screen. If it has no violation, it can be
    /// learned.
    case new
    /// The engine must check the record.
    case unknown
  }

  private let root: ScreenPlan.Value
  private let nodes: UnsafeMutableBufferPointer<ScreenNode>
  private let elements: UnsafeMutableBufferPointer<ScreenPlan.Value>
  private let bounds: UnsafeMutableBufferPointer<ClosedRange<Int64>>
  private let state: UnsafeMutablePointer<ScreenState>
  private let tests: ScreenTests
  private let depthLimit: Int
  private var bytes: ScreenBytes
  private var recordCount = 0
  private var rest = Rest()

  /// The maximum number of bytes of a record; longer records are left to the engine.
  private static let mostBytes = 1 << 26

  /// - Parameters:
  ///   - maximumDepth: The maximum nesting of arrays and objects.
  ///   - kernel: An available kernel.
  package init(_ plan: ScreenPlan, maximumDepth: Int, _ kernel: ScreenKernel) {
    root = plan.root
    nodes = .allocate(capacity: plan.nodes.count)
    for (number, node) in plan.nodes.enumerated() {
      nodes.initializeElement(at: number, to: ScreenNode(node))
    }
    elements = .allocate(capacity: plan.elements.count)
    _ = elements.initialize(from: plan.elements)
    bounds = .allocate(capacity: plan.bounds.count)
    _ = bounds.initialize(from: plan.bounds)
    state = .allocate(capacity: 1)
    state.initialize(to: ScreenState())
    tests = ScreenTests(plan)
    depthLimit = min(64, maximumDepth)
    bytes = ScreenBytes(kernel)
  }

  deinit {
    for node in nodes { node.deallocate() }
    nodes.deallocate()
    elements.deallocate()
    bounds.deallocate()
    tests.deallocate()
    state.pointee.deallocate()
    state.deallocate()
    bytes.deallocate()
  }

  /// Checks a record, and counts it if it is clean.
  package func outcome(of record: Span<UInt8>) -> Outcome {
    guard record.count <= Self.mostBytes, !rest.isResting() else { return .unknown }
    let passes = walk(record, isLearning: false)
    rest.note(passes)
    guard passes else { return state.pointee.isNew ? .new : .unknown }
    for index in 0..<state.pointee.journalCount {
      let entry = state.pointee.journal[index]
      entry.node.pointee.count(entry.seen, entry.nulls)
    }
    recordCount += 1
    return .clean
  }

  /// Calls a function with the identity of each object in the last record, if the record was clean:
  /// a whole number, or the content of a string without escapes.
  @inline(__always)
  package func forEachIdentity(
    integer: (_ type: Int32, Int64) -> Void,
    text: (_ type: Int32, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    for index in 0..<state.pointee.mentionCount {
      let mention = state.pointee.mentions[index]
      switch mention.identity {
      case .integer(let value): integer(mention.node.pointee.type, value)
      case .text(let content):
        text(
          mention.node.pointee.type,
          UnsafeBufferPointer(start: content.start, count: content.length))
      }
    }
  }

  /// Learns the new parts of a record without violations.
  package func learn(_ record: Span<UInt8>) { _ = walk(record, isLearning: true) }

  /// The counts of the records that passed.
  package var counts: ScreenCounts {
    ScreenCounts(recordCount: recordCount, nodes: nodes.map(\.counts))
  }

  private func walk(_ record: Span<UInt8>, isLearning: Bool) -> Bool {
    bytes.hold(record)
    state.pointee.begin(isLearning: isLearning)
    guard let nodes = nodes.baseAddress,
      let elements = elements.baseAddress, let bounds = bounds.baseAddress
    else { return false }
    let walk = ScreenWalk(
      state: state, nodes: nodes, elements: elements, bounds: bounds, depthLimit: depthLimit,
      tests: tests, start: bytes.start, marks: bytes.startOfMarks)
    return walk.passes(record.count, root)
  }

  /// Determines when the screen is of no use and pauses it.
  private struct Rest {
    private var seenCount = 0
    private var failedCount = 0
    private var restCount = 0

    private static let round = 4_096
    private static let length = 65_536

    mutating func isResting() -> Bool {
      guard restCount > 0 else { return false }
      restCount -= 1
      return true
    }

    mutating func note(_ passes: Bool) {
      seenCount += 1
      if !passes { failedCount += 1 }
      guard seenCount == Self.round else { return }
      if failedCount > Self.round / 2 { restCount = Self.length }
      (seenCount, failedCount) = (0, 0)
    }
  }
}
