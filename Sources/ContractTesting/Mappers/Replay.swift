import FailureStorage
import Foundation
import Generation
import Verification

/// A payload that is to be mapped again, and no other.
enum Replay {
  /// The environment variable that names it by its id: `null@[0].file_url`, `random:42:17`.
  static let variable = "CONTRACTCHECK_REPLAY"

  static var requested: String? { ProcessInfo.processInfo.environment[variable] }
}

extension CheckOccasion {
  init(_ item: GeneratedCase) {
    self.init(
      name: item.name, payloads: [item.payload.bytes], isUnspecified: item.isUnspecified,
      rule: item.line)
    caseID = item.id
  }

  /// A payload on which an earlier run failed; `nil` of one that ends the process.
  init?(_ failure: SavedFailure) {
    guard failure.law == Law.agreesWithTheContract.rawValue else { return nil }
    self.init(
      name: "it was saved as \(failure.id)", payloads: failure.payloads.map(\.bytes))
    caseID = failure.caseID.isEmpty ? nil : failure.caseID
  }
}
