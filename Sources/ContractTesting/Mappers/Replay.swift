import FailureStorage
import Foundation
import Generation
import JSONParsing
import MapperTesting
public import Testing

/// A replay: the only payload that is mapped.
struct Replay {
  /// The id of the payload, `null@[0].file_url`, `random:42:17`, or of a failure, `avatars-3f9a2c`.
  let id: String
  let item: MapperCase

  /// The environment variable with the id of a payload to replay.
  static let variable = "CONTRACTCHECK_REPLAY"

  /// The id that the running test's trait names, or else the environment.
  static var requestedID: String? { traitID ?? ProcessInfo.processInfo.environment[variable] }

  @TaskLocal static var traitID: String?

  /// Creates the requested replay, if it is a payload or a history of the check.
  ///
  /// - Parameter cases: The payloads of the check; `nil` if it is one of histories alone.
  init?(
    of cases: GeneratedCases?, _ memory: MapperMemory? = nil, _ histories: DrawnHistories? = nil
  ) {
    guard let id = Self.requestedID else { return nil }
    let saved = memory?.replay(id: id).flatMap { failure in
      cases == nil ? memory?.history(of: failure) : memory?.replaying(failure)
    }
    let made =
      cases?.case(id: id).map { MapperCase($0) } ?? histories.flatMap { MapperCase($0, id: id) }
    guard let item = saved ?? made else { return nil }
    (self.id, self.item) = (id, item)
  }
}

/// A trait that makes the mappers of a test or a suite map only one payload, which failed before.
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
  /// - Parameter id: The id in the `replay` line of a failure.
  public static func replay(_ id: String) -> ReplayTrait { ReplayTrait(id: id) }
}

extension MapperMemory {
  /// Returns the case of a payload that failed earlier; `nil` for one that ends the process.
  func `case`(of failure: SavedFailure) -> MapperCase? {
    guard endpoints.isEmpty else { return history(of: failure) }
    guard failure.law == Law.agreesWithTheContract.rawValue, !payloads(of: failure).isEmpty else {
      return nil
    }
    return item(of: failure, id: failure.caseID.isEmpty ? nil : failure.caseID)
  }

  /// Returns the case of a saved failure. If the failure ended the process, the case passes if the
  /// process survives.
  fileprivate func replaying(_ failure: SavedFailure) -> MapperCase {
    var item = item(of: failure, id: failure.id)
    item.isUnspecified = failure.identity == Self.trap
    return item
  }

  private func item(of failure: SavedFailure, id: String?) -> MapperCase {
    let payloads = payloads(of: failure).map(\.bytes)
    var item = MapperCase(name: failure.id, payloads: payloads)
    // The given id is that of the saved payloads; it does not apply if members were left out.
    item.id = payloads == failure.payloads.map(\.bytes) ? id : failure.id
    item.isKept = true
    return item
  }

  /// Returns the case of the responses on which an earlier run failed; `nil` for those that end the
  /// process, and for endpoints that the store does not load any more.
  func history(of failure: SavedFailure) -> MapperCase? {
    let payloads = payloads(of: failure)
    guard !payloads.isEmpty, failure.identity != Self.trap else { return nil }
    var item = MapperCase(
      name: failure.id, id: failure.id,
      history: zip(payloads, failure.payloads).map { payload, saved in
        DrawnResponse(
          endpoint: payload.endpoint, payload: PayloadTree(read: payload.bytes),
          overlaps: saved.overlaps ?? false)
      })
    item.isKept = true
    return item
  }
}

extension MapperCase {
  fileprivate init?(_ histories: DrawnHistories, id: String) {
    guard let number = DrawnHistories.number(ofID: id) else { return nil }
    self.init(histories.of(number.seed), number.index)
  }
}

extension ReplayCommand {
  /// Returns the command for the running test. The name of an XCTest test is not known here, so all
  /// tests of its target are run.
  static func current(at sourceLocation: SourceLocation) -> ReplayCommand {
    ReplayCommand(
      running: .current, target: sourceLocation.moduleName,
      isUnderXcode: TestIssue.isUnderXcode(ProcessInfo.processInfo.environment))
  }

  init(running test: RunningTest?, target: String, isUnderXcode: Bool) {
    self =
      isUnderXcode
      ? .xcodebuild(test: test?.onlyTesting ?? target)
      : .swiftTest(filter: test?.shortFilter ?? target)
  }
}
