import Foundation
import Synchronization

/// Whether the user has asked the program to stop (Ctrl-C): it then reports what it has.
enum Interruption {
  private static let isAsked = Atomic(false)

  static var hasCome: Bool { isAsked.load(ordering: .relaxed) }

  /// From now on, the first interruption is noted, and the second one ends the program.
  static func note() {
    signal(SIGINT) { number in
      Interruption.isAsked.store(true, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
    // A parent may have started the program from a thread that gets no signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
