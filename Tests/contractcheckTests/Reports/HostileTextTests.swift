import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

/// A place for a text from outside.
private enum Place: String, CaseIterable {
  case key, value, inputName, contractName, endpointPath, mappedKey, reason, baselineName

  var isOfBaseline: Bool { self == .reason || self == .baselineName }
}

@Suite("Text from outside does not change the structure of a report")
struct HostileTextTests {
  private static let texts = [
    "]]>", "<script>alert(1)</script>", "</details></code>", "::error::boom", "##[error]boom",
    "%0A::error::x", "%25%0D", "a|b\\|c\\", "`` ` ```", "**b** _i_ ~~s~~ [a](https://b.org)",
    "https://evil.org www.evil.org a@b.org @team #1", "&lt;&amp;&#60;", "\"'><img src=x>",
    "{0} {{1}}", "\u{1b}[2J\u{1b}]0;x\u{7}", "\u{9b}31m\u{7f}\u{85}", "a\nb\r\nc\td",
    "\u{202e}abc\u{2066}\u{200f}", "\u{feff}\u{2028}\u{fffe}", "-->", "..", "../../x", "é\u{301}😀",
    "--flag", "a,line=9,title=b:c::d", " lead", "$(id) `id`",
  ]

  /// Runs a check with a text in one place, and harmless texts in all others.
  private func run(_ text: String, at place: Place, _ options: [String]) throws -> ReportRun? {
    func at(_ other: Place) -> String { place == other ? text : "plain" }
    let path = at(.endpointPath)
    if place == .endpointPath, !path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x3a }) {
      return nil  // neither a URL nor a contract can have this path
    }
    let mapped = place.isOfBaseline ? "other" : at(.mappedKey)
    if place == .mappedKey, mapped.contains(where: { ".?[]@\\".contains($0) }) { return nil }
    let contract = """
      { "contract": 1, "endpoints": { \(json("GET /\(path)/:id")): "User" }, "mappings": { "User": {
        "unknownKeys": "warn", "map": { "id": "Int", \(json(mapped)): "b: String" } } } }
      """
    let body = "{\(json(at(.key))):1,\"id\":\(json(at(.value)))}"
    let exchange = """
      {"method":"GET","url":\(json("https://a.org/\(path)/1")),"status":200,"body":\(body)}
      {"method":"GET","url":\(json("https://a.org/other/\(at(.value).filter { $0 != "/" })")),"status":200,"body":1}

      """
    var run: ReportRun?
    let files = [
      "\(fileName(at(.contractName))).contract.json": contract,
      "c/\(fileName(at(.inputName))).ndjson": exchange,
    ]
    try withFolder(files) { folder in
      let words = [folder + "/c", "-c", folder]
      let baseline = folder + "/" + fileName(at(.baselineName))
      if place.isOfBaseline {
        // Tolerated violations are not in the baseline, so the check fails in any case.
        _ = CommandRun(
          ["check"] + words + [
            "--write-baseline", baseline, "--reason", at(.reason), "--today", "2026-11-21",
            "--tolerate", "missing-key=1",
          ])
      }
      run = try ReportRun(
        words + options + (place.isOfBaseline ? ["--baseline", baseline] : []), in: folder)
    }
    return run
  }

  private func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  private func fileName(_ text: String) -> String { "n" + text.filter { $0 != "/" } }

  @Test(
    "Hostile text is escaped in every report",
    arguments: TestDepth.some(Place.allCases.map(\.rawValue)))
  func harmless(name: String) throws {
    let place = try #require(Place(rawValue: name))
    let days = ["2026-11-21", "2100-01-01"].map { ["--today", $0] }
    let others = [[], ["--show-values"]]
    let stopped = place == .inputName ? [["--max-violations", "1"]] : []
    for options in place.isOfBaseline ? days : others + stopped {
      let plain = try #require(try run("word", at: place, options))
      for text in Self.texts {
        guard let hostile = try run(text, at: place, options) else { continue }
        // Some texts are not valid paths or key paths, so a contract cannot have them.
        let isContract = place == .endpointPath || place == .mappedKey
        guard hostile.exitCode == .violations || !isContract else { continue }
        #expect(hostile.exitCode == .violations, "\(place) \(hostile.errors)")
        try compare(hostile, plain, "\(place.rawValue) \(text.debugDescription)")
      }
    }
  }

  private func compare(_ run: ReportRun, _ plain: ReportRun, _ place: String) throws {
    for name in ReportRun.names {
      let unsafe = run[name].unicodeScalars.filter { !isSafeToDisplay($0) && $0 != "\n" }
      #expect(unsafe.isEmpty && !run[name].isEmpty, "\(name): \(place)")
    }
    let (junit, plainJUnit) = (JUnitRules(run["junit"]), JUnitRules(plain["junit"]))
    #expect(junit.faults == [], "\(place)")
    #expect(junit.outline == plainJUnit.outline, "\(place)")
    #expect(try SARIFRules(run["sarif"]).faults == [], "\(place)")
    for name in ["sarif", "json"] {
      let shapes = try [run, plain].map { shape(try JSONDocument(parsing: $0[name]).root) }
      #expect(shapes[0] == shapes[1], "\(name): \(place)")
    }
    for name in ["ndjson", "short"] {
      #expect(lineCount(run[name]) == lineCount(plain[name]), "\(name): \(place)")
    }
    for name in ["ndjson"] {
      for line in run[name].split(separator: "\n") { _ = try JSONDocument(parsing: String(line)) }
    }
    let (page, plainPage) = (PageOutline(run["html"]), PageOutline(plain["html"]))
    #expect(page.faults == [], "\(place)")
    #expect(page.tags == plainPage.tags, "\(place)")
    let (text, plainText) = (MarkdownOutline(run["markdown"]), MarkdownOutline(plain["markdown"]))
    #expect(text.faults == [], "\(place)")
    #expect(text.lines == plainText.lines, "\(place)")
    let (log, plainLog) = (WorkflowLog(run["github"]), WorkflowLog(plain["github"]))
    #expect(log.commands.map(\.name) == plainLog.commands.map(\.name), "\(place)")
    #expect(lineCount(run["github"]) == log.commands.count, "\(place)")
    for (command, other) in zip(log.commands, plainLog.commands) {
      #expect(command.properties.keys.sorted() == other.properties.keys.sorted(), "\(place)")
      #expect(command.properties["line"] == other.properties["line"], "\(place)")
    }
  }

  private func lineCount(_ text: String) -> Int { text.split(separator: "\n").count }

  /// Returns the names and kinds of a value, without its texts and numbers.
  private func shape(_ value: JSONValue) -> String {
    switch value.kind {
    case .object:
      "{" + value.members.map { $0.name.text + ":" + shape($0.value) }.joined(separator: ",") + "}"
    case .array: "[" + value.elements.map(shape).joined(separator: ",") + "]"
    default: "\(value.kind)"
    }
  }

  @Test("A file name that is not UTF-8 breaks no report")
  func bytesInNames() throws {
    let contract = #"{ "contract": 1, "mappings": { "User": { "map": { "id": "Int" } } } }"#
    try withFolder(["a.contract.json": contract, "c/a.json": "{}"]) { folder in
      let bytes = Array("\(folder)/c/".utf8) + [0xff, 0xc3, 0x28] + Array(".json".utf8) + [0]
      let file = bytes.map(CChar.init(bitPattern:)).withUnsafeBufferPointer { name in
        name.baseAddress.flatMap { fopen($0, "w") }
      }
      // Not every file system accepts such a name.
      guard let file else { return }
      fputs("{}", file)
      fclose(file)
      let run = try ReportRun([folder + "/c", "-c", folder, "--as", "User"], in: folder)
      #expect([.violations, .unreadableInput].contains(run.exitCode))
      #expect(JUnitRules(run["junit"]).faults == [])
      #expect(try SARIFRules(run["sarif"]).faults == [])
      #expect(PageOutline(run["html"]).faults == [])
      #expect(MarkdownOutline(run["markdown"]).faults == [])
    }
  }
}
