import JSONParsing

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

  /// Reads all items, and makes one result of what the workers have.
  ///
  /// - Parameters:
  ///   - start: What each worker begins with.
  ///   - read: Reads an item, whose place in the plan comes first.
  ///   - merge: Adds a worker's result to another's.
  package func result<Result: Sendable>(
    beginningWith start: @escaping @Sendable () -> Result,
    reading read:
      @escaping @Sendable (
        inout Result, Int, CaptureItem, inout CaptureReader
      ) -> Void,
    mergedBy merge: (_ own: inout Result, _ other: Result) -> Void
  ) -> Result {
    let claimed = Atomic(0)
    let work = { @Sendable [self] in
      var result = start()
      var reader = CaptureReader(format: format, limits: limits)
      (reader.packing, reader.maps, reader.isStopped) = (packing, plan.maps, isStopped)
      while !isStopped() {
        let number = claimed.add(1)
        guard number < plan.items.count else { break }
        releasingObjects { read(&result, number, plan.items[number], &reader) }
      }
      return result
    }
    return CaptureThreads.result(workerCount, of: work, mergedBy: merge)
  }
}
