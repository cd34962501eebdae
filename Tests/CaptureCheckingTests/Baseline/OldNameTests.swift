import CaptureChecking
import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("A baseline of version 1 names keys of payloads by their last names")
struct OldNameTests {
  private func group(_ key: String, _ rule: RuleID = .unknownKey) -> GroupIdentity {
    GroupIdentity(
      contract: "shop", endpoint: "GET /users", rule: rule, mapping: "User", key: MemberName(key))
  }

  private func dated(_ keys: [String], _ rule: RuleID = .unknownKey, version: Int = 1)
    throws -> DatedBaseline
  {
    let day = try #require(CivilDate("2027-01-01"))
    let entries = keys.map {
      Baseline.Entry(group: group($0, rule), reason: "API-7", expires: day, count: 1)
    }
    let text = Baseline(entries).text.replacing("\"baseline\": 2", with: "\"baseline\": \(version)")
    let reader = BaselineReader(Array(text.utf8))
    #expect(reader.mistakes == [])
    return DatedBaseline(reader.baseline, on: day, file: "b.json")
  }

  @Test(
    "A key is accepted by the end of its path",
    arguments: [
      ("id", "repo.id", true), ("id", "a.b.id", true), ("id", "id", true),
      ("a.b", #"meta.a\.b"#, true), ("a.b", "a.b", true), ("repo.id", "repo.id", true),
      ("id", "repo.idx", false), ("id", "repoid", false), ("repo", "repo.id", false),
    ])
  func matches(old: String, new: String, isAccepted: Bool) throws {
    for rule in [RuleID.unknownKey, .nearKey, .keyCase, .duplicateKey] {
      let baseline = try dated([old], rule)
      #expect((baseline.standing(of: group(new, rule)) != nil) == isAccepted)
    }
    // Version 2, and the lines of the contract, use the names unchanged.
    #expect((try dated([old], version: 2).standing(of: group(new)) != nil) == (old == new))
    let line = try dated([old], .missingKey).standing(of: group(new, .missingKey))
    #expect((line != nil) == (old == new))
  }

  @Test("An entry is not stale while a group has its old name, and is written with the new ones")
  func renewed() throws {
    let baseline = try dated(["id", "gone"])
    var findings = DatedBaseline.Findings(found: [group("repo.id"), group("owner.id")]) { _ in true
    }
    findings.shares[group("repo.id")] = PayloadShare(3, of: 20)
    #expect(baseline.review(findings).stale.map(\.group) == [group("gone")])
    let renewal = baseline.renewed(
      accepting: [:], findings, reason: "new", expires: baseline.day)
    #expect(
      renewal.baseline.baseline.entries.map { "\($0.group.key) \($0.upTo ?? 0) \($0.reason)" } == [
        "owner.id 0 API-7", "repo.id 20 API-7",
      ])
    #expect((renewal.newCount, renewal.keptCount, renewal.staleCount) == (0, 2, 1))
  }

  @Test(
    "A share is rounded up to a step, and compared exactly",
    arguments: [
      (0, 10, 1), (1, 100, 1), (101, 10_000, 2), (1, 69, 2), (5, 100, 5), (51, 1_000, 10),
      (1, 5, 20), (201, 1_000, 50), (1, 2, 50), (501, 1_000, 100), (1, 1, 100), (0, 0, 1),
      (1 << 50, 1 << 50, 100),
    ])
  func steps(part: Int, whole: Int, step: Int) {
    let share = PayloadShare(part, of: whole)
    #expect(share.step == step && share.isAtMost(percent: step))
  }
}
