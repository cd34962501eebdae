import JSONParsing

/// Blocks that the first caller runs, once. All callers wait until they are done.
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
      // Detached: the blocks must not have the first test's task-local values.
      let new = Task.detached { [blocks] in for block in blocks { try await block() } }
      task = new
      return new
    }
  }
}
