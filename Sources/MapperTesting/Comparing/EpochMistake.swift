import Foundation
import MappingEngine

/// What a coder of the app takes the number of a date for, if that is not what the contract says.
enum EpochMistake {
  case sinceReferenceDate, seconds, milliseconds

  /// - Parameters:
  ///   - stated: The contract's date of the number.
  ///   - found: The app's value.
  init?(_ stated: Instant, _ found: Any) {
    guard let date = found as? Date else { return nil }
    let stated = Double(stated.seconds) + Double(stated.nanoseconds) / 1e9
    let own = date.timeIntervalSince1970
    let isEqual = { (one: Double, other: Double) in
      abs(one - other) <= max(1e-3, 1e-9 * abs(other))
    }
    let counted = date.timeIntervalSinceReferenceDate
    if isEqual(counted, stated) || isEqual(counted, stated * 1000) {
      self = .sinceReferenceDate
    } else if isEqual(own, stated * 1000) {
      self = .seconds
    } else if isEqual(own * 1000, stated) {
      self = .milliseconds
    } else {
      return nil
    }
  }

  func hint(ofEncoder isEncoder: Bool) -> String {
    switch self {
    case .sinceReferenceDate where isEncoder:
      "the app counts from 2001, as without a dateEncodingStrategy"
    case .sinceReferenceDate: "the mapper counts from 2001, as without a dateDecodingStrategy"
    case .seconds where isEncoder: "the app writes seconds for milliseconds"
    case .seconds: "the mapper reads milliseconds as seconds"
    case .milliseconds where isEncoder: "the app writes milliseconds for seconds"
    case .milliseconds: "the mapper reads seconds as milliseconds"
    }
  }
}
