import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Guides show real failures")
struct GuideTests {
  private func text(of path: String) throws -> String {
    try String(contentsOf: PackageFolder.root.appending(path: path), encoding: .utf8)
  }

  @Test("The guide has the client's contract and failure")
  func client() throws {
    let guide = Guide.named("TestingClients").text
    let contract = try text(of: "Fixtures/consumer/Contracts/avatar-api.contract.json")
    #expect(guide.contains("```jsonc\n\(contract)```"))
    let told = try text(of: ".ci/consumer").components(separatedBy: "\n")
    let start = try #require(told.firstIndex { $0.hasPrefix("↳ GET /avatars: the client takes") })
    #expect(guide.contains(told[start..<start + 4].joined(separator: "\n")))
  }

  @Test("The guide shows failures of recordings that CI expects")
  func recordings() throws {
    let told = try text(of: "Fixtures/recorded/expected.txt")
    let shown = Guide.named("RecordingsToTests").blocks.filter { $0.text.hasPrefix("↳ ") }
    #expect(!shown.isEmpty)
    for block in shown { #expect(told.contains("\n\(block.text)")) }
  }

  @Test("The guide shows failed expectations of the article's test")
  func expectations() throws {
    let test = try text(of: "Tests/ContractTestingTests/AsAUser/ArticleMappingTests.swift")
    let lines = Guide.named("Fixtures").text.components(separatedBy: "\n").filter {
      $0.hasPrefix("expected to map")
    }
    #expect(lines.count == 2)
    for line in lines { #expect(test.contains(line), "\(line)") }
  }

  #if os(Linux) || os(macOS)
    /// A test run, as the line for continuous integration sees it.
    struct Run: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var lastLine = "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds."
      var status = 0
      var leavesFile = false
      var isGreen = false
    }

    @Test(
      "The line for continuous integration passes only complete runs",
      .freshStore,
      arguments: [
        Run(testDescription: "passed", isGreen: true),
        Run(testDescription: "a file is left", leavesFile: true),
        Run(testDescription: "no last line", lastLine: "◇ Test run started."),
        Run(
          testDescription: "failed, with 0",
          lastLine: "✘ Test run with 3 tests in 1 suite failed after 0.1 seconds with 1 issue."),
        Run(testDescription: "failed", status: 1),
      ])
    func continuousIntegration(run: Run) throws {
      let block = try #require(
        Guide.named("ContinuousIntegration").blocks.first { $0.text.hasPrefix("swift test ") })
      let line = block.text.trimmingCharacters(in: .newlines)
      #expect(try text(of: ".github/workflows/ci.yml").contains("run: \(line)\n"))
      let folder = try TestWorkspace.current.folder
      let open = folder.appending(path: ".contractcheck/open")
      try FileManager.default.createDirectory(at: open, withIntermediateDirectories: true)
      if run.leavesFile {
        try Data("App.Suite/a() [Item]\n0".utf8).write(to: open.appending(path: "1.2.check"))
      }
      let tests = "swift() { echo '\(run.lastLine)'; return \(run.status); }"
      let ended = try ProgramRun(
        "/bin/bash", ["-c", "set -o pipefail; \(tests)\n\(line)"], in: folder.path)
      #expect((ended.status == 0) == run.isGreen)
      let output = String(decoding: ended.output, as: UTF8.self)
      #expect(output == run.lastLine + "\n" + (run.leavesFile ? "App.Suite/a() [Item]\n" : ""))
    }
  #endif

  // MARK: - Names of code

  @Test("Files and folders that guides name exist")
  func paths() throws {
    let root = PackageFolder.root.path
    let files = try [".ci", ".github", "Contracts", "Fixtures", "Sources", "Tests"].flatMap {
      folder in
      try #require(FileManager.default.subpaths(atPath: "\(root)/\(folder)")).map {
        "\(folder)/\($0)"
      }
    }
    let known = Set(
      files.flatMap { path in
        let parts = path.split(separator: "/")
        return parts.indices.map { parts[$0...].joined(separator: "/") }
      })
    for guide in Guide.all {
      let names = guide.prose.matches(of: /`([A-Za-z.][\w.+-]*\/[\w.+\/-]+|[\w+]+\.swift)`/)
      for name in names.map({ String($0.output.1) }) where !name.contains("yyyy") {
        let isFolder = name.hasSuffix("/")
        let path = isFolder ? String(name.dropLast()) : name
        #expect(known.contains(path) || Self.others.contains(path), "\(guide): \(name)")
      }
    }
  }

  /// Texts that look like paths, and are not paths of the package.
  private static let others: Set<String> = [
    "application/json", "application/vnd.api+json", "text/html", "text/plain",
    "application/x-www-form-urlencoded", ".contractcheck/failures/avatars",
    ".contractcheck/open", "Fixtures/regressions",
  ]

  /// The words of all Swift files.
  private static let words = Result {
    var code = ""
    for folder in ["Sources", "Tests"] {
      let root = PackageFolder.root.appending(path: folder)
      for path in try #require(FileManager.default.subpaths(atPath: root.path))
      where path.hasSuffix(".swift") {
        code += try String(contentsOf: root.appending(path: path), encoding: .utf8)
      }
    }
    return Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
  }

  @Test(
    "Types and functions that a guide names exist", .enabled(if: TestDepth.isFull),
    arguments: Guide.all.filter { $0.path != Guide.named("ComingFromRestKit").path })
  func names(guide: Guide) throws {
    let words = try Self.words.get()
    let isOurs = guide.path == Guide.named("Architecture").path
    for match in guide.prose.matches(of: /`\.?(\w{4,})(?:\([\w:]*\))?`/) {
      let name = String(match.output.1)
      // In the other guides, plain words are keys of payloads and words of contracts.
      let isName =
        isOurs || !name.contains("_") && name.dropFirst().contains { $0.isUppercase }
      #expect(!isName || words.contains(name) || Self.foreign.contains(name), "\(name)")
    }
  }

  /// Names of apps in examples.
  private static let foreign: Set<String> = ["AppModels", "ArticleItem"]
}
