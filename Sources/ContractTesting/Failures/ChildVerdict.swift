/// The verdict of a child process on payloads.
enum ChildVerdict: Equatable, Sendable {
  /// The mapper ended the process by a signal.
  case trapped(signal: Int32)
  /// The mapper called `exit()`.
  case exited
  /// The process ended during the call, without calling `exit()`.
  case ended
  /// The mapper did not return within the time limit of a call.
  case stuck
  /// The mapper accepted or rejected the payloads.
  case survived
  /// The verdict is unknown; the reason is a phrase that is safe to display.
  case unknown(reason: String)

  /// Whether the mapper was seen to end a process.
  var isFatal: Bool {
    switch self {
    case .trapped, .exited, .ended, .stuck: true
    case .survived, .unknown: false
    }
  }
}

extension ChildVerdict: CustomStringConvertible {
  /// The verdict in words: `it traps (SIGILL)`
  var description: String {
    switch self {
    case .trapped(9): "it is killed (SIGKILL), as a process is that takes all memory"
    case .trapped(let signal): "it traps (\(Self.names[signal] ?? "signal \(signal)"))"
    case .exited: "it calls exit()"
    case .ended: "it ends the process, as _exit() and execv() do"
    case .stuck: "it does not return"
    case .survived: "it survives"
    case .unknown(let reason): "nobody knows whether it traps: \(reason)"
    }
  }

  /// The names of the signals of traps, which have the same numbers on Linux and on Apple's systems,
  /// except for SIGBUS.
  private static let names: [Int32: String] = [
    4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 10: "SIGBUS", 11: "SIGSEGV",
  ]

  /// Returns whether the signal is one that a person or a service sends to end the run.
  static func isFromOutside(_ signal: Int32) -> Bool { [1, 2, 3, 15].contains(signal) }
}
