import DiskReading
import Foundation
import JSONParsing
public import Testing

/// A trait that gives each test its own workspace; see `freshStore` and `factory(_:)`.
public struct WorkspaceTrait: TestTrait, SuiteTrait, TestScoping {
  let factory: TestFactory?

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // If a suite and an outer suite name the same factory, its blocks run once for the test.
    if let running = TestWorkspace.running, factory == nil || running.factory === factory {
      return try await function()
    }
    try await factory?.runOnce()
    let workspace = try TestWorkspace(factory)
    defer { removeFolder(of: workspace, test) }
    try await TestWorkspace.$running.withValue(workspace) {
      try await runBlocks(of: test, around: function)
    }
  }

  private func runBlocks(
    of test: Test, around function: @Sendable () async throws -> Void
  ) async throws {
    let setup = factory?.setup ?? TestFactory.Setup()
    var failure: (any Error)?
    do {
      for block in setup.blocksBefore { try await block() }
      try await function()
    } catch {
      failure = error
    }
    for block in setup.blocksAfter {
      do {
        try await block()
      } catch {
        // An error at the end of the test does not hide the test's own error.
        if failure != nil {
          TestIssue.record(
            "what is done after each test failed: \(displayed("\(error)"))", at: test.sourceLocation
          )
        }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Removes the folder, unless the test has removed it.
  private func removeFolder(of workspace: TestWorkspace, _ test: Test) {
    guard FileManager.default.fileExists(atPath: workspace.folder.path) else { return }
    do {
      try FileManager.default.removeItem(at: workspace.folder)
    } catch {
      TestIssue.record(
        "the folder of the test cannot be removed: \(displayed(SystemReason.text(error)))",
        at: test.sourceLocation)
    }
  }
}

extension Trait where Self == WorkspaceTrait {
  /// Gives each test its own empty object store and empty folder.
  ///
  ///     @Suite("Avatars", .freshStore)
  public static var freshStore: Self { Self(factory: nil) }

  /// Runs a factory's blocks around each test, and gives the test its own empty object store and
  /// empty folder.
  ///
  ///     @Suite("Articles", .factory(articles))
  public static func factory(_ factory: TestFactory) -> Self { Self(factory: factory) }
}
