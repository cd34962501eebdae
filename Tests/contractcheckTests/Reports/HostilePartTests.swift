import CaptureChecking
import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("Texts of a part are escaped in every report")
struct HostilePartTests {
  private static let contract = """
    { "contract": 1, "endpoints": { "GET /users/:id": "User" }, "mappings": { "User": {
      "unknownKeys": "warn", "map": { "id": "Int", "state?": "'a' | 'b'" } } } }
    """
  private static let capture = """
    {"method":"GET","url":"https://a.org/users/1","status":200,"body":{"id":"x","extra":1}}
    {"method":"GET","url":"https://a.org/users/2","status":200,"body":{"id":2,"state":"c"}}
    {"method":"GET","url":"https://a.org/other/2","status":200,"body":1}
    {"method":"GET","url":"https://a.org/users/3","status":200,"body":{

    """

  /// The ranges of the texts that are values.
  private static func values(of text: String) -> [Range<String.Index>] {
    text.ranges(of: /"(?:[^"\\]|\\.)*"/).filter { text[$0.upperBound...].first != ":" }
  }

  @Test(
    "No output shows a control character of a part, even if others wrote the part",
    .enabled(if: TestDepth.isFull),
    arguments: [
      ["check", "-c", "FOLDER"], ["check", "-c", "FOLDER", "--released", "1=FOLDER"], ["stats"],
      ["infer"],
    ])
  func escaped(command: [String]) throws {
    try withFolder(["a.contract.json": Self.contract, "x.ndjson": Self.capture]) { folder in
      let part = folder + "/p"
      let words = command.map { $0.replacing("FOLDER", with: folder) }
      _ = CommandRun(words + [folder + "/x.ndjson", folder + "/none", "--partial", part])
      let line = try String(contentsOfFile: part, encoding: .utf8)
      let start = try #require(line.firstRange(of: "\"part\":")).upperBound
      let contents = String(line[start...].dropLast(2))
      // The released versions are those of the part.
      let merging = words.dropFirst().prefix { $0 != "--released" }
      let names = [
        "human", "short", "json", "ndjson", "github", "markdown", "html", "junit", "sarif",
      ]
      let reports = names.flatMap { ["--report", "\($0)=\(folder)/\($0)"] }
      var taken = 0
      for range in Self.values(of: contents) {
        var changed = contents
        changed.replaceSubrange(range, with: #""\u001b[2J\u202e""#)
        try Data(CheckPart.line(Array(changed.utf8))).write(to: URL(filePath: part))
        let run = CommandRun(
          ["merge", part] + merging + (merging.isEmpty ? [] : reports + ["--show-values"])
        )
        var texts = [run.output, run.errors]
        if run.exitCode == .violations || run.exitCode == .unreadableInput {
          texts += names.compactMap {
            try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
          }
        }
        if !run.errors.contains("damaged") { taken += 1 }
        let unsafe = texts.joined().unicodeScalars.filter { !isSafeToDisplay($0) && $0 != "\n" }
        #expect(unsafe.isEmpty, "\(contents[range]) \(run.errors)")
      }
      // Names of rules, fingerprints and encoded excerpts are no texts.
      #expect(taken > 10)
    }
  }
}
