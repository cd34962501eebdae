import Foundation
import TestSupport
import Testing

@testable import ContractTesting

@Suite("A fixture is found, or the error lists the searched paths", .freshStore)
struct FixtureTests {
  @Test("A fixture is in the nearest Fixtures folder above the test")
  func packageFixture() throws {
    let fixture = try Fixture("article.json")
    #expect(fixture.url.path == PackageFolder.fixtures.path + "/article.json")
    #expect(try fixture.json.root["article"]?["title"]?.string == "RestKit Unit Testing")
    #expect(try fixture.string == String(decoding: fixture.data, as: UTF8.self))
    #expect(fixture.mimeType == "application/json")
  }

  @Test(
    "A file beside the test has precedence, and only the nearest Fixtures counts")
  func order() throws {
    let files = [
      "Tests/AppTests/a.json": "1", "Tests/Fixtures/a.json": "2", "Tests/Fixtures/b.json": "3",
      "Fixtures/b.json": "4", "Fixtures/c.json": "5",
    ]
    let trial = try Trial(files)
    #expect(try Fixture("a.json", filePath: trial.filePath).string == "1")
    #expect(try Fixture("b.json", filePath: trial.filePath).string == "3")
    let text = complaint { _ = try Fixture("c.json", filePath: trial.filePath) }
    #expect(
      text == """
        there is no fixture "c.json"
          looked in \(trial.folder)/Tests/AppTests
          looked in \(trial.folder)/Tests/Fixtures
          did you mean "a.json"?
        """)
  }

  @Test("A missing fixture is an error that lists every place, and the nearest name")
  func missing() throws {
    do {
      let trial = try Trial(["Fixtures/deep/article.json": "{}"])
      let text = complaint { _ = try Fixture("deep/artcle.json", filePath: trial.filePath) }
      #expect(
        text == """
          there is no fixture "deep/artcle.json"
            looked in \(trial.folder)/Tests/AppTests
            looked in \(trial.folder)/Fixtures
            did you mean "deep/article.json"?
          """)
    }
    do {
      let trial = try Trial([:])
      let text = complaint { _ = try Fixture("a\u{202e}.json", filePath: trial.filePath) }
      #expect(
        text == """
          there is no fixture "a<U+202E>.json"
            looked in \(trial.folder)/Tests/AppTests
            there is no folder Fixtures from \(trial.folder)/Tests/AppTests up to \(trial.folder)
          """)
    }
  }

  @Test("With a directory it is searched only there: beside the test, then in the package")
  func directory() throws {
    let files = ["Tests/AppTests/Some/a.json": "1", "Other/b.json": "2", "Fixtures/c.json": "3"]
    let trial = try Trial(files)
    let path = trial.filePath
    #expect(try Fixture("a.json", directory: "Some", filePath: path).string == "1")
    #expect(try Fixture("b.json", directory: "Other", filePath: path).string == "2")
    let absolute = trial.folder + "/Other"
    #expect(try Fixture("b.json", directory: absolute, filePath: path).string == "2")
    #expect(
      complaint { _ = try Fixture("c.json", directory: "Some", filePath: path) } == """
        there is no fixture "c.json"
          looked in \(trial.folder)/Tests/AppTests/Some
          looked in \(trial.folder)/Some, which is no folder
          did you mean "a.json"?
        """)
  }

  @Test("The resources of a bundle are searched last")
  func bundle() throws {
    let trial = try Trial(["My.bundle/a.json": "1", "My.bundle/Fixtures/b.json": "2"])
    let bundle = try #require(Bundle(path: trial.folder + "/My.bundle"))
    #expect(try Fixture("a.json", bundle: bundle, filePath: trial.filePath).string == "1")
    #expect(try Fixture("b.json", bundle: bundle, filePath: trial.filePath).string == "2")
  }

  @Test("A folder of fixtures is found in a bundle, where there are no source files")
  func bundledFolder() throws {
    let trial = try Trial(["My.bundle/Fixtures/b.json": "2"])
    let bundle = try #require(Bundle(path: trial.folder + "/My.bundle"))
    let source = "/nowhere/Tests.swift"
    let trait: FixtureFolderTrait = .fixtures(in: "Fixtures", bundle: bundle, filePath: source)
    let fixture = try FixtureSearch.$named.withValue(trait.candidates) {
      try Fixture("b.json", filePath: source).string
    }
    #expect(fixture == "2")
    let served = try fixtureFolder(named: "Fixtures", filePath: source, bundle: bundle)
    #expect(served.path == trial.folder + "/My.bundle/Fixtures")
  }

  @Test(
    "A name does not lead out of its folder",
    arguments: ["../a.json", "/etc/hosts", "a/../../b", ""])
  func leavingName(name: String) {
    #expect(
      complaint { _ = try Fixture(name) } == """
        a fixture's name stays in its folder, not "\(name)"
          name another folder with directory:
        """)
  }

  @Test("Only regular files are read")
  func folder() throws {
    let trial = try Trial(["Fixtures/a.json/b": ""])
    #expect(
      complaint { _ = try Fixture("a.json", filePath: trial.filePath) }
        == "\(trial.folder)/Fixtures/a.json cannot be read: it is no regular file")
  }

  @Test("Invalid JSON is reported with its position")
  func notJSON() throws {
    let trial = try Trial(["Fixtures/a.json": "[\n 1,]", "Fixtures/empty.json": " "])
    #expect(
      complaint { _ = try Fixture("a.json", filePath: trial.filePath).json }
        == "\(trial.folder)/Fixtures/a.json:2:4: error[not-json]: "
        + "expected a value, found \"]\" at offset 5")
    #expect(
      complaint { _ = try Fixture("empty.json", filePath: trial.filePath).json }
        == "\(trial.folder)/Fixtures/empty.json:1:2: error[empty-body]: "
        + "expected a value, found an empty text at offset 1")
  }

  @Test("Invalid UTF-8 is reported with its position and bytes")
  func notUTF8() throws {
    let trial = try Trial([:])
    let url = URL(filePath: trial.folder + "/Tests/AppTests/a.txt")
    try Data(Array("é\u{fffd}\nab".utf8) + [0xc3, 0x28]).write(to: url)
    let fixture = try Fixture("a.txt", filePath: trial.filePath)
    #expect(fixture.bytes.count == 10)
    #expect(
      complaint { _ = try fixture.string }
        == "\(url.path):2:3: error: expected UTF-8, found the byte 0xc3")
  }

  @Test("The MIME type follows from the extension, or is stated by the test")
  func mimeType() throws {
    let files = ["Fixtures/a.HTML": "", "Fixtures/b": "", "Fixtures/c.json": ""]
    let trial = try Trial(files)
    let path = trial.filePath
    #expect(try Fixture("a.HTML", filePath: path).mimeType == "text/html")
    #expect(try Fixture("b", filePath: path).mimeType == "application/octet-stream")
    #expect(
      try Fixture("c.json", mimeType: "text/json", filePath: path).mimeType == "text/json")
  }
}

@Suite("A suite says where its fixtures are", .fixtures(in: "Fixtures/mapping/given"))
struct FixtureFolderTests {
  @Test("A fixture of the folder is found")
  func found() throws { #expect(try Fixture("zoo.json").url.path.hasSuffix("/given/zoo.json")) }

  @Test("A fixture elsewhere is not found")
  func elsewhere() throws {
    #expect(throws: TestSetupError.self) { try Fixture("article.json") }
    #expect(try Fixture("article.json", directory: "Fixtures").name == "article.json")
  }

  @Test("A test's folder has precedence over the suite's", .fixtures(in: "Fixtures/captures"))
  func nearer() throws { _ = try Fixture("people.har") }
}
