import ContractModel
import FailureStorage
import Foundation
import JSONParsing
import Verification

/// What is remembered of a check from one run to the next: the payloads on which it failed, and the
/// one on which the process ended.
struct MapperMemory {
  /// The test, the mapper, the contract and the type.
  let check: String
  private let contract: Contract
  private let target: String
  private let root: URL
  private let failures: SavedFailures

  /// - Returns: `nil` outside of Swift Testing, and for a contract that no package has.
  init?(_ mapper: MapperUnderTest, _ contract: Contract, as target: String) {
    guard let test = RunningTest.current, let folder = contract.rootFolder else { return nil }
    root = URL(filePath: folder, directoryHint: .isDirectory)
    failures = SavedFailures(root: root)
    (self.contract, self.target) = (contract, target)
    check = "\(test.name) \(mapper.name) \(contract.name.text) \(target)"
  }

  // MARK: - Failures

  /// The payloads to try first, and what is said of files that cannot be used.
  var replays: SavedFailures.Contents {
    failures.replays(of: contract.name.text, as: target, in: check)
  }

  /// Keeps disagreements with the contract for the next run. What breaks another law is drawn, and
  /// found again by its seed.
  ///
  /// - Returns: Why one is not kept, each in a sentence.
  func save(_ groups: [DisagreementGroup]) -> [String] {
    groups.filter { !$0.disagreement.breaksLaw }.compactMap { failures.save(failure(of: $0)) }
  }

  func forget(_ failure: SavedFailure) -> String? { failures.remove(failure) }

  /// Keeps a payload that ends the process, which is tried in another one from now on.
  func save(trapping payloads: [[UInt8]]) -> String? {
    failures.save(
      failure(law: .anyJSONIsSurvived, identity: Self.trap, caseID: "", payloads: payloads))
  }

  static let trap = "it traps"

  private func failure(of group: DisagreementGroup) -> SavedFailure {
    let disagreement = group.disagreement
    return failure(
      law: .agreesWithTheContract, identity: disagreement.identityText, caseID: group.caseID ?? "",
      payloads: disagreement.payloads, original: group.shrinking.map { [$0.original] })
  }

  private func failure(
    law: Law, identity: String, caseID: String, payloads: [[UInt8]], original: [[UInt8]]? = nil
  ) -> SavedFailure {
    let source = SavedFailure.Source(
      name: contract.name.text, text: contract.texts[contract.path] ?? [])
    return SavedFailure(
      contract: source, target: target, check: check, law: law.rawValue, identity: identity,
      caseID: caseID, payloads: payloads, original: original ?? payloads)
  }

  // MARK: - Traps

  /// A journal of the check's calls.
  var journal: CallJournal { CallJournal(of: check, in: JournalFolder(in: root)) }

  /// The payloads that the mapper did not survive: those that a process left behind, and those that
  /// are saved, each tried in a process of its own.
  func traps() -> [(payloads: [[UInt8]], verdict: ChildVerdict)] {
    var child = ChildRun(of: check)
    let dead = DeadCall.claimed(of: check, in: JournalFolder(in: root)).map(\.payloads)
    for payloads in dead { _ = save(trapping: payloads) }
    let saved = replays.failures.filter { $0.identity == Self.trap }
    return saved.compactMap { failure in
      let payloads = failure.payloads.map(\.bytes)
      let verdict = child.traps(over: payloads)
      if verdict == .survived {
        _ = forget(failure)
        return nil
      }
      return (payloads, verdict)
    }
  }
}
