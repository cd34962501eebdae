import DiskReading
import Foundation
import JSONParsing

/// Requests to stop the program, by the user (Ctrl-C), by another program, or because the terminal
/// was closed. The program then reports what it has.
enum Interruption {
  /// The first signal; 0 if there was none.
  private static let signalNumber = Atomic(0)

  static var hasCome: Bool { signalNumber.load() != 0 }

  /// The exit code after a request to stop, like that of shells for a signal; `nil` if there was
  /// none.
  static var exitCode: ExitCode? {
    hasCome ? ExitCode(rawValue: 128 + Int32(signalNumber.load())) : nil
  }

  /// Reports a request to stop, and returns the exit code; `nil` if there was none. The consequence
  /// is a clause that says what happened to the command's output.
  static func end(_ console: Console, _ consequence: String) -> ExitCode? {
    guard let code = exitCode else { return nil }
    console.problem("interrupted: \(consequence)")
    return code
  }

  /// From now on, records the first signal to stop; a second one of the same kind ends the program.
  static func note() {
    // These are initialized before a signal arrives, because a handler must not allocate.
    _ = (hasCome, OutputDescriptor.waitsForReaders.load())
    for number in numbers {
      signal(number) { number in
        Interruption.signalNumber.replace(0, with: Int(number))
        OutputDescriptor.waitsForReaders.replace(true, with: false)
        signal(number, SIG_DFL)
      }
    }
    // A parent may have started the program from a thread with blocked signals.
    var signals = signals
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The signals to stop, except one that the program should outlive.
  static var numbers: [Int32] { [SIGINT, SIGTERM, SIGHUP].filter { !isIgnoredOnPurpose($0) } }

  static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }

  /// Whether the program was started to outlive its terminal, as with `nohup`. SIGINT is not
  /// considered, because shells make background programs ignore it.
  private static func isIgnoredOnPurpose(_ number: Int32) -> Bool {
    guard number == SIGHUP else { return false }
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return handler.map { unsafeBitCast($0, to: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
