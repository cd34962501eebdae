import Foundation
import TestSupport
import Testing

@testable import ContractTesting

@Suite("Issues and attachments are recorded in one place")
struct RecordingTests {
  @Test("Only the file of TestIssue records issues and attachments")
  func oneWay() throws {
    let folder = PackageFolder.root.appending(path: "Sources/ContractTesting")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let recording = try files.compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
      .filter { file in
        let text = try String(contentsOf: file, encoding: .utf8)
        return [" Issue.record(", " Attachment.record("].contains { text.contains($0) }
      }
    #expect(recording.map(\.lastPathComponent) == ["TestIssue.swift"])
  }

  @Test("An issue outside of a test does not end a process under swift test and Xcode")
  func runs() {
    let xcode = ["XCTestConfigurationFilePath": "/tmp/a.xctestconfiguration"]
    #expect(TestIssue.isSwiftTestingRun(["helper", "--testing-library", "swift-testing"], [:]))
    #expect(TestIssue.isSwiftTestingRun(["App", "-NSTreatUnknownArgumentsAsOpen", "NO"], xcode))
    #expect(!TestIssue.isSwiftTestingRun(["helper", "--testing-library", "xctest"], [:]))
    #expect(!TestIssue.isSwiftTestingRun(["a program"], [:]))
  }
}
