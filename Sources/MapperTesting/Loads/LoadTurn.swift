import JSONParsing

/// Which of two loads at the same time a load is.
package enum LoadTurn: Sendable {
  /// No other one is under way.
  case alone
  case first(LoadPair)
  /// It begins when the first has asked for its response, or has ended without.
  case second(LoadPair)
}

/// Two loads at the same time, the first of which gets its response behind the second.
package final class LoadPair: Sendable {
  private struct State: Sendable {
    var isReleased = false
    var held: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private let asked: AsyncStream<Void>
  private let sayAsked: AsyncStream<Void>.Continuation

  init() { (asked, sayAsked) = AsyncStream.makeStream() }

  /// Keeps a response of the first load until it is released.
  package func hold(_ send: @escaping @Sendable () -> Void) {
    let isReleased = state.withLock { state in
      if !state.isReleased { state.held.append(send) }
      return state.isReleased
    }
    isReleased ? send() : sayAsked.finish()
  }

  /// Whether the responses of the first load are sent.
  package var isReleased: Bool { state.withLock { $0.isReleased } }

  /// Sends the responses of the first load, now and from now on.
  package func release() {
    let held = state.withLock { state in
      defer { state = State(isReleased: true) }
      return state.held
    }
    for send in held { send() }
  }

  /// Says that the first load has ended.
  package func endFirst() { sayAsked.finish() }

  /// Waits until the first load has asked for its response, or has ended without.
  package func firstAsked() async {
    // `for await` would use what older systems do not have.
    var end = asked.makeAsyncIterator()
    _ = await end.next()
  }
}
