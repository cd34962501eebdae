public import Foundation
public import Testing

/// A trait that sets the folder of a test's or suite's fixtures; see `fixtures(in:)`.
public struct FixtureFolderTrait: TestTrait, SuiteTrait, TestScoping {
  /// The places where the folder may be.
  let candidates: [URL]

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await FixtureSearch.$named.withValue(candidates) { try await function() }
  }
}

extension Trait where Self == FixtureFolderTrait {
  /// Searches for fixtures only in a folder.
  ///
  ///     @Suite("Articles", .fixtures(in: "Fixtures/articles"))
  ///
  /// The trait applies while the tests run. Arguments of a parameterized test are evaluated before.
  ///
  /// - Parameters:
  ///   - folder: An absolute path, or one relative to the folder of the test's source file or to
  ///     the package's root.
  ///   - bundle: A bundle with the folder as a resource, which is searched first.
  ///   - filePath: The test's source file.
  public static func fixtures(
    in folder: String, bundle: Bundle? = nil, filePath: String = #filePath
  ) -> Self {
    Self(candidates: FixtureSearch.places(of: folder, TestSource(filePath, bundle)))
  }
}
