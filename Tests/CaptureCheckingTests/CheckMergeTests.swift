import CaptureChecking
import CaptureSources
import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("Checks of parts of a capture merge to the check of the whole")
struct CheckMergeTests {
  /// Runs a test with a random capture in two files, split into parts of a random size.
  private func withTrial(_ seed: UInt64, _ body: (CheckTrial, CheckTrial) throws -> Void) throws {
    var generator = SplitMix64(seed: seed)
    var capture = RandomCapture(seed: seed, isStrange: seed.isMultiple(of: 4))
    let files = ["a.ndjson": capture.text(400), "b.ndjson": capture.text(20)]
    var options = CheckOptions()
    options.exampleCount = [0, 1, 3][Int(seed % 3)]
    let size = Int.random(in: 100...4_000, using: &generator)
    try withFolder(files) { folder in
      let paths = files.keys.sorted().map { folder + "/" + $0 }
      try body(
        CheckTrial(paths, segmentByteCount: size, options: options),
        CheckTrial(paths, segmentByteCount: 1 << 30, options: options))
    }
  }

  @Test(
    "Merging is commutative and associative, and gives the result of the whole",
    .enabled(if: TestDepth.isFull), arguments: 0..<10)
  func laws(seed: UInt64) throws {
    try withTrial(seed) { trial, whole in
      var generator = SplitMix64(seed: seed)
      let checks = trial.plan.items.map(trial.check)
      let inOrder = trial.merged(checks)
      let expected = trial.text(inOrder)
      // Commutative: in a random order.
      #expect(trial.text(trial.merged(checks.shuffled(using: &generator))) == expected)
      // Associative: random groups are merged first.
      let groups = Dictionary(grouping: checks.indices) { _ in
        Int.random(in: 0..<5, using: &generator)
      }
      let merged = groups.values.map { group in trial.merged(group.map { checks[$0] }) }
      #expect(trial.text(trial.merged(merged)) == expected)
      // The empty check is a neutral element on either side.
      var right = inOrder
      right.merge(trial.empty)
      #expect(trial.text(right) == expected)
      // The whole: each file is read in one go.
      let one = whole.merged(whole.plan.items.map(whole.check))
      // At most 200 groups are kept apart.
      #expect((one.totals.unmatched.groups.count == 200) == seed.isMultiple(of: 4))
      #expect(trial.report(inOrder) == whole.report(one))
    }
  }

