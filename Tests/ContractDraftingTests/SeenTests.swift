import ContractDrafting
import Foundation
import JSONParsing
import Reporting
import Testing

@Suite("Statistics say when key paths were first and last seen")
struct SeenTests {
  /// Returns an exchange of one day of January 2026.
  private static func line(_ day: Int, _ body: String) -> String {
    DraftTrial.line("/a", body).dropLast()
      + #", "date": "2026-01-\#(day < 10 ? "0" : "")\#(day)T23:30:00.5-00:30"}"#
  }

  private static func report(
    _ files: [String: String], _ report: StatisticsReport = .human
  ) throws -> String {
    var text = ""
    try DraftTrial.with(files) { text = report.text(of: CaptureStatistics($0.summary())) }
    return text
  }

  /// The key `b` first comes with the twelfth payload; `c` last comes with the second of thirteen.
  private static let drift = (1...13).map { day in
    line(day, day > 11 ? #"{"id":1,"b":1}"# : day < 3 ? #"{"id":1,"c":1}"# : #"{"id":1}"#)
  }

  @Test("A key path is new or gone if more than ten payloads were before or after it")
  func changes() throws {
    #expect(
      try Self.report(["a.ndjson": Self.drift.joined(separator: "\n")]) == """
        GET /a -> 200   13 payloads
          key path  present          null  kinds    distinct  formats  first seen  last seen   change
          (all)          13                object                      2026-01-02  2026-01-14
          id             13   100 %        integer         1           2026-01-02  2026-01-14
          b               2  15.4 %        integer         1           2026-01-13  2026-01-14  new
          c               2  15.4 %        integer         1           2026-01-02  2026-01-03  gone

        """)
    // With one payload less before and after, the keys are just optional.
    let shorter = Self.drift.enumerated().filter { $0.offset != 5 }.map(\.element)
    let text = try Self.report(["a.ndjson": shorter.joined(separator: "\n")])
    #expect(!text.contains("new") && !text.contains("gone"))
    #expect(text.contains("first seen  last seen\n"))
  }

  @Test("Statistics depend neither on the order of payloads nor on the number of workers")
  func order() throws {
    let text = Self.drift.joined(separator: "\n")
    let wanted = try Self.report(["a.ndjson": text], .json)
    let reversed = Self.drift.reversed().joined(separator: "\n")
    #expect(try Self.report(["a.ndjson": reversed], .json) == wanted)
    let (some, others) = (Self.drift.prefix(4), Self.drift.dropFirst(4).reversed())
    let files = [
      "a.ndjson": others.joined(separator: "\n"), "b.ndjson": some.joined(separator: "\n"),
    ]
    for jobCount in 1...3 {
      try DraftTrial.with(files) { trial in
        let summary = trial.summary(segmentByteCount: 64, jobCount: jobCount)
        let rows = CaptureStatistics(summary).sections.flatMap(\.rows)
        #expect(rows.filter(\.isNew).map(\.keyPath) == ["b"])
        #expect(rows.filter(\.isGone).map(\.keyPath) == ["c"])
        #expect(rows.allSatisfy { $0.seen.range != nil })
      }
    }
  }

  @Test(
    "The date is that of the capture, or else of the response",
    arguments: [
      #"{"log":{"entries":[{"startedDateTime":"2026-01-05T10:00:00.000+01:00",REQ,RES}]}}"#,
      #"{"http_interactions":[{REQ,RES,"recorded_at":"Mon, 05 Jan 2026 09:00:00 GMT"}]}"#,
      #"{"http_interactions":[{REQ,RES,"recorded_at":"2026-01-05T09:00:00"}]}"#,
      #"{"event":"e","data":{},"date":"2026-01-05"}"#,
      #"{"url":"/a","status":200,"body":{},"headers":{"Date":"Mon, 05 Jan 2026 09:00:00 GMT"}}"#,
      "HTTP/2 200\ndate: Mon, 05 Jan 2026 09:00:00 GMT\n\n{}",
    ])
  func dates(text: String) throws {
    let text =
      text
      .replacing("REQ", with: #""request":{"url":"/a","uri":"/a"}"#)
      .replacing(
        "RES",
        with: #""response":{"status":200,"content":{"text":"{}"},"body":{"string":"{}"}}"#)
    let report = try Self.report(["a.json": text])
    #expect(report.contains("2026-01-05  2026-01-05\n"), "\(report)")
  }

  @Test(
    "An invalid date is ignored",
    arguments: ["yesterday", "", "12", "9999-12-31T23:59:59-01:00", "1969-12-31", "2026-02-30"])
  func noDate(date: String) throws {
    let line: String = DraftTrial.line("/a", "{}").dropLast() + #", "date": "\#(date)"}"#
    #expect(try !Self.report(["a.ndjson": line]).contains("seen"))
  }

  @Test("CSV has a line per key path, and no formula")
  func csv() throws {
    let lines = [
      Self.line(1, #"{"=x,\"": "a"}"#), DraftTrial.line("/b", #"{"id": 1, "t": null}"#),
    ]
    let files = ["a.ndjson": lines.joined(separator: "\n")]
    let seen = "2026-01-02,2026-01-02,"
    #expect(
      try Self.report(files, .csv)
        == [
          "section,payloads,key path,present,objects,null,kinds,distinct,formats,"
            + "first seen,last seen,change",
          "GET /a -> 200,1,,1,,0,object,,,\(seen)",
          #"GET /a -> 200,1,"'=x,""",1,1,0,text,1,,\#(seen)"#,
          "GET /b -> 200,1,,1,,0,object,,,,,",
          "GET /b -> 200,1,id,1,1,0,integer,1,,,,",
          "GET /b -> 200,1,t,1,1,1,,,,,,", "",
        ].joined(separator: "\r\n"))
    let undated = try Self.report(["a.ndjson": DraftTrial.line("/b", "1")], .csv)
    #expect(undated.hasPrefix("section,payloads,key path,present,objects,null,kinds,distinct,"))
    #expect(!undated.contains("seen"))
  }
}
