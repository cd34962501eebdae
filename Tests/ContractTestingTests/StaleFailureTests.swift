import ContractModel
import Foundation
import JSONParsing
import Testing

@testable import ContractTesting
@testable import FailureStorage

/// Reads an invalid address as an absent one.
private struct LaxItem: Decodable {
  var name: String
  var url: URL?

  private enum CodingKeys: CodingKey { case name, url }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    url = try? container.decodeIfPresent(URL.self, forKey: .url)
  }
}

@Suite("Saved failures are judged by the current contract", .freshStore)
struct StaleFailureTests {
  private struct Item: Decodable {
    var name: String
    var url: URL?
  }

  private static func text(_ lines: String, _ comment: String = "") -> String {
    """
    { \(comment) "contract": 1, "mappings": { "Item": { "map": { \(lines) } } } }
    """
  }

  private let both = Self.text(#""name": "name: String", "url?": "url: URL?""#)

  /// A package with a contract, and a saved failure of another contract.
  private struct Package {
    let trial: Trial
    let contract: Contract
    var folder: String { trial.folder + "/.contractcheck/failures/items" }
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    init(_ text: String) throws {
      trial = try Trial(["items.contract.json": text])
      contract = try Contract("items", filePath: trial.filePath)
    }

    /// Replaces the contract.
    func contract(_ text: String) throws -> Contract {
      try Data(text.utf8).write(to: URL(filePath: trial.folder + "/items.contract.json"))
      return try Contract("items", filePath: trial.filePath)
    }
  }

  private let right = MapperUnderTest.mapping { data in
    try JSONDecoder().decode([Item].self, from: data)
  }

  private let lax = MapperUnderTest.mapping { data in
    try JSONDecoder().decode([LaxItem].self, from: data).map { Item(name: $0.name, url: $0.url) }
  }

  private func issues(_ mapper: MapperUnderTest, _ contract: Contract) throws -> [String] {
    try recorded { try expect(mapper, keeps: contract, as: "[Item]") }
      .map { String($0.prefix { $0 != "\n" }) }
  }

  @Test("A deleted line removes its failures, with a notice")
  func deleted() throws {
    let package = try Package(both)
    let found = try issues(lax, package.contract)
    #expect(!found.isEmpty)
    let count = package.files.count
    #expect(count > 0)
    // The app still reads the member, and rejects an invalid address.
    let without = try package.contract(Self.text(#""name": "name: String""#))
    let said = try issues(right, without)
    #expect(said.count == 1)
    #expect(
      said.allSatisfy {
        $0.hasPrefix("DROPPED: items-")
          && $0.contains(": the contract has changed, and the mapper keeps the current one")
      }, "\(said)")
    #expect(package.files == [])
    #expect(try issues(right, without) == [])
  }

  @Test("A rejection without a place has the same cause on the next run")
  func withoutPlace() throws {
    let package = try Package(both)
    let mapper = MapperUnderTest.mapping { data in
      let items = try JSONDecoder().decode([Item].self, from: data)
      if items.contains(where: \.name.isEmpty) { throw CocoaError(.formatting) }
      return items
    }
    for _ in 1...2 {
      #expect(try issues(mapper, package.contract) == ["Item refuses a valid name"])
      #expect(package.files.count == 1)
    }
  }

  @Test("A rejection of a member that no line reads has the same cause on the next run")
  func atUnreadMember() throws {
    struct Item: Decodable {
      struct Link: Decodable { let href: String }
      let links: [String: Link]
    }
    let package = try Package(Self.text(#""links.self.href": "_: String""#))
    for _ in 1...2 {
      #expect(
        try issues(.decoding([Item].self), package.contract) == [
          "Item refuses members that no line reads"
        ])
    }
  }

  @Test("A comment, a note, another layout and an example change nothing")
  func comments() throws {
    let package = try Package(both)
    _ = try issues(lax, package.contract)
    let files = package.files.sorted()
    let texts = [
      Self.text(#""name": "name: String", "url?": "url: URL?""#, "// changed\n"),
      Self.text(#""name": { "to": "name", "type": "String", "note": "n" }, "url?": "url: URL?", "#)
        .replacing("\"contract\"", with: "\"owner\": \"us\", \"contract\""),
      both.replacing(
        "} } } }",
        with: """
          } } }, "examples": [{ "name": "a", "json": [{"name":"a"}], "as": "[Item]" }] }
          """),
    ]
    for text in texts {
      let contract = try package.contract(text)
      #expect(contract.digest == package.contract.digest)
      let saved = SavedFailures(root: URL(filePath: package.trial.folder)).all().failures
      #expect(saved.allSatisfy { $0.contract.hash == contract.digest.text })
    }
    #expect(package.files.sorted() == files)
    let others = [
      Self.text(#""name": "name: String""#),
      Self.text(#""name": "name: String", "url?": "url: URL""#),
      Self.text(#""name": "name: String", "url?": "url: URL?""#)
        .replacing("{ \"map\"", with: "{ \"keys\": \"anyCase\", \"map\""),
    ]
    for text in others {
      #expect(try package.contract(text).digest != package.contract.digest)
    }
  }

  @Test(
    "A failure that persists without the removed members is reported and kept")
  func stillFails() throws {
    let package = try Package(both)
    let failure = SavedFailure(
      contract: .init(name: "items", digest: StableHash("another".utf8)), target: "[Item]",
      check: "", law: Law.agreesWithTheContract.rawValue, identity: "x", caseID: "",
      payloads: [SavedPayload(Array(#"[{"name":"zzz","old":1}]"#.utf8))], original: [[1]])
    let memory = try #require(MapperMemory(right, package.contract, as: "[Item]", in: "a"))
    #expect(
      memory.payloads(of: failure).map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"[{"name":"zzz"}]"#
      ])
    var own = failure
    own.contract.hash = package.contract.digest.text
    #expect(
      memory.payloads(of: own).map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"[{"name":"zzz","old":1}]"#
      ])
    // A failure that ended the process is tried unchanged.
    var trap = failure
    trap.identity = MapperMemory.trap
    #expect(memory.payloads(of: trap).map(\.bytes) == failure.payloads.map(\.bytes))
    let broken = MapperUnderTest.mapping { data in
      try JSONDecoder().decode([Item].self, from: data).map {
        Item(name: $0.name == "zzz" ? "" : $0.name, url: $0.url)
      }
    }
    var promoted = failure
    promoted.check = "of another check"
    let regressions = URL(filePath: package.trial.folder + "/Fixtures/regressions")
    try FileManager.default.createDirectory(at: regressions, withIntermediateDirectories: true)
    try promoted.fileText.write(to: regressions.appending(path: "items-1.json"))
    let said = try issues(broken, package.contract)
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("Item makes \"\" of name") ?? false, "\(said)")
    let saved = SavedFailures(root: URL(filePath: package.trial.folder)).all()
    #expect(saved.problems == [])
    #expect(
      Set(saved.failures.map(\.contract.hash)) == [
        failure.contract.hash, package.contract.digest.text,
      ])
  }

  @Test("A file without a digest is judged by the current contract")
  func older() throws {
    let package = try Package(both)
    _ = try issues(lax, package.contract)
    for name in package.files {
      let url = URL(filePath: package.folder + "/" + name)
      let text = try String(contentsOf: url, encoding: .utf8)
      let lines = text.split(separator: "\n").filter { !$0.contains("\"hash\"") }
      try Data(lines.joined(separator: "\n").utf8).write(to: url)
    }
    let without = try package.contract(Self.text(#""name": "name: String""#))
    #expect(try issues(right, without).allSatisfy { $0.hasPrefix("DROPPED: ") })
    #expect(package.files == [])
  }

  @Test("Damaged files are reported or judged, and never end the process")
  func damaged() throws {
    let package = try Package(both)
    _ = try issues(lax, package.contract)
    let name = try #require(package.files.first)
    let url = URL(filePath: package.folder + "/" + name)
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var texts = lines.indices.map { index in
      (lines[..<index] + lines[(index + 1)...]).joined(separator: "\n")
    }
    texts += stride(from: 0, to: text.utf8.count, by: 180).map { String(text.prefix($0)) }
    texts += ["null", "0", "\"\"", "[]", "{}", "{ \"x\": 1 }"].flatMap { value in
      ["payloads", "original", "contract", "hash", "caseID", "identity"].map { key in
        text.replacing("\"\(key)\" : ", with: "\"\(key)\" : \(value), \"_\" : ")
      }
    }
    texts.append(text.replacing("\"text\" :", with: "\"overlaps\": true, \"text\" :"))
    texts.append(text.replacing("\"text\" :", with: "\"endpoint\": \"x\", \"text\" :"))
    for text in texts {
      try Data(text.utf8).write(to: url)
      _ = try MapperTest(right, keeps: package.contract, as: "[Item]").violations()
      let saved = SavedFailures(root: URL(filePath: package.trial.folder)).all()
      for failure in saved.failures {
        _ = MapperMemory(right, package.contract, as: "[Item]", in: "a").map { memory in
          (memory.payloads(of: failure), memory.case(of: failure), memory.history(of: failure))
        }
      }
    }
  }
}
