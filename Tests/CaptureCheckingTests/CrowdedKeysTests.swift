import CaptureChecking
import CaptureSources
import ContractModel
import Foundation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("Too many unknown or duplicate keys at one position form one group")
struct CrowdedKeysTests {
  /// Returns a key with so many letters that it does not look like an identity.
  private static func key(_ number: Int) -> String {
    "k"
      + String(String(number).unicodeScalars.map { Character(UnicodeScalar(UInt8($0.value) + 49)) })
  }

  /// Returns the keys of users: one to three of `keyCount` keys each, and sometimes one that looks
  /// like data.
  private static func users(_ keyCount: Int, seed: UInt64) -> [Set<String>] {
    var generator = SplitMix64(seed: seed)
    return (0..<keyCount).map { number in
      var keys: Set = [key(number)]
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        keys.insert(key(Int.random(in: 0..<keyCount, using: &generator)))
      }
      if number.isMultiple(of: 7) { keys.insert("ann\(number)@example.org") }
      return keys
    }
  }

  private func text(_ users: [Set<String>]) -> String {
    users.enumerated().map { number, keys in
      let members = keys.sorted().map { #","\#($0)":1"# }.joined()
      return
        #"{"method":"GET","url":"/users/\#(number)","status":200,"body":{"id":\#(number)\#(members)}}"#
    }.joined(separator: "\n")
  }

  /// Returns each group of a rule: its key, its count, and the number of payloads with it.
  private func groups(_ check: CaptureCheck, of rule: RuleID = .unknownKey) -> Set<String> {
    let found = check.totals.groups.filter { $0.key.rule == rule }.map { key, totals in
      "\(key.key?.text ?? "-") \(totals.count) \(totals.payloadCount)"
    }
    #expect(Set(found).count == found.count)
    return Set(found)
  }

  /// Returns the expected `groups`, counted by hand.
  private func expected(_ users: [Set<String>]) -> Set<String> {
    func isData(_ key: String) -> Bool { key.contains("@") }
    let names = Set(users.joined())
    guard names.filter({ !isData($0) }).count + 1 <= 200 else {
      return ["{key} \(users.map(\.count).reduce(0, +)) \(users.count)"]
    }
    let words = names.filter { !isData($0) }.map { name in
      let count = users.filter { $0.contains(name) }.count
      return "\(name) \(count) \(count)"
    }
    let count = users.filter { $0.contains(where: isData) }.count
    return Set(words + ["{key} \(count) \(count)"])
  }

  @Test("Duplicate keys of a position are distinguished up to a limit", arguments: [200, 201])
  func duplicates(keyCount: Int) throws {
    let lines = (0..<keyCount).map { number in
      let key = Self.key(number)
      return
        #"{"method":"GET","url":"/users/1","status":200,"body":{"id":1,"\#(key)":1,"\#(key)":2}}"#
    }
    try withFolder(["a.ndjson": lines.joined(separator: "\n")]) { folder in
      let trial = CheckTrial([folder + "/a.ndjson"], segmentByteCount: 4_000)
      let found = groups(trial.merged(trial.plan.items.map(trial.check)), of: .duplicateKey)
      let each = Set((0..<keyCount).map { "\(Self.key($0)) 1 1" })
      #expect(found == (keyCount > 200 ? ["{key} \(keyCount) \(keyCount)"] : each))
    }
  }

  @Test(
    "The group depends neither on the order nor on the workers", .enabled(if: TestDepth.isFull),
    arguments: [199, 200, 201, 450], 0..<2 as Range<UInt64>)
  func counts(keyCount: Int, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let users = Self.users(keyCount, seed: seed)
    try withFolder(["a.ndjson": text(users)]) { folder in
      let size = Int.random(in: 500...9_000, using: &generator)
      let trial = CheckTrial([folder + "/a.ndjson"], segmentByteCount: size)
      let whole = CheckTrial([folder + "/a.ndjson"], segmentByteCount: 1 << 30)
      let checks = trial.plan.items.map(trial.check)
      #expect(checks.count > 1)
      let one = whole.merged(whole.plan.items.map(whole.check))
      #expect(groups(one) == expected(users))
      let merged = trial.merged(checks.shuffled(using: &generator))
      #expect(groups(merged) == expected(users))
      #expect(trial.report(merged) == whole.report(one))
      // Through parts that were written and read.
      var read = trial.empty
      for check in checks {
        let bytes = check.part(trial.header)
        let part = try #require(try CheckPart.parts(in: bytes, of: "p").first)
        try part.add(to: &read, firstInput: 0)
      }
      #expect(trial.text(read) == trial.text(merged))
    }
  }
}
