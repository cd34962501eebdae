package import CaptureSources

/// Summarizes a capture with several workers, each of which claims one item of it after another.
package struct SummaryWorkers: Sendable {
  package var plan: CapturePlan
  package var format = CaptureFormat.auto
  package var limits = CaptureLimits()
  /// How inputs may be packed.
  package var packing: InputPacking?
  /// At least one.
  package var jobCount = 1
  /// Whether the user has asked to stop: no more items are claimed.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(_ plan: CapturePlan) { self.plan = plan }

  /// - Returns: The same summary, however many workers there are.
  package func run() -> CaptureSummary {
    let claims = ItemClaims(count: plan.items.count)
    let summaries = CaptureThreads.results(max(1, min(jobCount, plan.items.count))) { work(claims) }
    var merged = summaries.dropFirst().reduce(into: summaries[0]) { $0.merge($1) }
    merged.finish()
    return merged
  }

  private func work(_ claims: ItemClaims) -> CaptureSummary {
    var summary = CaptureSummary()
    var reader = CaptureReader(format: format, limits: limits)
    (reader.packing, reader.isStopped) = (packing, isStopped)
    while !isStopped(), let number = claims.claim() {
      let item = plan.items[number]
      let outcome = reader.read(item) { isStopped() ? .stop : summary.add($0, $1) }
      summary.note(outcome, of: item)
    }
    return summary
  }
}
