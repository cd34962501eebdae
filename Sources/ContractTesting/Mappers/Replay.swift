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
}
