import CaptureChecking
package import CaptureSources

extension CaptureSummary {
  /// Summarizes a capture. The summary does not depend on the number of workers.
  package init(of reading: CaptureReading) {
    self = reading.result(
      beginningWith: { CaptureSummary() },
      reading: { summary, _, item, reader in
        let canStop = item.segment == nil
        reader.readsRequests = true
        let outcome = reader.read(item) { record, body in
          canStop && reading.isStopped() ? .stop : summary.add(record, body)
        }
        summary.inputs.note(outcome, of: item)
      },
      mergedBy: { $0.merge($1) })
    finish()
  }
}
