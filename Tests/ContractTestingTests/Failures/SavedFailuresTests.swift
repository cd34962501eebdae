import ContractTesting
import Foundation
import JSONParsing
import Testing

@testable import FailureStorage

@Suite("Failures are saved in files", .freshStore)
struct SavedFailuresTests {
  private let root: URL
  private let failures: SavedFailures
  private let shown: String

  init() throws {
    root = URL(filePath: try Trial([:]).folder)
    failures = SavedFailures(root: root)
    shown = root.path
  }

  private func failure(
    _ identity: String = "accepts [].file_url", check: String = "Tests.f()",
    payload: String = #"[{"id":1}]"#
  ) -> SavedFailure {
    SavedFailure(
      contract: .init(name: "avatars", digest: StableHash("{}".utf8)), target: "[Avatar]",
      check: check,
      law: "agrees with the contract", identity: identity, caseID: "missing@[0].file_url",
      payloads: [SavedPayload(Array(payload.utf8))],
      original: [Array("[{\"id\":1, \"x\":\"\u{1b}\"}]".utf8)])
  }

  private func saved() -> SavedFailures.Contents {
    failures.saved(of: "avatars", as: "[Avatar]", in: "Tests.f()")
  }

  private func write(_ text: String, _ path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test("A saved failure is read until it is removed")
  func roundTrip() {
    #expect(failures.save(failure()) == nil)
    #expect(saved() == .init(failures: [failure()]))
    #expect(failures.saved(of: "avatars", as: "Avatar", in: "Tests.f()") == .init())
    #expect(failures.saved(of: "users", as: "[Avatar]", in: "Tests.f()") == .init())
    #expect(failures.saved(of: "avatars", as: "[Avatar]", in: "Tests.g()") == .init())
    #expect(failures.remove(failure()) == nil)
    #expect(failures.remove(failure()) == nil)
    #expect(saved() == .init())
  }

  @Test("A smaller payload replaces a larger one")
  func replaced() {
    #expect(failures.save(failure(payload: #"[{"id":100}]"#)) == nil)
    #expect(failures.save(failure()) == nil)
    #expect(saved().failures == [failure()])
  }

  @Test("The file is readable, and git ignores it")
  func file() throws {
    #expect(failures.save(failure()) == nil)
    let folder = root.appending(path: ".contractcheck")
    #expect(
      try String(contentsOf: folder.appending(path: ".gitignore"), encoding: .utf8) == "*\n")
    let file = folder.appending(path: "failures/avatars/\(failure().hash.text).json")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == #"""
        {
          "caseID" : "missing@[0].file_url",
          "check" : "Tests.f()",
          "contract" : {
            "hash" : "08f44b07b5901a25",
            "name" : "avatars"
          },
          "format" : 2,
          "identity" : "accepts [].file_url",
          "law" : "agrees with the contract",
          "original" : [
            {
              "base64" : "W3siaWQiOjEsICJ4IjoiGyJ9XQ==",
              "text" : "[{\"id\":1, \"x\":\"<U+001B>\"}]"
            }
          ],
          "payloads" : [
            {
              "text" : "[{\"id\":1}]"
            }
          ],
          "target" : "[Avatar]"
        }

        """#)
  }

  @Test("An unusable file is skipped and reported")
  func unusable() throws {
    #expect(failures.save(failure()) == nil)
    let name = failure().hash.text + ".json"
    let folder = ".contractcheck/failures/avatars"
    let good = try String(
      contentsOf: root.appending(path: "\(folder)/\(name)"), encoding: .utf8)
    try write("{\n\"format\": 1,\n}", "\(folder)/1.json")
    try write(good.replacing(#""format" : 2"#, with: #""format" : 3"#), "\(folder)/2.json")
    try write("{}", "\(folder)/3.json")
    try write(good.replacing("W3siaWQiOjEsICJ4IjoiGyJ9XQ==", with: "*"), "\(folder)/4.json")
    try write(good.replacing(#""law" :"#, with: #""lore" :"#), "\(folder)/5.json")
    try write(good.replacing(#""[Avatar]""#, with: "1"), "\(folder)/6.json")
    try write(String(repeating: " ", count: 4 << 20 | 1), "\(folder)/7.json")
    try write("", "\(folder)/\u{1b}.json/file")
    try write("not read", "\(folder)/8.text")
    let start = "\(shown)/\(folder)"
    let skipped = "the saved failure is skipped"
    #expect(saved().failures == [failure()])
    #expect(
      saved().problems.joined(separator: "\n") == """
        \(start)/<U+001B>.json: \(skipped): it is no regular file
        \(start)/1.json:3:1: \(skipped): expected a member name, found "}" at offset 15
        \(start)/2.json: \(skipped): it is of format 3, and this version knows 2
        \(start)/3.json: \(skipped): it has no "format", which is a whole number
        \(start)/4.json: \(skipped): original[0].base64: the value is no base64
        \(start)/5.json: \(skipped): the key "law" is missing
        \(start)/6.json: \(skipped): target: the value is of another type
        \(start)/7.json: \(skipped): it has 4194305 bytes, more than 4194304
        """)
  }

  @Test("A folder that cannot be written to is a warning")
  func unwritable() throws {
    try write("a file", ".contractcheck")
    #expect(
      failures.save(failure())
        == "the failure \"\(failure().id)\" is not saved: \(shown)/.contractcheck/failures/avatars cannot be written to: there is something else with that name"
    )
    #expect(saved() == .init())
    #expect(failures.remove(failure()) == nil)
  }

  @Test("A write error is reported once, and an oversized failure separately")
  func unwritableOnce() throws {
    try write("a file", ".contractcheck")
    let large = failure(payload: String(repeating: "1", count: 4 << 20))
    #expect(
      failures.save([large, failure("a"), failure("b")])
        == [
          "the failure \"\(large.id)\" is not saved: it takes \(try large.fileText.count) bytes, more than 4194304",
          "2 failures are not saved: \(shown)/.contractcheck/failures/avatars cannot be written to: there is something else with that name",
        ])
  }

  @Test("At most two hundred failures of a contract are saved")
  func limit() throws {
    for number in 0..<SavedFailures.countLimit {
      #expect(failures.save(failure("\(number)")) == nil)
    }
    #expect(
      failures.save(failure("one more"))
        == "the failure \"\(failure("one more").id)\" is not saved: there are 200 of the contract in \(shown)/.contractcheck/failures/avatars"
    )
    #expect(failures.save(failure("1", payload: "1")) == nil)
    #expect(saved().failures.count == 200)
    #expect(saved().problems == [])
    try write("{}", ".contractcheck/failures/avatars/z.json")
    #expect(
      saved().problems == [
        "\(shown)/.contractcheck/failures/avatars has more than 200 failures: the others are not read"
      ])
  }

  @Test("An oversized payload is not saved")
  func largePayload() throws {
    let large = failure(payload: String(repeating: "1", count: 4 << 20))
    let size = try large.fileText.count
    #expect(
      failures.save(large)
        == "the failure \"\(large.id)\" is not saved: it takes \(size) bytes, more than 4194304")
    #expect(saved() == .init())
  }

  @Test(
    "Names of contracts do not lead out of their folder", arguments: ["..", "a/b", "", "ä\u{1b}"])
  func names(name: String) throws {
    var failure = failure()
    failure.contract.name = name
    #expect(failures.save(failure) == nil)
    let contents = failures.saved(of: name, as: "[Avatar]", in: "Tests.f()")
    #expect(contents.failures == [failure])
    let folder = root.appending(path: ".contractcheck/failures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(["_..", "a_b", "_", "__"].contains(names.joined()))
  }

  @Test("Concurrent saves leave a complete file")
  func parallel() async {
    await withTaskGroup { group in
      for number in 0..<50 {
        let failure = failure("x", payload: "\(number)")
        group.addTask { [failures] in failures.save(failure) == nil }
      }
      while let isSaved = await group.next() { #expect(isSaved) }
    }
    #expect(saved().failures.count == 1)
    #expect(saved().problems == [])
  }

  // MARK: - Promoting

  @Test("Every check of the contract and type replays a promoted failure first")
  func promoted() throws {
    let (one, other) = (failure("a"), failure("b", check: "Tests.g()"))
    for failure in [one, other] { #expect(failures.save(failure) == nil) }
    let file = try failures.promote(id: other.id)
    #expect(file == root.appending(path: "Fixtures/regressions/\(other.id).json"))
    let contents = failures.replays(of: "avatars", as: "[Avatar]", in: "Tests.f()")
    #expect(contents == .init(failures: [other, one]))
    #expect(
      failures.replays(of: "avatars", as: "[Avatar]", in: "Tests.g()").failures == [other])
    #expect(failures.replays(of: "avatars", as: "Avatar", in: "Tests.g()").failures == [])
    #expect(failures.remove(other) == nil)
    #expect(try failures.failure(id: other.id) == other)
    #expect(failures.all().failures.map(\.id) == [one.id, other.id].sorted())
  }

  @Test("An unknown id is an error with the known ones")
  func unknown() throws {
    func error(_ id: String) -> UnknownFailure? {
      #expect(throws: UnknownFailure.self) { try failures.failure(id: id) }
    }
    #expect(
      error("a\u{1b}")?.hint
        == "there is none in \(shown)/.contractcheck/failures or \(shown)/Fixtures/regressions")
    #expect(failures.save(failure()) == nil)
    #expect(error("a\u{1b}")?.message == "there is no saved failure \"a<U+001B>\"")
    #expect(error("a\u{1b}")?.hint == "there are \(failure().id)")
    #expect(error("avatars")?.message == "there is no saved failure \"avatars\"")
    #expect(try failures.failure(id: "avatars-\(failure().hash.text)") == failure())
  }

  #if os(Linux) || os(macOS)
    /// The folder of a process that is killed while it saves failures.
    private static func rootOfKilled(by parent: Int32) -> URL {
      FileManager.default.temporaryDirectory.appending(path: "killed-while-saving-\(parent)")
    }

    /// Two failures of one file, long enough that a partial write would show.
    private static var twoOfOneFile: [SavedFailure] {
      ["a", "b"].map { letter in
        SavedFailure(
          contract: .init(name: "avatars", digest: StableHash("{}".utf8)), target: "[Avatar]",
          check: "Tests.f()", law: "agrees with the contract", identity: "accepts [].file_url",
          caseID: "missing@[0].file_url",
          payloads: [SavedPayload(Array("\"\(String(repeating: letter, count: 20_000))\"".utf8))],
          original: [Array("{}".utf8)])
      }
    }

    @Test("A process killed while saving leaves the old or the new failure")
    func killed() async throws {
      let root = Self.rootOfKilled(by: ProcessInfo.processInfo.processIdentifier)
      defer { try? FileManager.default.removeItem(at: root) }
      for _ in 0..<8 {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          let failures = SavedFailures(root: SavedFailuresTests.rootOfKilled(by: getppid()))
          let two = SavedFailuresTests.twoOfOneFile
          _ = failures.save(two[0])
          Thread.detachNewThread {
            usleep(.random(in: 0..<50_000))
            kill(getpid(), SIGKILL)
          }
          while true { for failure in two { _ = failures.save(failure) } }
        }
        let found = SavedFailures(root: root).saved(of: "avatars", as: "[Avatar]", in: "Tests.f()")
        #expect(found.problems == [])
        #expect(found.failures.count == 1)
        #expect(found.failures.allSatisfy(Self.twoOfOneFile.contains))
      }
    }
  #endif
}
