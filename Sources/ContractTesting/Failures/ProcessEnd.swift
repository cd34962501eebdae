import Foundation
import JSONParsing

/// Tells of the payload that a mapper was given when the process ends within the call.
///
/// Handlers are set when a mapper is first called. What a signal did before, such as to print a
/// backtrace, it does still, after the payload.
enum ProcessEnd {
  /// The signals that traps send.
  static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// The earlier actions of the signals, by their numbers; written before the first call, then only
  /// read.
  private static nonisolated(unsafe) let earlier = UnsafeMutablePointer<sigaction>.allocate(
    capacity: 32)

  private static let handlers: Void = {
    // Evaluated before a signal handler needs it, which must not wait for another thread.
    _ = ChildRun.isChild
    for signal in signals { take(signal) }
    atexit { ProcessEnd.exits() }
  }()

  /// - Parameter forSlowCalls: Whether calls are ended that take too long.
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

  /// Runs in the signal's handler.
  private static func isSignalled(
    _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    let code = info?.pointee.si_code ?? 0
    report()
    // The system would write a crash report of each child, for seconds, and keep it.
    if ChildRun.isChild { _exit(ChildRun.exitCode(forSignal: signal)) }
    sigaction(signal, earlier + Int(signal), nil)
    #if canImport(Glibc)
      // A backtrace of the whole test run is longer than a screen: what it hides is reported again.
      let action = (earlier + Int(signal)).pointee
      if action.sa_flags & Int32(SA_SIGINFO) != 0,
        let handler = action.__sigaction_handler.sa_sigaction
      {
        handler(signal, info, context)
        report()
      }
    #endif
    // An instruction that traps is run again and does so again; what was sent is sent again.
    if code <= 0 || signal == SIGABRT { raise(signal) }
  }

  private static func report() {
    _ = OpenCalls.report(.trap, of: OpenCalls.currentCaller)
  }

  // MARK: - exit()

  private static func exits() {
    let isWritten =
      OpenCalls.report(.exit, of: OpenCalls.currentCaller) || OpenCalls.reportChecks()
    // Whatever it was to end with: the tests have not passed.
    if isWritten { end(with: ChildRun.isChild ? ChildRun.Answer.exited.rawValue : 1) }
  }

  /// Ends the process, with what was printed before.
  static func end(with status: Int32) -> Never {
    // A mapper that does not return may hold what this waits for.
    let isFlushed = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      fflush(nil)
      isFlushed.signal()
    }
    _ = isFlushed.wait(timeout: .now() + 1)
    _exit(status)
  }
}

/// A stack for signal handlers, so that an overflow of the thread's own can be reported.
private enum SignalStack {
  private static let byteCount = 1 << 16

  /// Whether a thread has one; it goes with the thread.
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

  /// Gives the running thread one, if it has none.
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

/// Ends the process where a mapper does not return.
enum SlowCalls {
  /// How often the calls are looked at, in seconds.
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

  /// Whether a task has run that was started at an earlier look.
  private static let isTaskDone = Atomic(true)

  /// Counts how often each call was seen at work, which stands for its time: a process that was
  /// stopped for an hour was not looked at either. Nor does the time count in which a call that
  /// awaits something may only wait for its turn, since other tests have all threads of tasks of its
  /// priority.
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

  /// Whether a debugger holds the process, in which a person may take any time.
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
