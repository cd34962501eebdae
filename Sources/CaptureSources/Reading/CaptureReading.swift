/// How a capture is read by several workers, each of which claims one item of it after another.
package struct CaptureReading: Sendable {
  package var plan: CapturePlan
  package var format = CaptureFormat.auto
  package var limits = CaptureLimits()
  /// How inputs may be packed.
  package var packing: InputPacking?
  /// At least one.
  package var jobCount = 1
  /// Whether the user has asked to stop: no more items are claimed, what has no segments is left
  /// where it is read, and segments are read to their ends, so that their lines can be counted.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(_ plan: CapturePlan) { self.plan = plan }

  /// How many workers have something to do.
  package var workerCount: Int { max(1, min(jobCount, plan.items.count)) }

  /// Returns the reader of a worker's items.
  package func reader(isStopped: @escaping @Sendable () -> Bool) -> CaptureReader {
    var reader = CaptureReader(format: format, limits: limits)
    (reader.packing, reader.isStopped) = (packing, isStopped)
    return reader
  }
}
