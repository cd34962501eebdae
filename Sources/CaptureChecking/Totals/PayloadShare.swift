package import ContractModel
package import MappingEngine

/// A share of payloads, usually those of one endpoint.
///
/// Every count is small enough to be multiplied by 100 without overflow (`CheckPart.largestSum`).
package struct PayloadShare: Sendable, Equatable {
  package var part: Int
  package var whole: Int

  /// - Parameters:
  ///   - part: Zero or more.
  ///   - whole: At least the part; a smaller number is raised to the part.
  package init(_ part: Int, of whole: Int) { (self.part, self.whole) = (part, max(part, whole)) }

  /// The share for groups that are not about single payloads.
  package static let none = PayloadShare(0, of: 0)

  /// Returns the joint share of two endpoints, which have no payload in common.
  package static func + (left: PayloadShare, right: PayloadShare) -> PayloadShare {
    PayloadShare(left.part + right.part, of: left.whole + right.whole)
  }

  /// Whether this share is the larger one, exact for any counts; an empty share is 0 %.
  package func isMore(than other: PayloadShare) -> Bool {
    let (left, right) = (
      part.multipliedFullWidth(by: max(1, other.whole)),
      other.part.multipliedFullWidth(by: max(1, whole))
    )
    return (left.high, left.low) > (right.high, right.low)
  }

  /// Whether the share is at most this percentage, exactly.
  package func isAtMost(percent: Int) -> Bool { part * 100 <= percent * whole }

  /// The steps that shares are rounded up to, in percent.
  private static let steps = [1, 2, 5, 10, 20, 50, 100]

  /// The smallest of 1, 2, 5, 10, 20, 50 and 100 percent that the share does not exceed.
  package var step: Int { Self.steps.first { isAtMost(percent: $0) } ?? 100 }
}

extension PayloadShare: CustomStringConvertible {
  /// `12 of 60`; empty, if the whole is 0.
  package var description: String { whole == 0 ? "" : "\(part) of \(whole)" }
}

/// The limit of payloads of an endpoint that may break a rule: `wrong-type=5%`, `wrong-type=3`.
package struct Tolerance: Sendable, Equatable {
  package enum Limit: Sendable, Equatable, CustomStringConvertible {
    case percent(Int)
    case count(Int)

    package func admits(_ share: PayloadShare) -> Bool {
      switch self {
      case .percent(let percent): share.isAtMost(percent: percent)
      case .count(let count): share.part <= count
      }
    }

    /// `5 %`, or `3`.
    package var description: String {
      switch self {
      case .percent(let percent): "\(percent) %"
      case .count(let count): "\(count)"
      }
    }
  }

  package var rule: RuleID
  package var limit: Limit

  package init(_ rule: RuleID, _ limit: Limit) { (self.rule, self.limit) = (rule, limit) }
}

extension CheckTotals {
  /// Returns the share of payloads with a violation of a group; `nil`, if the group is about all
  /// payloads.
  package func share(of key: FindingKey) -> PayloadShare? {
    guard let group = violations[key] else { return nil }
    let payloadCount = self[key.endpoint].payloadCount
    switch key.rule {
    case .unmatchedEndpoint: return unmatchedShare
    // The endpoint does not describe these records, so its payload count does not include them.
    case .unexpectedStatus:
      return PayloadShare(group.payloadCount, of: payloadCount + group.payloadCount)
    // A conflict of two payloads is noted for the second, at most once for each mention.
    case .identityConflict where group.payloadCount == 0:
      return PayloadShare(group.count, of: self.payloadCount(ofContract: key.endpoint.contract))
    default:
      return group.payloadCount > 0 ? PayloadShare(group.payloadCount, of: payloadCount) : nil
    }
  }

  /// The share of records that no endpoint describes, without the records that filters exclude.
  package var unmatchedShare: PayloadShare {
    PayloadShare(unmatched.count, of: recordCount - filteredCount)
  }

  private func payloadCount(ofContract number: Int) -> Int {
    endpoints.reduce(0) { $0 + ($1.key.contract == number ? $1.totals.payloadCount : 0) }
  }

  /// Returns the share of an endpoint's payloads that break a rule in at least one of the groups.
  ///
  /// For some of the rule's groups, the share is an upper bound, since a payload may be in several.
  package func share(of keys: [FindingKey]) -> PayloadShare? {
    let shares = keys.compactMap { share(of: $0) }
    guard let key = keys.first, shares.count == keys.count, let whole = shares.first?.whole else {
      return nil
    }
    let sum = shares.reduce(0) { $0 + $1.part }
    return PayloadShare(min(sum, self[key.endpoint].rules[key.rule] ?? sum), of: whole)
  }
}
