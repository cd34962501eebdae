import ContractModel
import JSONParsing

extension GenerationPlanBuilder {
  /// How many days from 2000-01-01 on a pattern's dates are drawn from: a leap day among them.
  private static let dayCount = 400

  mutating func date(_ type: ScalarType) -> PlanNode {
    var node = PlanNode(.date)
    switch type.coercions.first {
    case .seconds: node.table = -1
    case .milliseconds: node.table = -2
    case .textSeconds: (node.table, node.way) = (-1, .quoted)
    case .textMilliseconds: (node.table, node.way) = (-2, .quoted)
    case .datePattern(let pattern, _): node.table = dateTable(pattern) + 1
    default: node.table = 0
    }
    let (low, high) = Self.bounds(of: node.table)
    (node.low, node.high) = (UInt64(bitPattern: low), UInt64(bitPattern: high))
    return node
  }

  /// In seconds since 1970, so that the year has four digits wherever the zone is; of a pattern, in
  /// days.
  private static func bounds(of style: Int32) -> (Int64, Int64) {
    switch style {
    case 0: (-62_135_500_000, 253_402_200_000)
    case -1: (0, 4_102_444_800)
    case -2: (0, 4_102_444_800_000)
    default: (0, Int64(dayCount - 1))
    }
  }

  /// The canonical dates of a pattern, which the contract's model writes.
  private mutating func dateTable(_ pattern: String) -> Int32 {
    let count = CountRange(lower: Self.dayCount, upper: nil)
    let written = NumberRange(lower: JSONNumber("\(Self.dayCount)"), upper: nil)
    let day = ValueRule(.scalar(ScalarType(.date, [.datePattern(pattern)])))
    let days = ValueRule(
      .array(of: day), constraints: [Located(.count(count, written: written))])
    let start = plan.dateTokens.count
    let payload = contract.canonicalPayload(of: days)
    for date in payload?.root.elements.map({ $0.rawText }) ?? [] {
      plan.dateTokens.append(token(String(date)))
    }
    plan.dateTables.append(PlanRange(start..<plan.dateTokens.count))
    return Int32(plan.dateTables.count - 1)
  }
}
