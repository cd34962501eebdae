import JSONParsing

/// Blocks that are run once, by the first caller. All callers wait until they are done.
final class RunOnce: Sendable {
  private let blocks: [TestFactory.Setup.Block]
  private let task = Mutex<Task<Void, any Error>?>(nil)

  init(_ blocks: [TestFactory.Setup.Block]) { self.blocks = blocks }

  /// - Throws: The error of the first block that threw, at each call.
  func run() async throws {
    guard !blocks.isEmpty else { return }
    try await started().value
  }

  private func started() -> Task<Void, any Error> {
    task.withLock { task in
      if let task { return task }
      // The task is detached because the blocks must not have the first test's task-local values.
      let new = Task.detached { [blocks] in for block in blocks { try await block() } }
      task = new
      return new
    }
  }
}
