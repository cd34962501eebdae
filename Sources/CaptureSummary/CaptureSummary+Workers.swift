package import CaptureSources

extension CaptureSummary {
  /// Summarizes a capture: the same summary, however many workers there are.
  package init(of reading: CaptureReading) {
    let claims = ItemClaims(count: reading.plan.items.count)
    let summaries = CaptureThreads.results(reading.workerCount) { Self.part(of: reading, claims) }
    self = summaries.dropFirst().reduce(into: summaries[0]) { $0.merge($1) }
    finish()
  }

  /// Summarizes the items that a worker claims.
  private static func part(of reading: CaptureReading, _ claims: ItemClaims) -> CaptureSummary {
    var summary = CaptureSummary()
    var reader = reading.reader(isStopped: reading.isStopped)
    while !reading.isStopped(), let number = claims.claim() {
      let item = reading.plan.items[number]
      let canStop = item.segment == nil
      let outcome = reader.read(item) { record, body in
        canStop && reading.isStopped() ? .stop : summary.add(record, body)
      }
      summary.note(outcome, of: item)
    }
    return summary
  }
}
