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
  }
}
