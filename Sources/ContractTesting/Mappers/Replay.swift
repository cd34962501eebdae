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
  ///
  /// - Parameter histories: Those of the check, if it has any.
  init?(
    of cases: GeneratedCases, _ memory: MapperMemory? = nil, _ histories: DrawnHistories? = nil
  ) {
    guard let id = Self.requestedID else { return nil }
    if let memory, let failure = memory.replay(id: id) {
      item = memory.replaying(failure)
    } else if let generated = cases.case(id: id) {
      item = MapperCase(generated)
    } else if let history = histories.flatMap({ MapperCase($0, id: id) }) {
      item = history
    } else {
      return nil
    }
    self.id = id
  }

  /// The history that is asked for, if it is one of a check's.
  init?(of histories: DrawnHistories, _ memory: MapperMemory?) {
    guard let id = Self.requestedID else { return nil }
    let saved = memory.flatMap { memory in
      memory.replay(id: id).flatMap { memory.history(of: $0) }
    }
    guard let item = saved ?? MapperCase(histories, id: id) else { return nil }
    (self.id, self.item) = (id, item)
  }
}

/// Makes the mappers of a test or a suite map only one payload, which failed before.
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
  /// A payload on which an earlier run failed; `nil` of one that ends the process.
  func `case`(of failure: SavedFailure) -> MapperCase? {
    guard endpoints.isEmpty else { return history(of: failure) }
    guard failure.law == Law.agreesWithTheContract.rawValue, !payloads(of: failure).isEmpty else {
      return nil
    }
    return item(of: failure, id: failure.caseID.isEmpty ? nil : failure.caseID)
  }

  /// A saved failure; of one that ended the process it is enough that it does not do so.
  fileprivate func replaying(_ failure: SavedFailure) -> MapperCase {
    var item = item(of: failure, id: failure.id)
    item.isUnspecified = failure.identity == Self.trap
    return item
  }

  private func item(of failure: SavedFailure, id: String?) -> MapperCase {
    let payloads = payloads(of: failure).map(\.bytes)
    var item = MapperCase(name: failure.id, payloads: payloads)
    // An id makes the payload as it was.
    item.id = payloads == failure.payloads.map(\.bytes) ? id : failure.id
    item.isKept = true
    return item
  }

  /// The responses on which an earlier run failed; `nil`, of those that end the process, and of
  /// endpoints that the store does not load any more.
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
  /// A history that is drawn, by its id.
  fileprivate init?(_ histories: DrawnHistories, id: String) {
    guard let number = DrawnHistories.number(ofID: id) else { return nil }
    self.init(histories.of(number.seed), number.index)
  }
}
