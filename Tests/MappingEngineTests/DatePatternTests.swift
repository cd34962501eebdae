import MappingEngine
import Testing

@Suite("A date pattern reads what it would write")
struct DatePatternTests {
  @Test(
    "A text that fits is read, and written again",
    arguments: [
      ("MM/dd/yyyy", "01/03/2012", "2012-01-03T00:00:00Z"),
      ("MM/dd/yyyy", "02/29/2000", "2000-02-29T00:00:00Z"),
      ("MM/dd/yyyy", "01/03/0012", "0012-01-03T00:00:00Z"),
      ("yyyyMMdd", "20120103", "2012-01-03T00:00:00Z"),
      ("yyyyMMddHHmmssSSS", "20120103102030123", "2012-01-03T10:20:30.123Z"),
      ("M/d/y", "1/3/2012", "2012-01-03T00:00:00Z"), ("d.M.yyy", "3.1.512", "0512-01-03T00:00:00Z"),
      ("yyyyy-MM", "02012-01", "2012-01-01T00:00:00Z"),
      ("MM/dd/yy", "01/03/49", "2049-01-03T00:00:00Z"),
      ("MM/dd/yy", "01/03/50", "1950-01-03T00:00:00Z"),
      ("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "2012-01-03T10:20:30.123Z", "2012-01-03T10:20:30.123Z"),
      ("HH:mm:ss.SSSSSSSSS", "10:20:30.123456789", "2000-01-01T10:20:30.123456789Z"),
      ("hh:mm a", "12:30 AM", "2000-01-01T00:30:00Z"),
      ("hh:mm a", "12:30 PM", "2000-01-01T12:30:00Z"),
      ("h:mm a", "1:30 PM", "2000-01-01T13:30:00Z"), ("K:mm a", "0:30 PM", "2000-01-01T12:30:00Z"),
      ("kk:mm", "24:00", "2000-01-01T00:00:00Z"), ("HH:mm a", "13:30 PM", "2000-01-01T13:30:00Z"),
      ("MMM d, yyyy", "Jan 3, 2012", "2012-01-03T00:00:00Z"),
      ("EEEE d MMMM y", "Tuesday 3 January 2012", "2012-01-03T00:00:00Z"),
      ("EEE MMM dd HH:mm:ss zzz yyyy", "Tue Jan 03 10:20:30 GMT 2012", "2012-01-03T10:20:30Z"),
      ("yyyy 'o''clock' HH", "2012 o'clock 10", "2012-01-01T10:00:00Z"),
      ("yyyy''MM", "2012'01", "2012-01-01T00:00:00Z"),
      ("yyyy年M月", "2012年1月", "2012-01-01T00:00:00Z"),
      ("yyyy 'and so on", "2012 and so on", "2012-01-01T00:00:00Z"),
      ("yyyy-MM-dd HH Z", "2012-01-03 10 +0000", "2012-01-03T10:00:00Z"),
      ("yyyy-MM-dd'T'HHXXX", "2012-01-03T10Z", "2012-01-03T10:00:00Z"),
      ("yyyy-MM-dd'T'HHxxx", "2012-01-03T10+00:00", "2012-01-03T10:00:00Z"),
      // Patterns that Foundation reads and writes.
      ("QQQ yyyy", "Q2 2012", "2012-04-01T00:00:00Z"),
      ("D yyyy", "366 2012", "2012-12-31T00:00:00Z"),
      ("YYYY-'W'ww-e", "2012-W01-1", "2012-01-01T00:00:00Z"),
      ("G yyyy-MM-dd", "AD 1500-03-01", "1500-03-01T00:00:00Z"),
      ("Hmm", "930", "2000-01-01T09:30:00Z"),
      ("D yyyy HH:mm:ss.SSS", "1 2012 10:20:30.123", "2012-01-01T10:20:30.123Z"),
    ])
  func fits(pattern: String, text: String, instant: String) throws {
    let pattern = try #require(DatePattern(pattern))
    let reading = try #require(pattern.instant(from: text.utf8))
    #expect(reading.description == instant)
    #expect(pattern.text(for: reading) == text)
  }

  @Test(
    "Leading zeros, letter case of names, and zones are accepted in any form",
    arguments: [
      ("M/d/y", "01/03/2012", "2012-01-03T00:00:00Z"),
      ("H:m:s", "01:02:03", "2000-01-01T01:02:03Z"),
      ("MMM d, yyyy", "JAN 03, 2012", "2012-01-03T00:00:00Z"),
      ("MMMM yyyy", "january 2012", "2012-01-01T00:00:00Z"),
      ("h:mm a", "01:30 pm", "2000-01-01T13:30:00Z"),
      ("yyyy-MM-dd'T'HH:mmZ", "2012-01-03T10:20+0200", "2012-01-03T08:20:00Z"),
      ("yyyy-MM-dd'T'HH:mmZ", "2012-01-03T10:20Z", "2012-01-03T10:20:00Z"),
      ("yyyy-MM-dd'T'HH:mmZZZZZ", "2012-01-03T10:20-02:30", "2012-01-03T12:50:00Z"),
      ("yyyy-MM-dd'T'HH:mmXXX", "2012-01-03T10:20+00:00", "2012-01-03T10:20:00Z"),
      ("yyyy-MM-dd'T'HH:mmX", "2012-01-03T10:20+02", "2012-01-03T08:20:00Z"),
      ("yyyy-MM-dd'T'HH:mmX", "2012-01-03T10:20+0230", "2012-01-03T07:50:00Z"),
      ("yyyy-MM-dd'T'HH:mmXX", "2012-01-03T10:20+0230", "2012-01-03T07:50:00Z"),
      ("yyyy-MM-dd HH:mm z", "2012-01-03 10:20 PST", "2012-01-03T18:20:00Z"),
      ("yyyy-MM-dd HH:mm z", "2012-07-03 10:20 UTC", "2012-07-03T10:20:00Z"),
      ("EEE yyyy-MM-dd HH:mm Z", "Tue 2012-01-03 23:00 -0200", "2012-01-04T01:00:00Z"),
    ])
  func free(pattern: String, text: String, instant: String) throws {
    let pattern = try #require(DatePattern(pattern))
    #expect(pattern.instant(from: text.utf8)?.description == instant)
  }

  @Test(
    "A text that does not match is rejected",
    arguments: [
      (
        "MM/dd/yyyy",
        [
          "", "1/3/2012", "01/03/2012x", " 01/03/2012", "01/03/2012 ", "01 /03/2012", "01/ 03/2012",
          "02/30/2012", "02/29/1900", "13/01/2012", "00/01/2012", "01/00/2012", "01/03/12",
          "01/03/012", "01/03/12012", "01/03/02012", "001/03/2012", "01-03-2012", "01/03/-2012",
          "+1/03/2012", "01/03/0000", "01/03", "０１/０３/２０１２", "01/03/20１２", "01/03/2012\0",
          "\u{200e}01/03/2012", "Jan/03/2012",
        ]
      ),
      ("MM/dd/yy", ["01/03/2012", "01/03/5", "02/29/11"]),
      ("M/d/y", ["1/3/12", "1/3/5", "1/003/2012"]),
      ("yyyyMMdd", ["201213", "2012013", "20121303", "20120230", "2012-01-03"]),
      (
        "yyyy-MM-dd HH:mm:ss",
        [
          "2012-01-03T10:20:30", "2012-01-03  10:20:30", "2012-01-03 24:00:00",
          "2012-01-03 23:59:60", "2012-01-03 1:00:00", "2012-01-03 10:20", "2012-01-03 10:20:30.5",
        ]
      ),
      ("ss.SSS", ["30.1", "30.1234", "30.", "60.000"]),
      ("hh:mm a", ["13:30 PM", "00:30 AM", "01:30"]),
      ("kk:mm", ["00:00", "25:00"]), ("KK:mm a", ["12:00 PM"]),
      ("HH:mm a", ["13:30 AM", "01:30 PM"]),
      (
        "MMM d, yyyy",
        ["January 3, 2012", "Jan. 3, 2012", "Jan  3, 2012", "Feb 30, 2012", "Jän 3, 2012"]
      ),
      ("EEE, dd MMM yyyy", ["Mon, 03 Jan 2012", "Tue 03 Jan 2012", "Tuesday, 03 Jan 2012"]),
      ("MM yyyy/MM", ["01 2012/02"]),
      ("HH Z", ["10 +02", "10 +02:00", "10 GMT", "10 +2400", "10 +020000"]),
      ("HH XXX", ["10 +02", "10 +0200", "10 z", "10 +24:00"]), ("HH xxx", ["10 Z"]),
      ("HH z", ["10 CET", "10 BST", "10 +02:00", "10 GMT+2"]),
      ("yyyy XXX", ["0001 +00:01", "0000 Z"]),
      // Foundation would accept all of these texts.
      ("QQQ yyyy", [" Q1 2012", "Q1 2012 ", "Q1  2012", "Q1 12", "q1 2012", "Q1 12012"]),
      ("YYYY-MM-dd", ["2012-12-31", "2012-1-1"]),
      ("G yyyy", ["BC 0005", "ad 2012"]),
    ])
  func refused(pattern: String, texts: [String]) throws {
    let pattern = try #require(DatePattern(pattern))
    for text in texts { #expect(pattern.instant(from: text.utf8) == nil, "\(text)") }
  }

  @Test("A pattern needs a field, and only letters that are fields")
  func noPattern() {
    for text in ["", "-", "'yyyy'", "yyyy-MM-ddTHH:mm", "yyyy n", "''"] {
      #expect(DatePattern(text) == nil)
    }
  }

  @Test("Years 1 to 9999 are written")
  func years() {
    for pattern in ["yyyy-MM-dd", "G yyyy"] as [DatePattern] {
      #expect(pattern.text(for: Instant(seconds: -62_135_596_801)) == nil)
      #expect(pattern.text(for: Instant(seconds: -62_135_596_800))?.contains("0001") == true)
      #expect(pattern.text(for: Instant(seconds: 253_402_300_799))?.contains("9999") == true)
      #expect(pattern.text(for: Instant(seconds: 253_402_300_800)) == nil)
      #expect(pattern.text(for: Instant(seconds: .min)) == nil)
    }
  }

  @Test("Several tasks may share a pattern")
  func tasks() async {
    let pattern: DatePattern = "QQQ yyyy"
    let readings = await withTaskGroup(of: Instant?.self) { group in
      for _ in 0..<100 { group.addTask { pattern.instant(from: "Q1 2012".utf8) } }
      return await group.reduce(into: Set<Instant?>()) { $0.insert($1) }
    }
    #expect(readings == [Instant(seconds: 1_325_376_000)])
  }
}
