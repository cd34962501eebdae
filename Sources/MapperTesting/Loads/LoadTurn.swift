import JSONParsing

/// Which of two concurrent loads a load is.
package enum LoadTurn: Sendable {
  /// No other load is in progress.
  case alone
  case first(LoadPair)
  /// The second load. It begins when the first one has requested its response, or ended without.
  case second(LoadPair)
}

/// Two concurrent loads, of which the first gets its response after the second.
package final class LoadPair: Sendable {
  private struct State: Sendable {
    var isReleased = false
    var held: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private let asked: AsyncStream<Void>
  private let sayAsked: AsyncStream<Void>.Continuation

  init() { (asked, sayAsked) = AsyncStream.makeStream() }

  /// Holds a response of the first load until `release()` is called.
  package func hold(_ send: @escaping @Sendable () -> Void) {
    let isReleased = state.withLock { state in
      if !state.isReleased { state.held.append(send) }
      return state.isReleased
    }
    isReleased ? send() : sayAsked.finish()
  }

  /// Whether responses of the first load are sent at once.
  package var isReleased: Bool { state.withLock { $0.isReleased } }

  /// Sends the held responses of the first load; later responses are sent at once.
  package func release() {
    let held = state.withLock { state in
      defer { state = State(isReleased: true) }
      return state.held
    }
    for send in held { send() }
  }

  package func endFirst() { sayAsked.finish() }

  /// Waits until the first load has requested its response, or has ended without a request.
  package func firstAsked() async {
    // `for await` would need API that older systems do not have.
    var end = asked.makeAsyncIterator()
    _ = await end.next()
  }
}
