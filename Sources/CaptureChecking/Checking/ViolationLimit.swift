import CaptureSources

/// The number of violations that ends a check, and which violations count.
package struct ViolationLimit: Sendable {
  /// At least one.
  package var count: Int
  package var counts: @Sendable (CheckViolation) -> Bool

  package init(_ count: Int, _ counts: @escaping @Sendable (CheckViolation) -> Bool) {
    (self.count, self.counts) = (count, counts)
  }

  /// Where a check was ended: after the record of the last violation that counted.
  package struct Stop: Sendable {
    package var violation: CheckViolation
    /// How many violations counted.
    package var count: Int
  }
}

extension CaptureCheck {
  /// Returns the place where a check was ended, with its line in the file. All lines before it must
  /// have been counted.
  package func place(of stop: ViolationLimit.Stop) -> ViolationPlace {
    let before = totals.inputs.linesBefore[stop.violation.order.item] ?? 0
    return stop.violation.location.moved(byLines: before)
  }
}
