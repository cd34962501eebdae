import Foundation
import JSONParsing

/// Reports the payload of a mapper when the process ends during the call.
///
/// The handlers are installed when a mapper is first called. The earlier action of a signal, such
/// as printing a backtrace, still follows after the report.
enum ProcessEnd {
  static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// The earlier actions of the signals, by their numbers; written before the first call, and only
  /// read afterwards.
  private static nonisolated(unsafe) let earlier = UnsafeMutablePointer<sigaction>.allocate(
    capacity: 32)

  private static let handlers: Void = {
    // Evaluated now, because a signal handler must not wait for another thread.
    _ = ChildRun.isChild
    for signal in signals { take(signal) }
    atexit { ProcessEnd.exits() }
  }()

  /// - Parameter forSlowCalls: Whether calls that exceed their time limit are ended.
  static func watch(forSlowCalls: Bool) {
    _ = handlers
    SignalStack.prepare()
    if forSlowCalls { SlowCalls.watch() }
  }

  // MARK: - Signals

  private static func take(_ signal: Int32) {
    var action = sigaction()
    let handler:
      @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?)
        -> Void = { signal, info, context in ProcessEnd.isSignalled(signal, info, context) }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #else
      action.__sigaction_handler.sa_sigaction = handler
    #endif
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK)
    sigaction(signal, &action, earlier + Int(signal))
  }

  private static func isSignalled(
    _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    let code = info?.pointee.si_code ?? 0
    report()
    // The system would spend seconds on a crash report of each child, and keep it.
    if ChildRun.isChild { _exit(ChildRun.exitCode(forSignal: signal)) }
    sigaction(signal, earlier + Int(signal), nil)
    #if canImport(Glibc)
      // A backtrace of the whole test run is longer than a screen, so the report follows again.
      let action = (earlier + Int(signal)).pointee
      if action.sa_flags & Int32(SA_SIGINFO) != 0,
        let handler = action.__sigaction_handler.sa_sigaction
      {
        handler(signal, info, context)
        report()
      }
    #endif
    // A trapping instruction is executed and traps again; a signal that was sent is sent again.
    if code <= 0 || signal == SIGABRT { raise(signal) }
  }

  private static func report() {
    _ = OpenCalls.report(.trap, of: OpenCalls.currentCaller)
  }

  // MARK: - exit()

  private static func exits() {
    let isWritten =
      OpenCalls.report(.exit, of: OpenCalls.currentCaller) || OpenCalls.reportChecks()
    // Whatever the intended exit code was, the tests have not passed.
    if isWritten { end(with: ChildRun.isChild ? ChildRun.Answer.exited.rawValue : 1) }
  }

  /// Ends the process after flushing its output.
  static func end(with status: Int32) -> Never {
    // A mapper that does not return may hold a lock that flushing waits for.
    let isFlushed = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      fflush(nil)
      isFlushed.signal()
    }
    _ = isFlushed.wait(timeout: .now() + 1)
    _exit(status)
  }
}

/// A stack for signal handlers, so that an overflow of the thread's own stack can be reported.
private enum SignalStack {
  private static let byteCount = 1 << 16

  /// The key that says whether a thread has such a stack, which is freed with the thread.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { stack in
      var none = stack_t()
      none.ss_flags = Int32(SS_DISABLE)
      sigaltstack(&none, nil)
      let stack: UnsafeMutableRawPointer? = stack
      stack?.deallocate()
    }
    return key
  }()

  /// Gives the running thread such a stack, if it has none.
  static func prepare() {
    guard pthread_getspecific(key) == nil else { return }
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    var stack = stack_t()
    (stack.ss_sp, stack.ss_size) = (memory, byteCount)
    sigaltstack(&stack, nil)
    pthread_setspecific(key, memory)
  }
}

/// Ends the process if a mapper does not return.
enum SlowCalls {
  /// The interval at which the calls are examined, in seconds.
  private static let interval = 0.25

  private static let thread: Void = {
    guard !isDebugged else { return }
    let thread = Thread { look() }
    thread.name = "ContractTesting watches mappers"
    thread.start()
  }()

  static func watch() { _ = thread }

  /// The priority of the test whose mapper was called last.
  static let priority = Atomic(Int(TaskPriority.medium.rawValue))

  /// Whether the task started at an earlier examination has run.
  private static let isTaskDone = Atomic(true)

  /// Counts how often each call was seen running, as a measure of its duration. The count excludes
  /// time in which the process was stopped. It also excludes time in which an awaiting call may
  /// only wait for a task thread, because other tests use all threads of its priority.
  private static func look() -> Never {
    var seen: [Int: Int] = [:]
    while true {
      Thread.sleep(forTimeInterval: interval)
      let areTasksServed = isTaskDone.exchange(false)
      if areTasksServed {
        let priority = TaskPriority(rawValue: UInt8(truncatingIfNeeded: priority.load()))
        Task.detached(priority: priority) { isTaskDone.store(true) }
      }
      OpenCalls.withOpen { calls in
        seen = seen.filter { number, _ in calls.contains { $0.number == number } }
        for call in calls where call.seconds > 0 && (areTasksServed || call.kind != .awaitingCall) {
          seen[call.number, default: 0] += 1
          if Double(seen[call.number, default: 0]) * interval > call.seconds, !isDebugged {
            OpenCalls.report(.stuck, call)
            ProcessEnd.end(with: ChildRun.isChild ? ChildRun.Answer.stuck.rawValue : 1)
          }
        }
      }
    }
  }

  /// Whether a debugger is attached, which may pause the process for any length of time.
  private static var isDebugged: Bool {
    #if os(Linux)
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      return status.split(separator: "\n").contains {
        $0.hasPrefix("TracerPid:") && !$0.hasSuffix("\t0")
      }
    #elseif canImport(Darwin)
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard sysctl(&name, u_int(name.count), &info, &size, nil, 0) == 0 else { return false }
      return info.kp_proc.p_flag & P_TRACED != 0
    #else
      return false
    #endif
  }
}
