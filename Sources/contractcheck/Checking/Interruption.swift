import DiskReading
import Foundation
import JSONParsing

/// Whether the program was asked to stop, by the user (Ctrl-C), by whatever runs it, or because its
/// terminal was closed: it then reports what it has.
enum Interruption {
  /// The signal that came first; 0, if none did.
  private static let signalNumber = Atomic(0)

  static var hasCome: Bool { signalNumber.load() != 0 }

  /// How the program ends that was asked to: as shells tell a signal; `nil`, if it was not.
  static var exitCode: ExitCode? {
    switch Int32(signalNumber.load()) {
    case 0: nil
    case SIGHUP: .hungUp
    case SIGTERM: .terminated
    default: .interrupted
    }
  }

  /// How the program ends that was asked to, which is said; `nil`, if it was not.
  ///
  /// - Parameter consequence: What that means for what the command writes, in a clause.
  static func end(_ console: Console, _ consequence: String) -> ExitCode? {
    guard let code = exitCode else { return nil }
    console.problem("interrupted: \(consequence)")
    return code
  }

  /// From now on, the first signal to stop is noted, and a second one of the kind ends the program.
  static func note() {
    // Made before a signal comes: a handler must not allocate.
    _ = (hasCome, OutputDescriptor.waitsForReaders.load())
    for number in numbers {
      signal(number) { number in
        Interruption.signalNumber.replace(0, with: Int(number))
        OutputDescriptor.waitsForReaders.replace(true, with: false)
        signal(number, SIG_DFL)
      }
    }
    // A parent may have started the program from a thread that gets no signals.
    var signals = signals
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The signals to stop, but for one that the program is to outlive.
  static var numbers: [Int32] {
    [SIGINT, SIGTERM, SIGHUP].filter { !isIgnoredOnPurpose($0) }
  }

  /// The same as a set.
  static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }

  /// Whether the program was started to outlive its terminal, as `nohup` does. Not of SIGINT, which
  /// shells have ignored by all that they start in the background.
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
