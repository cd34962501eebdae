import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("A check that reaches its limit of violations has read all records before the limit")
struct ViolationLimitTests {
  /// Records the output, in order.
  private final class Transcript: CheckWorkers.Output {
    let lines = Mutex<[String]>([])

    func take(_ found: CheckViolation, of number: Int) {
      let line = "\(number) \(found.location) \(found.order) \(found.violation.message)"
      lines.withLock { $0.append(line) }
    }

    func end(_ number: Int) {}
  }

  /// A limit that counts only errors.
  private func limit(_ count: Int) -> ViolationLimit {
    ViolationLimit(count) { $0.severity == .error }
  }

  /// Returns the check of a trial up to the record that reaches the limit, and that record.
  private func serial(_ trial: CheckTrial, upTo limit: Int) -> (CaptureCheck, stop: RecordOrder?) {
    var (check, reader) = (trial.empty, CaptureReader(format: .exchanges))
    var (count, last, stop): (Int, RecordOrder?, RecordOrder?) = (0, nil, nil)
    reader.readsRequests = true
    for item in trial.plan.items where stop == nil {
      check.begin(ItemPlace(item))
      let outcome = reader.read(item) { record, body in
        let answer = check.check(record, body) { found in
          if found.severity == .error { (count, last) = (count + 1, found.order) }
        }
        guard count >= limit, !record.isRequest else { return answer }
        stop = last
        return .stop
      }
      check.totals.inputs.note(outcome, of: item)
    }
    return (check, stop)
  }

  @Test(
    "The check ends after the record with the last violation of the limit",
    .enabled(if: TestDepth.isFull), arguments: 0..<1,
    [1, 2, 8])
  func stops(seed: UInt64, jobs: Int) throws {
    var (capture, random) = (RandomCapture(seed: seed), SplitMix64(seed: seed))
    let files = ["a.ndjson": capture.text(200), "b.ndjson": capture.text(3), "c.ndjson": ""]
    try withFolder(files) { folder in
      let paths = ["a", "b", "c", "b", "a"].map { "\(folder)/\($0).ndjson" }
      let trial = CheckTrial(paths, segmentByteCount: 1_500)
      #expect(trial.plan.items.count > 10)
      for count in [1, 2, Int.random(in: 3..<60, using: &random), 100_000] {
        let expected = serial(trial, upTo: count)
        var run = CheckWorkers(CaptureReading(trial.plan))
        run.reading.jobCount = jobs
        let progress = CheckProgress()
        (run.limit, run.progress) = (limit(count), progress)
        let transcript = Transcript()
        let result = run.run(trial.empty, transcript)
        #expect(progress.counts.recordCount == result.check.totals.recordCount)
        #expect(progress.counts.violationCount == expected.0.totals.foundCount)
        #expect(trial.report(result.check) == trial.report(expected.0))
        #expect(trial.report(run.run(trial.empty).check) == trial.report(expected.0))
        #expect(result.stop?.order == expected.stop)
        #expect((result.stop == nil) == (count == 100_000))
        // Every violation up to the record, in order, and none after it.
        let all = Transcript()
        run.limit = limit(100_000)
        _ = run.run(trial.empty, all)
        let lines = transcript.lines.withLock { $0 }
        let whole = all.lines.withLock { $0 }
        #expect(Array(whole.prefix(lines.count)) == lines)
        #expect(lines.count == whole.count || result.stop != nil)
      }
    }
  }

  @Test(
    "Nothing is counted after the record that reaches the limit, in any item",
    .enabled(if: TestDepth.isFull))
  func exactCount() throws {
    let line = #"{"method":"GET","url":"/users/1","status":200,"body":{"id":null,"name":1}}"# + "\n"
    try withFolder(["a.ndjson": String(repeating: line, count: 500)]) { folder in
      for jobs in [1, 2, 8] {
        for count in [1, 2, 3, 399, 400, 999, 1_000] {
          let trial = CheckTrial(["\(folder)/a.ndjson"], segmentByteCount: 1_000)
          var run = CheckWorkers(CaptureReading(trial.plan))
          (run.reading.jobCount, run.limit) = (jobs, limit(count))
          let result = run.run(trial.empty)
          // Each line has two errors.
          #expect(result.check.totals.recordCount == (count + 1) / 2)
          let place = try #require(result.stop.map(result.check.place))
          #expect(place.record == .line((count + 1) / 2))
        }
      }
    }
  }

  @Test("An interrupted check ends with whole items only")
  func interrupted() throws {
    var capture = RandomCapture(seed: 9)
    try withFolder(["a.ndjson": capture.text(300)]) { folder in
      let trial = CheckTrial(["\(folder)/a.ndjson"], segmentByteCount: 1_000)
      for jobs in [1, 4] {
        let calls = Atomic(0)
        var run = CheckWorkers(CaptureReading(trial.plan))
        (run.reading.jobCount, run.limit) = (jobs, limit(100_000))
        run.reading.isStopped = { calls.add(1) >= 20 }
        let result = run.run(trial.empty)
        #expect(result.stop == nil && result.itemCount < trial.plan.items.count)
        let expected = trial.merged(trial.plan.items.prefix(result.itemCount).map(trial.check))
        #expect(trial.text(result.check) == trial.text(expected))
      }
    }
  }
}
