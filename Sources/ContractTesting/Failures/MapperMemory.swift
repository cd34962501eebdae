import ContractModel
import FailureStorage
import Foundation
import JSONParsing
import MapperTesting

/// The memory of a check between runs: the payloads on which it failed or the process ended.
struct MapperMemory {
  /// The name of the check: the test, the mapper, the contract and the type.
  let check: String
  private let contract: Contract
  private let target: String
  /// The endpoints that the mapper loads; empty for a mapper of one type.
  let endpoints: [String]
  let root: URL
  let failures: SavedFailures

  /// - Returns: `nil` outside of Swift Testing, and for a contract that is not in a package.
  init?(_ mapper: MapperUnderTest, _ contract: Contract, as target: String, in check: String) {
    guard RunningTest.current != nil, let folder = contract.failuresRoot else { return nil }
    root = URL(filePath: folder, directoryHint: .isDirectory)
    failures = SavedFailures(root: root)
    (self.contract, self.target, endpoints) = (contract, target, mapper.endpoints)
    self.check = check
  }

  // MARK: - Failures

  /// The payloads to try first, and the problems of files that cannot be used.
  var replays: SavedFailures.Contents {
    failures.replays(of: contract.name.text, as: target, in: check)
  }

  /// Saves disagreements with the contract for the next run. Breaches of other laws are not saved,
  /// because they are found again by their seed, except those of a store that loads several
  /// endpoints. Returns a sentence for each failure that could not be saved.
  func save(_ causes: [Cause]) -> [String] {
    let kept = causes.filter { isKept($0.disagreement) && !$0.hidesValues }
    return failures.save(kept.map { failure(of: $0) })
  }

  private func isKept(_ disagreement: Disagreement) -> Bool {
    switch disagreement.kind {
    case .unstable, .startsFull: false
    case .breaks: !disagreement.endpoints.isEmpty
    default: true
    }
  }

  /// Removes the failures that this check saved and that do not fail any more. Promoted failures
  /// stay, and are not mentioned. Returns a sentence about those that pass, and one about those
  /// that were saved with another version of the contract.
  func forgetFixed(_ isFixed: (SavedFailure) -> Bool) -> [String] {
    let forgotten = failures.saved(of: contract.name.text, as: target, in: check).failures
      .filter(isFixed)
    for failure in forgotten { _ = failures.remove(failure) }
    let fixed = Self.names(of: forgotten.filter { !isStale($0) }).map { "FIXED: \($0)" }
    let dropped = Self.names(of: forgotten.filter(isStale)).map {
      "DROPPED: \($0): the contract has changed, and the mapper keeps the current one"
    }
    return [fixed, dropped].compactMap(\.self)
  }

  /// Whether a failure was saved for another version of the contract. A failure that ended the
  /// process is never stale.
  private func isStale(_ failure: SavedFailure) -> Bool {
    failure.contract.hash != contract.digest.text && failure.identity != Self.trap
  }

  private static let namedCount = 5

  private static func names(of failures: [SavedFailure]) -> String? {
    guard !failures.isEmpty else { return nil }
    let names = failures.prefix(namedCount).map { failure in
      "\(failure.id), \(displayed(failure.cause ?? failure.identity))"
    }
    let rest = failures.count - names.count
    return names.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  // MARK: - Replays

  /// Returns the failure with an id, among those that this check tries.
  func replay(id: String) -> SavedFailure? { replays.failures.first { $0.isCalled(id) } }

  /// Returns an error text for an id that has the form of this contract's failure ids, but belongs
  /// to no saved failure.
  func complaint(ofUnknown id: String) -> String? {
    guard SavedFailure.couldBe(id, ofContract: contract.name.text),
      !failures.all().failures.contains(where: { $0.isCalled(id) })
    else { return nil }
    return "there is no saved failure \(quoted(id)): it is fixed, or of another checkout"
  }

  private func failure(of cause: Cause) -> SavedFailure {
    let disagreement = cause.disagreement
    return failure(
      law: .agreesWithTheContract, identity: disagreement.identityText, cause: cause.headline,
      caseID: cause.caseID ?? "",
      payloads: disagreement.payloads.enumerated().map { number, bytes in
        SavedPayload(
          bytes,
          endpoint: disagreement.endpoints.isEmpty ? nil : disagreement.endpoints[number],
          overlaps: disagreement.overlapping.contains(number))
      }, original: cause.shrinking.map { [$0.original] })
  }

  func failure(
    law: Law, identity: String, cause: String? = nil, caseID: String, payloads: [SavedPayload],
    original: [[UInt8]]? = nil
  ) -> SavedFailure {
    let source = SavedFailure.Source(name: contract.name.text, digest: contract.digest)
    return SavedFailure(
      contract: source, target: target, check: check, law: law.rawValue, identity: identity,
      cause: cause, caseID: caseID, payloads: payloads,
      original: original ?? payloads.map(\.bytes))
  }

  /// Returns the payloads of a failure with the numbers of their endpoints; empty if the mapper
  /// does not load one of them any more.
  ///
  /// If the failure was saved for another version of the contract, members that no line reads any
  /// more are left out: the contract says nothing about what a mapper makes of them.
  func payloads(of failure: SavedFailure) -> [EndpointPayload] {
    let isStale = isStale(failure)
    let payloads = failure.payloads.compactMap { payload -> EndpointPayload? in
      guard let number = endpoint(called: payload.endpoint) else { return nil }
      let bytes = isStale ? readMembers(of: payload) : payload.bytes
      return EndpointPayload(bytes, endpoint: number)
    }
    return payloads.count == failure.payloads.count ? payloads : []
  }

  private func readMembers(of payload: SavedPayload) -> [UInt8] {
    guard let target = try? TestTarget(payload.endpoint ?? target, in: contract) else {
      return payload.bytes
    }
    let tree = PayloadTree(read: payload.bytes)
    let read = contract.readMembers(of: tree, as: target.target)
    return read.bytes == tree.bytes ? payload.bytes : read.bytes
  }

  private func endpoint(called name: String?) -> Int? {
    guard !endpoints.isEmpty else { return name == nil ? 0 : nil }
    return name.flatMap { name in
      endpoints.firstIndex { $0.utf8.elementsEqual(name.utf8) }
    }
  }
}
