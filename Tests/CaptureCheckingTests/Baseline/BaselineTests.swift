import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import CaptureChecking

@Suite("A baseline accepts its groups until their last day")
struct BaselineTests {
  private static let today = CivilDate("2026-11-21") ?? .last

  private func group(_ key: String, _ rule: RuleID = .missingKey) -> GroupIdentity {
    GroupIdentity(
      contract: "shop", endpoint: "GET /users", rule: rule, mapping: "User", key: MemberName(key))
  }

  private func entry(_ key: String, until day: String, _ reason: String = "why") -> Baseline.Entry {
    Baseline.Entry(
      group: group(key), reason: reason, expires: CivilDate(day) ?? .last, count: 3, upTo: 20)
  }

  private func dated(_ entries: [Baseline.Entry]) -> Baseline {
    Baseline(entries, on: Self.today, file: "b.json")
  }

  // MARK: - Judging

  @Test("An entry is in force on its last day, and not on the next")
  func lastDay() {
    let entries = ["2026-11-20", "2026-11-21", "2026-11-22"].map { entry($0, until: $0) }
    let baseline = dated(entries)
    #expect(
      entries.map { baseline.standing(of: $0.group)?.kind } == [.expired, .accepted, .accepted])
    #expect(entries.map { baseline.standing(of: $0.group)?.entry } == entries)
    #expect(baseline.standing(of: group("other")) == nil)
    #expect(baseline.standing(of: group("2026-11-22", .nullValue)) == nil)
  }

  @Test("An entry is in force, expired, stale or unchecked")
  func review() {
    let keys = ["found", "found, over", "gone", "gone, over", "unseen", "unseen, over"]
    let entries = keys.map { entry($0, until: $0.hasSuffix("over") ? "2026-01-01" : "2027-01-01") }
    let findings = Baseline.Findings(found: [group("found"), group("found, over")]) {
      $0.key.text.hasPrefix("gone")
    }
    let review = dated(entries).review(findings)
    #expect(review.expired.map(\.group.key) == ["found, over"])
    #expect(review.stale.map(\.group.key) == ["gone", "gone, over"])
    #expect(review.unchecked.map(\.group.key) == ["unseen", "unseen, over"])
  }

  @Test("A rewritten baseline keeps needed, renews expired, and drops stale entries")
  func renewal() {
    let old = ["kept", "over", "gone", "unseen, over", "no failure any more, over"].map {
      entry($0, until: $0.hasSuffix("over") ? "2026-01-01" : "2027-01-01", "old")
    }
    let failing = ["kept", "over", "new"].map { group($0) }
    let found = Set(failing + [group("no failure any more, over")])
    let renewal = dated(old).renewed(
      accepting: [failing[0]: 7, failing[1]: 8, failing[2]: 9],
      Baseline.Findings(found: found) { $0.key == "gone" }, reason: "new",
      expires: CivilDate("2027-02-19") ?? .last)
    let entries = renewal.baseline.entries
    #expect(
      entries.map { "\($0.group.key) \($0.reason) \($0.expires.text) \($0.count ?? -1)" } == [
        "kept old 2027-01-01 3", "new new 2027-02-19 9",
        "no failure any more, over old 2026-01-01 3", "over new 2027-02-19 8",
        "unseen, over old 2026-01-01 3",
      ])
    #expect((renewal.newCount, renewal.keptCount, renewal.staleCount) == (2, 3, 1))
  }

  // MARK: - The file

  @Test("Entries are sorted, have a member per line, and are read back")
  func text() {
    let baseline = dated([
      entry("b", until: "2027-01-01"),
      Baseline.Entry(
        group: GroupIdentity(
          contract: "shop", endpoint: "GET /users", rule: .emptyBody, mapping: "", key: ""),
        reason: "é \u{202e}\"\n", expires: CivilDate("2027-01-02") ?? .last),
    ])
    #expect(
      baseline.text == """
        {
          "baseline": 2,
          "entries": [
            {
              "contract": "shop",
              "endpoint": "GET /users",
              "rule": "empty-body",
              "reason": "é \\u202E\\"\\n",
              "expires": "2027-01-02",
              "fingerprint": "\(baseline.entries[0].group.fingerprint)"
            },
            {
              "contract": "shop",
              "endpoint": "GET /users",
              "rule": "missing-key",
              "mapping": "User",
              "key": "b",
              "reason": "why",
              "expires": "2027-01-01",
              "count": 3,
              "upTo": "20%",
              "fingerprint": "\(baseline.entries[1].group.fingerprint)"
            }
          ]
        }

        """)
    let reader = BaselineReader(Array(baseline.text.utf8))
    #expect(reader.mistakes == [] && reader.entries == baseline.entries)
  }

  @Test("The text of a baseline does not depend on the order of entries", arguments: 0..<20)
  func anyEntries(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let texts = ["", "a", "b", "é", "e\u{301}", "\u{0}", "a.b", "\"\\", "\u{1b}[2J", "😀", "</x>"]
    var entries: [GroupIdentity: Baseline.Entry] = [:]
    for _ in 0..<Int.random(in: 0..<30, using: &random) {
      func text() -> MemberName { MemberName(texts.randomElement(using: &random) ?? "") }
      let group = GroupIdentity(
        contract: text(), endpoint: text(),
        rule: RuleID.allCases.randomElement(using: &random) ?? .missingKey, mapping: text(),
        key: text())
      entries[group] = Baseline.Entry(
        group: group, reason: "r" + text().text,
        expires: CivilDate(daysSince1970: Int.random(in: -719_528...2_932_896, using: &random)),
        count: Bool.random(using: &random) ? Int.random(in: 0..<1 << 60, using: &random) : nil,
        upTo: Bool.random(using: &random) ? Int.random(in: 1...100, using: &random) : nil)
    }
    let baseline = dated(Array(entries.values))
    let reader = BaselineReader(Array(baseline.text.utf8))
    #expect(reader.mistakes == [])
    #expect(reader.entries == baseline.entries && dated(reader.entries).text == baseline.text)
    #expect(dated(entries.values.shuffled(using: &random)).text == baseline.text)
  }

  @Test("A damaged baseline is read or rejected, and never accepts another group")
  func damage() {
    let baseline = dated(["a", "b"].map { entry($0, until: "2027-01-01") })
    let bytes = Array(baseline.text.utf8)
    var random = SplitMix64(seed: 5)
    for index in bytes.indices.dropLast() {
      let cut = BaselineReader(Array(bytes[..<index]))
      #expect(!cut.mistakes.isEmpty && cut.entries.isEmpty)
      var changed = bytes
      changed[index] = UInt8.random(in: .min ... .max, using: &random)
      let reader = BaselineReader(changed)
      #expect(reader.mistakes.isEmpty || reader.entries.isEmpty)
      for entry in reader.entries {
        #expect(baseline[entry.group] != nil, "\(index)")
      }
    }
  }

  @Test(
    "Each error of a file is reported with its position and a suggestion",
    arguments: [
      ("", "0 expected a value, found an empty text at offset 0"),
      ("[]", "0 this is no baseline (--write-baseline FILE writes one)"),
      ("{}", "0 \"baseline\" is missing (--write-baseline FILE writes a baseline)"),
      (#"{"baseline":2}"#, "0 \"entries\" is missing"),
      (#"{"baseline":1}"#, "12 the baseline is of version \"1\", not of 2"),
      (#"{"baseline":3}"#, "12 the baseline is of version \"3\", not of 2"),
      (
        #"{"baseline":2,"entries":[],"entires":[]}"#,
        "27 unknown member \"entires\" (did you mean \"entries\"?)"
      ),
      (#"{"baseline":2,"entries":[],"entries":[]}"#, "27 \"entries\" is there twice"),
      (#"{"baseline":2,"entries":{}}"#, "24 expected a list"),
      (#"{"baseline":2,"entries":[1]}"#, "25 expected an object"),
    ])
  func fileMistakes(text: String, mistake: String) {
    let reader = BaselineReader(Array(text.utf8))
    #expect(reader.mistakes.map(shown) == [mistake])
    #expect(reader.entries.isEmpty)
  }

  @Test("All errors of entries are reported at once")
  func entryMistakes() {
    let good = dated([entry("b", until: "2027-01-01")]).entries[0].group.fingerprint
    let rest = #""contract":"shop","endpoint":"GET /users","mapping":"User","key":"b""#
    let end = #""fingerprint":"\#(good)""#
    let entries = [
      #"{\#(rest),"rule":"missing-kye","reason":"r","expires":"2027-01-01",\#(end)}"#,
      #"{\#(rest),"rule":"missing-key","reason":" ","expires":"2027-02-30",\#(end)}"#,
      #"{\#(rest),"rule":"null-value","reason":"r","expires":"2027-01-01",\#(end)}"#,
      #"{\#(rest),"rule":"missing-key","reson":"r","expires":5,"count":-1,\#(end)}"#,
      #"{\#(rest),"rule":"missing-key","reason":"r","expires":"2027-01-01"}"#,
      #"{\#(rest),"rule":"missing-key","reason":"r","expires":"2027-01-01",\#(end)}"#,
      #"{\#(rest),"rule":"missing-key","reason":"r","expires":"2027-01-01",\#(end)}, // again"#,
      #"{\#(rest),"rule":"missing-key","reason":"r","expires":"2027-01-01","upTo":20,\#(end)}"#,
      #"{\#(rest),"rule":"missing-key","reason":"r","expires":"2027-01-01","upTo":"101%",\#(end)}"#,
    ]
    let text = "{\"baseline\":2,\"entries\":[\n\(entries.joined(separator: ",\n"))\n]}"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let mistakes = BaselineReader(Array(text.utf8)).mistakes.map { mistake in
      let position = TextPosition(offset: mistake.range.lowerBound, in: Array(text.utf8))
      let marked = lines[position.line - 1].dropFirst(position.column - 1)
        .prefix(mistake.range.count)
      return "\(position.line) \(marked) \(shown(mistake).drop { $0 != " " }.dropFirst())"
    }
    #expect(
      mistakes == [
        #"2 "missing-kye" unknown rule "missing-kye" (did you mean "missing-key"?)"#,
        #"3 " " the reason is empty"#,
        #"3 "2027-02-30" expected a day such as "2027-01-31", found "2027-02-30""#,
        #"4 "\#(good)" the fingerprint is not that of what the entry names (if the names are right, it is "\#(group("b", .nullValue).fingerprint)")"#,
        #"5 { "reason" is missing"#,
        #"5 "reson" unknown member "reson" (did you mean "reason"?)"#,
        "5 5 expected a text",
        "5 -1 expected a count",
        #"6 { "fingerprint" is missing (that of this entry is "\#(good)")"#,
        #"7 { the group is there twice: GET /users: missing-key User.b"#,
        #"8 { the group is there twice: GET /users: missing-key User.b"#,
        #"9 20 expected a share from "1%" to "100%""#,
        #"10 "101%" expected a share from "1%" to "100%""#,
      ])
  }

  private func shown(_ mistake: BaselineMistake) -> String {
    "\(mistake.range.lowerBound) \(mistake.message)" + (mistake.hint.map { " (\($0))" } ?? "")
  }

  // MARK: - Days

  @Test("A date is written as it is read, and an invalid date is rejected")
  func days() {
    for day in stride(from: -719_528, through: CivilDate.last.daysSince1970, by: 1_009) {
      let date = CivilDate(daysSince1970: day)
      #expect(CivilDate(date.text) == date)
      #expect(date < CivilDate(daysSince1970: day + 1) && !(date < date))
    }
    #expect(CivilDate.last.text == "9999-12-31")
    for text in [
      "", "2027-1-31", "2027-02-29", "2027/01/31", "+027-01-31", "2027-01-31 ", "२०२७-०१-३१",
    ] {
      #expect(CivilDate(text) == nil, "\(text)")
    }
  }
}
