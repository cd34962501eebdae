import Foundation
import JSONParsing

/// The calls of mappers that have not returned, in all tasks and threads of this process.
///
/// A mapper can end the process: by a trap, by `exit()`, or by never returning. Then no code of the
/// test runs any more, and a run that `exit(0)` ends would pass. Only signal handlers, exit
/// handlers and a thread of this module still run, and they find here which payload it was.
///
/// A signal handler must neither wait for a lock nor touch memory that Swift manages. The calls are
/// therefore in slots that are allocated once and never freed, and their texts in buffers that are
/// never freed either: a buffer that is too small is abandoned for one of at least twice its size.
enum OpenCalls {
  /// The kinds of app code that may end the process.
  enum Kind {
    case call
    /// A call that may suspend, without blocking a thread.
    case awaitingCall
    /// A reading of a mapper's result, which may call code of its types: a description, a mirror.
    case reading
    /// A check, whose mapper may end the process between two calls.
    case check
  }

  /// A call, or room for one.
  struct Slot {
    /// The task or thread that makes the call; 0 if the slot is free.
    var caller: UInt = 0
    /// The number of the call in the process, from 1.
    var number = 0
    /// The time limit in seconds; 0 without a limit.
    var seconds = 0.0
    var kind = Kind.call
    /// The test, the payload and the advice, one after the other.
    var text: UnsafeMutablePointer<UInt8>?
    var capacity = 0
    var testCount = 0
    var payloadCount = 0
    var adviceCount = 0
    /// The path of the journal of the check, in memory that is never freed; `nil` without one.
    var journal: UnsafePointer<CChar>?
  }

  /// The most calls that can be open at once; further ones are not reported.
  static let slotCount = 256

  /// The slots. Signal handlers read them without a lock; each reads only what its own task or
  /// thread has written.
  static nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
    slots.initialize(repeating: Slot(), count: slotCount)
    return slots
  }()

  /// The number of calls so far. Its lock is held while a slot is taken or returned.
  private static let callCount = Mutex(0)

  /// Notes that code of the app is about to run.
  ///
  /// - Parameters:
  ///   - test: The name of the test, safe to display.
  ///   - advice: What to do next, safe to display.
  ///   - journal: The journal of the check that makes the call, or begins.
  /// - Returns: The argument for `close(_:)`; `nil` if there is no room.
  static func open(
    _ kind: Kind, test: [UInt8], payload: [UInt8] = [], advice: [UInt8] = [],
    seconds: Double? = nil, in journal: CallJournal?
  ) -> Int? {
    ProcessEnd.watch(forSlowCalls: seconds != nil)
    if kind == .awaitingCall { SlowCalls.priority.store(Int(Task.currentPriority.rawValue)) }
    let caller = kind == .check ? checkCaller : currentCaller
    return callCount.withLock { count in
      guard let index = (0..<slotCount).first(where: { slots[$0].caller == 0 }) else { return nil }
      count += 1
      slots[index].fill(test, payload, advice)
      slots[index].number = count
      (slots[index].seconds, slots[index].kind) = (seconds ?? 0, kind)
      slots[index].journal = journal?.signalSafePath
      slots[index].caller = caller
      return index
    }
  }

  /// Notes that the code returned or threw.
  static func close(_ index: Int?) {
    guard let index else { return }
    callCount.withLock { _ in slots[index].caller = 0 }
  }

  /// The number of the caller of every check. No task or thread has this number.
  private static let checkCaller: UInt = 2

  /// A number that identifies the running task, on any thread; outside of tasks, the running
  /// thread. Computing it takes no lock and allocates nothing, since signal handlers need it.
  static var currentCaller: UInt {
    // No thread has an odd number.
    let task = withUnsafeCurrentTask { task in task.map { UInt(bitPattern: $0.hashValue) | 1 } }
    return task ?? currentThread
  }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Calls a closure with the open calls. No call is opened or closed while the closure runs.
  static func withOpen<Result>(_ body: ([Slot]) -> Result) -> Result {
    callCount.withLock { _ in
      body((0..<slotCount).lazy.map { slots[$0] }.filter { $0.caller != 0 })
    }
  }
}

extension OpenCalls.Slot {
  fileprivate mutating func fill(_ test: [UInt8], _ payload: [UInt8], _ advice: [UInt8]) {
    let count = test.count + payload.count + advice.count
    if capacity < count {
      capacity = max(count, 2 * capacity, 4096)
      text = .allocate(capacity: capacity)
    }
    var place = text
    for part in [test, payload, advice] {
      part.withUnsafeBufferPointer { bytes in
        if let source = bytes.baseAddress { place?.update(from: source, count: bytes.count) }
      }
      place = place?.advanced(by: part.count)
    }
    (testCount, payloadCount, adviceCount) = (test.count, payload.count, advice.count)
  }
}
