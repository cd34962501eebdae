import Foundation

/// Two counts with their totals, one from each capture.
struct TwoSamples {
  var old: (count: Int, total: Int)
  var new: (count: Int, total: Int)

  /// The probability that counts differ this much, or more, if both samples are from one
  /// distribution. Fisher's exact test, two-sided by doubling the smaller tail (R. A. Fisher,
  /// “Statistical Methods for Research Workers”, §21.02).
  var probability: Double {
    guard old.total > 0, new.total > 0 else { return 1 }
    let (all, hits) = (old.total + new.total, old.count + new.count)
    let expected = Double(hits) * Double(old.total) / Double(all)
    // Away from the mean, the terms decrease.
    let step = Double(old.count) < expected ? -1 : 1
    let range = max(0, hits - new.total)...min(hits, old.total)
    var (count, sum) = (old.count, 0.0)
    var term = exp(logOfTerm(count, hits, all))
    while range.contains(count), term > sum * 1e-12 {
      sum += term
      term *= ratio(count, step, hits)
      count += step
    }
    return min(1, 2 * sum)
  }

  /// Returns the logarithm of the probability of a count in the old total.
  private func logOfTerm(_ count: Int, _ hits: Int, _ all: Int) -> Double {
    Self.logOfChoices(count, of: old.total) + Self.logOfChoices(hits - count, of: new.total)
      - Self.logOfChoices(hits, of: all)
  }

  private static func logOfChoices(_ count: Int, of total: Int) -> Double {
    lgamma(Double(total + 1)) - lgamma(Double(count + 1)) - lgamma(Double(total - count + 1))
  }

  /// Returns the ratio of the next count's probability to this one's.
  private func ratio(_ count: Int, _ step: Int, _ hits: Int) -> Double {
    let (own, other) = (Double(count), Double(hits - count))
    let (total, otherTotal) = (Double(old.total), Double(new.total))
    return step > 0
      ? (total - own) * other / ((own + 1) * (otherTotal - other + 1))
      : own * (otherTotal - other) / ((total - own + 1) * (other + 1))
  }
}
