/// How many payloads have a violation, of how many.
struct RowShare: Equatable, Sendable {
  let part: Int
  /// 0: what has no share, for it is not about single payloads.
  let whole: Int

  static let none = RowShare(part: 0, whole: 0)

  /// Returns the share of two endpoints together, which have no payload in common.
  static func + (left: RowShare, right: RowShare) -> RowShare {
    RowShare(part: left.part + right.part, whole: left.whole + right.whole)
  }

  /// Whether a larger share of the payloads has one, exact for any counts; none is 0 %.
  func isMore(than other: RowShare) -> Bool {
    let (left, right) = (
      part.multipliedFullWidth(by: max(1, other.whole)),
      other.part.multipliedFullWidth(by: max(1, whole))
    )
    return (left.high, left.low) > (right.high, right.low)
  }

  /// `12 of 60`; empty, if there is none.
  var text: String { whole == 0 ? "" : "\(part) of \(whole)" }
}
