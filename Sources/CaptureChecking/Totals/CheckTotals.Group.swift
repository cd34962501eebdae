package import ContractModel
import MappingEngine

extension CheckTotals {
  package struct GroupTotals: Codable, Sendable {
    package var severity: Severity
    package var count = 0
    /// How many payloads have such a violation.
    package var payloadCount = 0
    /// The first violations in the order of the capture, up to the number of examples.
    package internal(set) var examples: [CheckViolation] = []
    /// The values found instead of those that the contract admits.
    package internal(set) var values = GroupValues()

    /// - Returns: Whether to keep the violation as an example, since it is one of the first.
    mutating func note(
      _ severity: Severity, _ value: PayloadValue?, isFirstOfPayload: Bool,
      at order: RecordOrder, _ exampleCount: Int
    ) -> Bool {
      count += 1
      if let value { values.note(value) }
      if severity > self.severity { self.severity = severity }
      if isFirstOfPayload { payloadCount += 1 }
      guard exampleCount > 0, examples.count >= exampleCount else { return true }
      return order < examples[exampleCount - 1].order
    }

    mutating func keep(_ violation: CheckViolation, _ exampleCount: Int) {
      let place = examples.lastIndex { $0.order < violation.order }.map { $0 + 1 } ?? 0
      examples.insert(violation, at: place)
      if exampleCount > 0, examples.count > exampleCount { examples.removeLast() }
    }

    func adding(_ other: GroupTotals, _ exampleCount: Int) -> GroupTotals {
      var sum = self
      sum.count += other.count
      sum.payloadCount += other.payloadCount
      sum.severity = max(severity, other.severity)
      sum.values.merge(other.values)
      sum.examples = (examples + other.examples).sorted { $0.order < $1.order }
      if exampleCount > 0 { sum.examples.removeLast(max(0, sum.examples.count - exampleCount)) }
      return sum
    }

    func resolved(_ linesBefore: [ItemPlace: Int]) -> GroupTotals {
      var totals = self
      totals.examples = examples.map {
        $0.moved(byLines: linesBefore[$0.order.item] ?? 0)
      }
      return totals
    }
  }
}
