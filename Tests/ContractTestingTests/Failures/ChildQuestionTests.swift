import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

@Suite("Only the parent's message makes a process a child", .freshStore)
struct ChildQuestionTests {
  private let record = CallRecord(check: "a", payloads: [EndpointPayload([0x31])])

  /// Returns the question that a child finds.
  private func found(_ number: String, in file: FileHandle) -> ChildQuestion? {
    ChildQuestion(number: number, in: file.fileDescriptor)
  }

  @Test("A child reads its question, and the parent reads its progress")
  func roundTrip() throws {
    let question = try ChildQuestion(asking: record)
    let child = try #require(found(question.number, in: question.standardInput))
    #expect(child.record == record)
    #expect(question.progress == .started)
    child.progress = .called
    #expect(question.progress == .called)
    child.progress = .answered
    #expect(question.progress == .answered)
    #expect(child.record == record)
    // Standard input of a mapper is empty.
    #expect(try question.standardInput.readToEnd()?.isEmpty ?? true)
  }

  @Test("The answer to another question is ignored")
  func numbers() throws {
    let (question, other) = (try ChildQuestion(asking: record), try ChildQuestion(asking: record))
    for number in [
      other.number, "", "1", question.number + "0", String(question.number.dropLast()),
    ] {
      #expect(found(number, in: question.standardInput) == nil, "\(number)")
    }
  }

  @Test("Named files, pipes and closed descriptors are ignored")
  func files() throws {
    let number = String(repeating: "0", count: 16)
    let file = try TestWorkspace.current.folder.appending(path: "question")
    try Data(Array(number.utf8) + [0x30] + record.bytes).write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    #expect(found(number, in: handle) == nil)
    // A file without a name can only come from a parent.
    try FileManager.default.removeItem(at: file)
    #expect(found(number, in: handle)?.record == record)
    #expect(found(number, in: Pipe().fileHandleForReading) == nil)
    #expect(ChildQuestion(number: number, in: -1) == nil)
  }
}
