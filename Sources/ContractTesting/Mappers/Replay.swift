import FailureStorage
import Foundation
import Generation
import MapperTesting
public import Testing

/// A payload that is to be mapped again, and no other.
struct Replay {
  /// `null@[0].file_url`, `random:42:17`, or that of a saved failure, `avatars-3f9a2c`.
  let id: String
  let item: MapperCase

  /// The environment variable that names it by its id.
  static let variable = "CONTRACTCHECK_REPLAY"

  /// The id that the running test's trait names, or else the environment.
  static var requestedID: String? { traitID ?? ProcessInfo.processInfo.environment[variable] }

  @TaskLocal static var traitID: String?

  /// The payload that is asked for, if it is one of a check's.
  init?(of cases: GeneratedCases, _ memory: MapperMemory? = nil) {
    guard let id = Self.requestedID else { return nil }
    if let failure = memory?.replay(id: id) {
      item = MapperCase(replaying: failure)
    } else if let generated = cases.case(id: id) {
      item = MapperCase(generated)
    } else {
      return nil
    }
    self.id = id
  }
}

/// Has the mappers of a test or a suite map one payload again, and no other.
public struct ReplayTrait: TestTrait, SuiteTrait, TestScoping {
  let id: String

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Replay.$traitID.withValue(id) { try await function() }
  }
}

extension Trait where Self == ReplayTrait {
  /// Maps one payload again, as the environment variable `CONTRACTCHECK_REPLAY` does.
  ///
  ///     @Suite("Avatar mapper", .replay("null@[0].file_url"))
  ///
  /// - Parameter id: What a failure says behind "replay".
  public static func replay(_ id: String) -> ReplayTrait { ReplayTrait(id: id) }
}

extension MapperCase {
  /// A payload on which an earlier run failed; `nil` of one that ends the process.
  init?(_ failure: SavedFailure) {
    guard failure.law == Law.agreesWithTheContract.rawValue else { return nil }
    self.init(saved: failure, id: failure.caseID.isEmpty ? nil : failure.caseID)
  }

  /// A saved failure; of one that ended the process it is enough that it does not do so.
  fileprivate init(replaying failure: SavedFailure) {
    self.init(saved: failure, id: failure.id)
    isUnspecified = failure.identity == MapperMemory.trap
  }

  private init(saved failure: SavedFailure, id: String?) {
    self.init(name: failure.id, payloads: failure.payloads.map(\.bytes))
    (self.id, isKept) = (id, true)
  }
}
