/// The exit code of the program. A command throws it after it has reported the error.
enum ExitCode: Int32, CaseIterable, Error {
  case success = 0
  /// A payload or an example breaks its contract, or captures do not fit it any more.
  case violations = 1
  /// The command line has an error.
  case usage = 2
  /// A contract is invalid, and nothing was checked with it.
  case invalidContract = 3
  /// An input could not be read.
  case unreadableInput = 4
  /// There was nothing to check, or too little.
  case nothingChecked = 5
  /// An unknown error occurred.
  case internalError = 70
  /// The terminal was closed.
  case hungUp = 129
  /// The user stopped the program.
  case interrupted = 130
  /// A signal asked the program to end.
  case terminated = 143

  /// The meaning, for help and the manual page.
  var meaning: String {
    switch self {
    case .success: "nothing wrong; there may be warnings"
    case .violations:
      "a violation, a rule raised to one, an example that fails, a proposed change"
    case .usage: "a wrong command line or configuration"
    case .invalidContract: "a contract has an error; nothing was checked with it"
    case .unreadableInput: "an input could not be read, or a report not be written"
    case .nothingChecked: "nothing was checked, or less than was asked for"
    case .internalError: "a bug in contractcheck, which should be reported"
    case .hungUp: "the terminal was closed; what was checked so far is reported"
    case .interrupted: "interrupted; what was checked so far is reported"
    case .terminated: "asked to end; what was checked so far is reported"
    }
  }
}
