public import Foundation
import JSONParsing
public import MappingEngine
package import Testing

/// The workspace of a test: an object store, an empty folder, and the base URL of its requests.
///
///     @Suite("Avatars", .freshStore)
///     struct AvatarTests {
///       @Test("An avatar is stored") func stored() throws {
///         let workspace = try TestWorkspace.current
///         try workspace.withStore { try avatar.insert(into: &$0) }
///         #expect(workspace.store.count(ofType: "Avatar") == 1)
///       }
///     }
///
/// Each test, and each argument of a parameterized test, has its own workspace. Its folder is
/// removed afterwards, even if the test throws. A test that ends the process leaves its folder
/// behind.
public final class TestWorkspace: Sendable {
  @TaskLocal static var running: TestWorkspace?
  @TaskLocal private static var servedURL: URL?

  /// An empty folder.
  public let folder: URL
  let factory: TestFactory?
  private let objects = Mutex(ObjectStore())

  init(_ factory: TestFactory?) throws {
    self.factory = factory
    folder = FileManager.default.temporaryDirectory
      .appending(path: "contracttesting-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The base URL of requests: that of the test's server, or the one that the factory gives; `nil`
  /// if there is neither.
  public var baseURL: URL? { Self.servedURL ?? factory?.setup.baseURL }

  /// Runs a test with a server, in a workspace.
  package static func serving(
    _ url: URL, for test: Test, _ testCase: Test.Case?,
    _ function: @Sendable () async throws -> Void
  ) async throws {
    try await $servedURL.withValue(url) {
      // If the test already has a workspace, it is kept.
      guard running == nil else { return try await function() }
      try await WorkspaceTrait(factory: nil).provideScope(
        for: test, testCase: testCase, performing: function)
    }
  }

  /// The workspace of the running test.
  ///
  /// - Throws: `TestSetupError` if the test has no workspace.
  public static var current: TestWorkspace {
    get throws {
      if let running { return running }
      throw TestSetupError(
        "the test has no workspace",
        notes: ["add .freshStore or .factory(…) to the test or its suite"])
    }
  }

  /// A copy of the test's objects, which are empty at the start of the test.
  public var store: ObjectStore { objects.withLock { $0 } }

  /// Changes the test's objects, one caller at a time.
  public func withStore<Result: Sendable>(
    _ change: (inout ObjectStore) throws -> Result
  ) rethrows -> Result {
    try objects.withLock { store in
      var taken = ObjectStore()
      swap(&taken, &store)
      defer { swap(&taken, &store) }
      return try change(&taken)
    }
  }
}
