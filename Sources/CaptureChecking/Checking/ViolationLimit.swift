import CaptureSources

/// The number of violations that ends a check, and which violations count.
package struct ViolationLimit: Sendable {
  /// At least one.
  package var count: Int
  package var counts: @Sendable (CheckViolation) -> Bool

  package init(_ count: Int, _ counts: @escaping @Sendable (CheckViolation) -> Bool) {
    (self.count, self.counts) = (count, counts)
  }
}

extension CaptureCheck {
  /// Returns the place of a violation, with its line in the file. All lines before it must have been
  /// counted.
  package func place(of found: CheckViolation) -> ViolationPlace {
    found.location.moved(byLines: totals.inputs.linesBefore[found.order.item] ?? 0)
  }
}
