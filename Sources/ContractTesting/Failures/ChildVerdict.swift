/// The verdict of a child process on payloads.
enum ChildVerdict: Equatable, Sendable {
  /// The mapper ended the process, by a signal.
  case trapped(signal: Int32)
  /// The mapper called `exit()`.
  case exited
  /// The process ended within the call, and no `exit()` was seen.
  case ended
  /// The mapper did not return in the time that a call may take.
  case stuck
  /// The mapper made something of them, or refused.
  case survived
  /// Nobody knows; why, in a phrase that is safe to display.
  case unknown(reason: String)

  /// Whether the mapper ends a process, which was seen.
  var isFatal: Bool {
    switch self {
    case .trapped, .exited, .ended, .stuck: true
    case .survived, .unknown: false
    }
  }
}

extension ChildVerdict: CustomStringConvertible {
  /// `it traps (SIGILL)`
  var description: String {
    switch self {
    case .trapped(9): "it is killed (SIGKILL), as a process is that takes all memory"
    case .trapped(let signal): "it traps (\(Self.name(of: signal)))"
    case .exited: "it calls exit()"
    case .ended: "it ends the process, as _exit() and execv() do"
    case .stuck: "it does not return"
    case .survived: "it survives"
    case .unknown(let reason): "nobody knows whether it traps: \(reason)"
    }
  }

  /// The signals that a trap makes have one number on Linux and on Apple's systems, but for
  /// SIGBUS.
  private static func name(of signal: Int32) -> String {
    switch signal {
    case 4: "SIGILL"
    case 5: "SIGTRAP"
    case 6: "SIGABRT"
    case 7, 10: "SIGBUS"
    case 8: "SIGFPE"
    case 11: "SIGSEGV"
    default: "signal \(signal)"
    }
  }

  /// Whether a person or a service sends a signal, to end the run.
  static func isFromOutside(_ signal: Int32) -> Bool { [1, 2, 3, 15].contains(signal) }
}
