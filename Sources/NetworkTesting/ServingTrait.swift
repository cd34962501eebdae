public import ContractModel
import ContractTesting
public import Foundation
public import HTTPFixtures
public import Testing

/// Runs a server around each test; see `serving(_:bundle:filePath:)`.
public struct ServingTrait: TestTrait, SuiteTrait, TestScoping {
  let makeServer: @Sendable () throws -> FixtureServer

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let server = try makeServer()
    defer { server.stop() }
    try await FixtureServer.$running.withValue(server) {
      try await TestWorkspace.serving(server.baseURL, for: test, testCase, function)
    }
  }
}

extension FixtureServer {
  @TaskLocal static var running: FixtureServer?

  /// The server of the running test.
  ///
  /// - Throws: `TestSetupError` if the test has no server.
  public static var current: FixtureServer {
    get throws {
      if let running { return running }
      throw TestSetupError(
        "the test has no server", notes: ["add .serving(\"Fixtures\") to the test or its suite"])
    }
  }
}

extension Trait where Self == ServingTrait {
  /// Gives each test a server with the files of a folder, and a workspace whose `baseURL` is the
  /// server's.
  ///
  ///     @Suite("Articles", .serving("Fixtures"))
  ///
  /// - Parameters:
  ///   - folder: An absolute path, or a name. A name is the nearest folder with that name, from the
  ///     folder of the test's source file up to the package's root.
  ///   - bundle: A bundle with the folder as a resource, which is searched first.
  ///   - filePath: The test's source file.
  public static func serving(
    _ folder: String, bundle: Bundle? = nil, filePath: String = #filePath
  ) -> Self {
    Self {
      try FixtureServer(folder: fixtureFolder(named: folder, filePath: filePath, bundle: bundle))
    }
  }

  /// Gives each test a server with a contract's canonical payloads, and a workspace whose `baseURL`
  /// is the server's.
  ///
  ///     @Suite("Avatars", .serving(try Contract("groups")))
  public static func serving(
    _ contract: @autoclosure @escaping @Sendable () throws -> Contract
  ) -> Self {
    Self { try FixtureServer(contract()) }
  }
}