  @Test("Any number of workers gives the same result", arguments: [1, 2, 8], 30..<32)
  func workers(count: Int, seed: UInt64) throws {
    try withTrial(seed) { trial, whole in
      var workers = CheckWorkers(CaptureReading(trial.plan))
      workers.reading.jobCount = count
      let result = workers.run(trial.empty)
      #expect(result.itemCount == trial.plan.items.count)
      #expect(
        trial.report(result.check) == whole.report(whole.merged(whole.plan.items.map(whole.check))))
    }
  }

  @Test("A part survives writing and reading", .enabled(if: TestDepth.isFull), arguments: 40..<45)
  func roundTrip(seed: UInt64) throws {
    try withTrial(seed) { trial, _ in
      let checks = trial.plan.items.map(trial.check)
      var read = trial.empty
      for check in checks.reversed() {
        let text = check.part(trial.header)
        let part = try #require(try CheckPart.parts(in: text, of: "p").first)
        #expect(part.header == trial.header)
        var alone = trial.empty
        try part.add(to: &alone, firstInput: 0)
        #expect(alone.part(trial.header) == text)
        try part.add(to: &read, firstInput: 0)
      }
      #expect(trial.text(read) == trial.text(trial.merged(checks)))
      #expect(trial.report(read) == trial.report(trial.merged(checks)))
    }
  }

  @Test("Shards cover each part once, however many there are", arguments: [1, 2, 3, 7, 50])
  func shards(count: Int) throws {
    var capture = RandomCapture(seed: 60)
    try withFolder(["a.ndjson": capture.text(300), "b.ndjson": "{}\n", "c.ndjson": ""]) { folder in
      let paths = ["a", "b", "c"].map { "\(folder)/\($0).ndjson" }
      let whole = CheckTrial(paths, segmentByteCount: 1_000)
      let places = (0..<count).flatMap { index in
        let share = CaptureShare(index: index, count: count)
        return CheckTrial(paths, segmentByteCount: 1_000, share: share).plan.items.map(
          ItemPlace.init)
      }
      #expect(places.sorted() == whole.plan.items.map(ItemPlace.init))
      #expect(places.count > 20)
    }
  }

  @Test(
    "A damaged part neither traps nor has impossible counts", .enabled(if: TestDepth.isFull),
    arguments: 70..<72)
  func damaged(seed: UInt64) throws {
    try withTrial(seed) { trial, _ in
      var generator = SplitMix64(seed: seed)
      let check = trial.merged(trial.plan.items.map(trial.check))
      let text = check.part(trial.header)
      for _ in 0..<20 {
        let damaged = PartDamage.damaged(PartDamage.contents(of: text), using: &generator)
        guard let parts = try? CheckPart.parts(in: CheckPart.line(damaged), of: "p") else {
          continue
        }
        var read = trial.empty
        for part in parts + parts {
          do throws(PartError) {
            try part.add(to: &read, firstInput: 3)
          } catch {
            #expect(error.description == "p: the part is damaged")
          }
        }
        _ = try? PartAgreement.ordered(parts)
        #expect(!trial.report(read).unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      }
    }
  }

  /// Returns the part of a check with other contents.
  private func part(
    of check: CaptureCheck, _ trial: CheckTrial, replacing old: String, with new: String
  ) throws -> [CheckPart] {
    let text = String(
      decoding: PartDamage.contents(of: check.part(trial.header)), as: UTF8.self)
    let changed = text.replacing(old, with: new)
    #expect(changed != text, "\(old)")
    return try CheckPart.parts(in: CheckPart.line(Array(changed.utf8)), of: "p")
  }

  @Test("A part with any changed byte is rejected")
  func digest() throws {
    try withTrial(75) { trial, _ in
      let text = trial.check(trial.plan.items[0]).part(trial.header)
      for index in stride(from: 0, to: text.count - 1, by: text.count / 200) {
        var changed = text
        changed[index] ^= 1
        #expect(throws: PartError.self) { try CheckPart.parts(in: changed, of: "p") }
      }
    }
  }

  @Test(
    "Impossible counts are rejected, even with a matching digest", .enabled(if: TestDepth.isFull),
    arguments: [
      (#""filteredCount":0"#, #""filteredCount":-1"#),
      (#""filteredCount":0"#, #""filteredCount":1.5"#),
      (#""filteredCount":0"#, #""filteredCount":9223372036854775807"#),
      (#""filteredCount":0"#, #""filteredCount":4503599627370497"#),
      (#"{"contract":0,"number":0}"#, #"{"contract":0,"number":9}"#),
      (#"{"contract":0,"number":0}"#, #"{"contract":1,"number":0}"#),
      (#""line":1"#, #""line":999"#),
      (#""constants":[{"#, #""constants":[{},{"#), (#""tallies":[{"#, #""tallies":[null,{"#),
      (#""rule":"wrong-type""#, #""rule":"right-type""#), (#""range":[0,"#, #""range":[0,9999,"#),
    ])
  func hostile(old: String, new: String) throws {
    try withTrial(75) { trial, _ in
      let check = trial.merged(trial.plan.items.map(trial.check))
      let error = #expect(throws: PartError.self) {
        var read = trial.empty
        for part in try part(of: check, trial, replacing: old, with: new) {
          try part.add(to: &read, firstInput: 0)
        }
      }
      #expect(error?.description == "p: the part is damaged")
      #expect(error?.hint == "write it again")
    }
  }

  @Test("Parts with an excessive sum of counts are rejected")
  func sum() throws {
    try withTrial(75) { trial, _ in
      let check = trial.check(trial.plan.items[0])
      let parts = try part(
        of: check, trial, replacing: #""filteredCount":0"#,
        with: #""filteredCount":4503599600000000"#)
      let error = #expect(throws: PartError.self) { try PartAgreement.ordered(parts + parts) }
      #expect(error?.description == "p: the counts are more than a capture has")
    }
  }
}
