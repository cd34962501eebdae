import CaptureSources

/// How many violations a check is ended by, and which of them count.
package struct ViolationLimit: Sendable {
  /// At least one.
  package var count: Int
  package var counts: @Sendable (CheckViolation) -> Bool

  package init(_ count: Int, _ counts: @escaping @Sendable (CheckViolation) -> Bool) {
    (self.count, self.counts) = (count, counts)
  }

  /// Where a check was ended: after the record of the violation that was the last to be counted.
  package struct Stop: Sendable {
    package var violation: CheckViolation
    /// How many there were.
    package var count: Int
  }
}

extension CaptureCheck {
  /// The place where a check was ended, by its line in the file; once all lines are counted that
  /// stand before it.
  package func place(of stop: ViolationLimit.Stop) -> ViolationPlace {
    let before = totals.lineCounts.linesBefore[stop.violation.order.record.item] ?? 0
    return stop.violation.location.moved(byLines: before)
  }
}
