package import ContractModel

/// A part of payloads: of one endpoint, where nothing else is said.
///
/// No count is so large that a hundred times as much were too large a number (`CheckPart.largestSum`).
package struct PayloadShare: Sendable, Equatable {
  package var part: Int
  package var whole: Int

  /// - Parameters:
  ///   - part: Zero or more.
  ///   - whole: As many as the part at least; fewer are taken for as many.
  package init(_ part: Int, of whole: Int) { (self.part, self.whole) = (part, max(part, whole)) }

  /// That of what is not about single payloads.
  package static let none = PayloadShare(0, of: 0)

  /// Returns the share of two endpoints together, which have no payload in common.
  package static func + (left: PayloadShare, right: PayloadShare) -> PayloadShare {
    PayloadShare(left.part + right.part, of: left.whole + right.whole)
  }

  /// Whether it is the larger one, exact for any counts; none is 0 %.
  package func isMore(than other: PayloadShare) -> Bool {
    let (left, right) = (
      part.multipliedFullWidth(by: max(1, other.whole)),
      other.part.multipliedFullWidth(by: max(1, whole))
    )
    return (left.high, left.low) > (right.high, right.low)
  }

  /// Whether it is this many percent at most, exactly.
  package func isAtMost(percent: Int) -> Bool {
    part * 100 <= percent * whole
  }

  /// The steps that shares are rounded up to, in percent.
  private static let steps = [1, 2, 5, 10, 20, 50, 100]

  /// The first of 1, 2, 5, 10, 20, 50 and 100 percent that is as much at least.
  package var step: Int { Self.steps.first { isAtMost(percent: $0) } ?? 100 }
}

extension PayloadShare: CustomStringConvertible {
  /// `12 of 60`; empty, if there is none.
  package var description: String { whole == 0 ? "" : "\(part) of \(whole)" }
}

/// How many payloads of an endpoint may break a rule: `wrong-type=5%`, `wrong-type=3`.
package struct Tolerance: Sendable, Equatable {
  package enum Limit: Sendable, Equatable {
    case percent(Int)
    case count(Int)
  }

  package var rule: RuleID
  package var limit: Limit

  package init(_ rule: RuleID, _ limit: Limit) { (self.rule, self.limit) = (rule, limit) }

  package func admits(_ share: PayloadShare) -> Bool { limit.admits(share) }
}

extension Tolerance.Limit {
  package func admits(_ share: PayloadShare) -> Bool {
    switch self {
    case .percent(let percent): share.isAtMost(percent: percent)
    case .count(let count): share.part <= count
    }
  }
}

extension Tolerance.Limit: CustomStringConvertible {
  /// `5 %`, or `3`.
  package var description: String {
    switch self {
    case .percent(let percent): "\(percent) %"
    case .count(let count): "\(count)"
    }
  }
}

extension CheckTotals {
  /// How many of the payloads have a violation of a group; `nil`, if it is about all of them.
  package func share(of key: GroupKey) -> PayloadShare? {
    guard let group = violations[key] else { return nil }
    let payloadCount = endpoints[key.endpoint]?.payloadCount ?? 0
    switch key.rule {
    case .unmatchedEndpoint: return unmatchedShare
    // They are no payloads of the endpoint, as it does not describe them.
    case .unexpectedStatus:
      return PayloadShare(group.payloadCount, of: payloadCount + group.payloadCount)
    // What two payloads say is told of the second: one a mention at most.
    case .identityConflict where group.payloadCount == 0:
      return PayloadShare(group.count, of: self.payloadCount(ofContract: key.endpoint.contract))
    default:
      return group.payloadCount > 0 ? PayloadShare(group.payloadCount, of: payloadCount) : nil
    }
  }

  /// The records that no endpoint describes, of all that were taken.
  package var unmatchedShare: PayloadShare {
    PayloadShare(unmatched.count, of: recordCount - filteredCount)
  }

  private func payloadCount(ofContract number: Int) -> Int {
    endpoints.reduce(0) { $0 + ($1.key.contract == number ? $1.value.payloadCount : 0) }
  }

  /// How many payloads of an endpoint break a rule in one of some groups of it.
  ///
  /// Of some of the rule's groups, it is as many as there can be: a payload may have two of them.
  package func share(of keys: [GroupKey]) -> PayloadShare? {
    let shares = keys.compactMap { share(of: $0) }
    guard let key = keys.first, shares.count == keys.count, let whole = shares.first?.whole else {
      return nil
    }
    let sum = shares.reduce(0) { $0 + $1.part }
    return PayloadShare(min(sum, endpoints[key.endpoint]?.rules[key.rule] ?? sum), of: whole)
  }
}
