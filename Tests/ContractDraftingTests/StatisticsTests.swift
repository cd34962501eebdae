import ContractDrafting
import Foundation
import JSONParsing
import Reporting
import TestSupport
import Testing

@Suite("Statistics count what payloads have at each key path")
struct StatisticsTests {
  @Test("Eight exchanges have a table for each endpoint and status")
  func table() throws {
    let trial = DraftTrial(files: [PackageFolder.root.path + "/Fixtures/drafting/monday.ndjson"])
    let text = StatisticsReport.human.text(of: CaptureStatistics(trial.summary()))
    let expected = try #require(PackageFiles.bytes(at: "Fixtures/drafting/stats.txt"))
    #expect(text == String(decoding: expected, as: UTF8.self))
  }

  @Test("Reports as JSON and Markdown have the same figures")
  func reports() throws {
    let lines = [
      DraftTrial.line("/a|b", #"{"id": 1, "x": null}"#), DraftTrial.line("/a|b", #"{"id": "2"}"#),
    ]
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let statistics = CaptureStatistics(trial.summary(), under: "id")
      #expect(
        StatisticsReport.markdown.text(of: statistics)
          == """
          ### <code>GET /:name -&#62; 200</code>, 2 payloads

          | key path | present | % | null | kinds | distinct | formats |
          | --- | --- | --- | --- | --- | --- | --- |
          | <code>id</code> | 2 | 100 % |  | integer 1, text 1 | 2 | digits |

          """.replacing("/:name", with: "/&#58;name"))
      let document = try JSONDocument(parsing: StatisticsReport.json.text(of: statistics))
      let section = try #require(document.root["sections"]?[0])
      #expect(section["payloads"]?.number?.text == "2")
      #expect(
        section["keyPaths"]?[0]?.compactText
          == #"{"keyPath":"id","count":2,"objects":2,"nulls":0,"kinds":{"integer":1,"text":1},"#
          + #""distinct":2,"formats":{"digits":1}}"#)
    }
  }

  @Test("Counts equal those of a separate count, payload by payload")
  func counts() throws {
    for seed in UInt64(0)..<20 {
      var traffic = RandomTraffic(seed: seed)
      let bodies = traffic.bodies(30)
      var expected: [MemberName: Int] = [:]
      for body in bodies { Self.count(try JSONDocument(parsing: body).root, "", &expected) }
      let lines = bodies.map { #"{"event": "e", "data": \#($0)}"# }
      try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
        let statistics = CaptureStatistics(trial.summary())
        let rows = statistics.sections.flatMap(\.rows)
        // Below keys that are data, members of several objects are counted together.
        let plain = rows.filter { !$0.keyPath.contains("{key}") }
        #expect(!plain.isEmpty)
        for row in plain {
          #expect(row.count == expected[MemberName(row.keyPath)], "\(seed): \(row.keyPath)")
          #expect(row.nullCount + row.kinds.reduce(0) { $0 + $1.count } == row.count)
        }
        if plain.count == rows.count { #expect(plain.count == expected.count, "\(seed)") }
      }
    }
  }

  private static func count(
    _ value: JSONValue, _ path: String, _ counts: inout [MemberName: Int]
  ) {
    counts[MemberName(path), default: 0] += 1
    for element in value.elements { count(element, path + "[]", &counts) }
    for member in value.members {
      let name = displayed(PathEscape.escaped(member.name))
      count(member.value, path.isEmpty ? name : path + "." + name, &counts)
    }
  }
}

extension JSONValue {
  fileprivate var compactText: String {
    var writer = JSONWriter(.compact)
    writer.value(self)
    return writer.text
  }
}
