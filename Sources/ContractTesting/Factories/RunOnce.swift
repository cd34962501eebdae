import JSONParsing

/// Blocks that are run once, whoever asks first; all wait until they are through.
final class RunOnce: Sendable {
  private let blocks: [TestFactory.Setup.Block]
  private let task = Mutex<Task<Void, any Error>?>(nil)

  init(_ blocks: [TestFactory.Setup.Block]) { self.blocks = blocks }

  /// - Throws: What the first block that threw did, each time.
  func run() async throws {
    guard !blocks.isEmpty else { return }
    try await started().value
  }

  private func started() -> Task<Void, any Error> {
    task.withLock { task in
      if let task { return task }
      // Detached: what the first test has to itself is not there for the rest.
      let new = Task.detached { [blocks] in for block in blocks { try await block() } }
      task = new
      return new
    }
  }
}
