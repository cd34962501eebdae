public import Foundation
public import MappingEngine
import Synchronization

/// The workspace of a test: an object store, an empty folder, and where its requests go.
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
/// Each test, and each argument of a parameterized test, has its own, and its folder is removed
/// afterwards, also if the test throws. A test that ends the process leaves its folder.
public final class TestWorkspace: Sendable {
  @TaskLocal static var running: TestWorkspace?

  /// An empty folder.
  public let folder: URL
  /// Where requests go; `nil`, if the factory does not say.
  public let baseURL: URL?
  let factory: TestFactory?
  private let objects = Mutex(ObjectStore())

  /// Makes the folder.
  init(_ factory: TestFactory?) throws {
    self.factory = factory
    baseURL = factory?.setup.baseURL
    folder = FileManager.default.temporaryDirectory
      .appending(path: "contracttesting-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The workspace of the test that is running.
  ///
  /// - Throws: `TestSetupError`, if the test has none.
  public static var current: TestWorkspace {
    get throws {
      if let running { return running }
      throw TestSetupError(
        "the test has no workspace",
        notes: ["add .freshStore or .factory(…) to the test or its suite"])
    }
  }

  /// A copy of the test's objects; empty at the start of the test.
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

  /// Removes the folder, unless the test did.
  func removeFolder() throws {
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    try FileManager.default.removeItem(at: folder)
  }
}
