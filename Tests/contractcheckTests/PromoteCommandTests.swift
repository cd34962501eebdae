import FailureStorage
import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck promote makes every checkout replay a failure")
struct PromoteCommandTests {
  private let failure = SavedFailure(
    contract: .init(name: "avatars", digest: StableHash("{}".utf8)), target: "[Avatar]",
    check: "Tests.f()",
    law: "agrees with the contract", identity: "accepts", caseID: "null@[0].id",
    payloads: [SavedPayload([0x31])], original: [[0x31]])

  @Test("The file is copied to Fixtures/regressions, and can be replaced")
  func promoted() throws {
    try withFolder(["Package.swift": "", "Sources/a.txt": ""]) { folder in
      let failures = SavedFailures(root: URL(filePath: folder))
      #expect(failures.save(failure) == nil)
      for _ in 0..<2 {
        let result = CommandRun("promote", failure.id, "--package", folder + "/Sources")
        #expect(result.exitCode == .success)
        #expect(result.output == "promoted to \(folder)/Fixtures/regressions/\(failure.id).json\n")
        #expect(result.errors == "")
      }
      #expect(failures.regressions(of: "avatars", as: "[Avatar]").failures == [failure])
    }
  }

  @Test("An unknown id is an error with the known ids and unreadable files")
  func unknown() throws {
    try withFolder(["Package.swift": "", "Fixtures/regressions/x.json": "{}"]) { folder in
      let failures = SavedFailures(root: URL(filePath: folder))
      #expect(failures.save(failure) == nil)
      let result = CommandRun("promote", "avatarz\u{1b}", "--package", folder)
      #expect(result.exitCode == .usage)
      #expect(result.output == "")
      #expect(
        result.errors == """
          \(folder)/Fixtures/regressions/x.json: the saved failure is skipped: it has no "format", which is a whole number
          contractcheck: there is no saved failure "avatarz<U+001B>"
            hint: there are \(failure.id)

          """)
    }
  }

  @Test("replay maps the saved payload after its predecessors")
  func replayed() throws {
    let contract = """
      { "contract": 1, "mappings": { "Avatar": { "identifiedBy": "id", "map": { "id": "id: Int" } } } }
      """
    try withFolder(["Package.swift": "", "avatars.contract.json": contract]) { folder in
      var failure = failure
      failure.payloads = [SavedPayload(#"[{"id":1}]"#.utf8.map { $0 })]
      failure.payloads.append(SavedPayload(#"[{"id":1},{"id":2}]"#.utf8.map { $0 }))
      #expect(SavedFailures(root: URL(filePath: folder)).save(failure) == nil)
      let words = ["replay", failure.id, "--package", folder, "-c", folder]
      let result = CommandRun(words)
      #expect(result.exitCode == .success)
      #expect(result.errors == "")
      #expect(
        result.output == """
          \(failure.id): accepts
          saved by: Tests.f()

          [{"id":1}]
          [{"id":1},{"id":2}]

          [
            {
              "@type": "Avatar",
              "@id": "Avatar#1",
              "id": 1
            },
            {
              "@type": "Avatar",
              "@id": "Avatar#2",
              "id": 2
            }
          ]

          reused     [0]: Avatar#1
          unchanged  [0].id -> id = 1
          created    [1]: Avatar#2
          set        [1].id -> id = 2
          set        the payload = [Avatar#1, Avatar#2]

          Avatar 2 (1 created, 1 found again); no violations

          """)
      let gone = CommandRun(["replay", "avatars-0a0b0c", "--package", folder, "-c", folder])
      #expect(gone.exitCode == .usage)
      #expect(
        gone.errors == """
          contractcheck: there is no saved failure "avatars-0a0b0c"
            hint: there are \(failure.id)

          """)
    }
  }

  @Test("A missing id is an error")
  func noID() {
    let result = CommandRun("promote")
    #expect(result.exitCode == .usage)
    #expect(
      result.errors == "contractcheck: promote needs one ID\n  hint: a failing test prints it\n")
  }
}
