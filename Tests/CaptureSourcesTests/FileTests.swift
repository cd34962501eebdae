import Foundation
import TestSupport
import Testing

@testable import CaptureSources

@Suite("Files and pipes are read")
struct FileTests {
  @Test("A reader reads one input after the other")
  func files() throws {
    try withFolder(["a.json": "{\n}", "b.ndjson": "1\n2", "c.har": "{", "d.json": "3"]) { folder in
      var reader = CaptureReader()
      var records: [String] = []
      let problems = CaptureSearch(operands: [folder]).inputs.flatMap { input in
        reader.read(input) { record, body in
          let name = record.input.dropFirst(folder.count + 1)
          records.append("\(name) \(record.summary): \(String(bytes(of: body)))")
          return .goOn
        }
      }
      #expect(
        records == [
          "a.json file body: {\n}", "b.ndjson line 1 body: 1", "b.ndjson line 2 body: 2",
          "d.json file body: 3",
        ])
      #expect(problems.map(\.input) == ["\(folder)/c.har"])
    }
  }

  @Test("A file that is larger than the buffer is read whole")
  func large() throws {
    let lines = (0..<300_000).map { "{\"id\":\($0)}" }
    try withFolder(["a.jsonl": lines.joined(separator: "\n")]) { folder in
      var reader = CaptureReader()
      var next = 0
      let problems = reader.read(CaptureInput(file: "\(folder)/a.jsonl")) { record, body in
        #expect(record.place == .line(next + 1) && String(bytes(of: body)) == lines[next])
        next += 1
        return .goOn
      }
      #expect(next == lines.count)
      #expect(problems == [])
    }
  }

  @Test("A file that is gone since planning is a problem; one that grew is read whole")
  func changed() throws {
    let names = ["a", "b", "c", "d", "e"]
    try withFolder(Dictionary(names.map { ($0, "[1]") }) { $1 }) { folder in
      let items = CapturePlan(CaptureSearch(operands: [folder]).inputs, format: .auto).items
      for name in ["a", "b", "c"] {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      #expect(mkfifo("\(folder)/b", 0o600) == 0)
      try FileManager.default.createDirectory(
        atPath: "\(folder)/c", withIntermediateDirectories: false)
      try Data("[1, 2, 3]".utf8).write(to: URL(filePath: "\(folder)/d"))
      try Data("[]".utf8).write(to: URL(filePath: "\(folder)/e"))
      var (bodies, problems): ([String], [String]) = ([], [])
      var reader = CaptureReader()
      for item in items {
        let outcome = reader.read(item) { _, body in
          bodies.append(String(bytes(of: body)))
          return .goOn
        }
        problems += outcome.problems.problems.map(\.description)
      }
      #expect(bodies == ["[1, 2, 3]", "[]"])
      #expect(
        problems == [
          "\(folder)/a: cannot be read: no such file or folder",
          "\(folder)/b: cannot be read: it is no regular file",
          "\(folder)/c: cannot be read: it is no regular file",
        ])
    }
  }

  @Test("A file that vanished or changed since it was found is a problem")
  func vanished() throws {
    try withFolder(["a": "", "b": "", "c": ""]) { folder in
      let inputs = CaptureSearch(operands: [folder]).inputs
      for name in ["a", "b", "c"] {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      #expect(mkfifo("\(folder)/b", 0o600) == 0)
      try FileManager.default.createDirectory(
        atPath: "\(folder)/c", withIntermediateDirectories: false)
      #expect(
        inputs.flatMap { Reading($0).problems } == [
          "\(folder)/a: cannot be read: no such file or folder",
          "\(folder)/b: cannot be read: it is no regular file",
          "\(folder)/c: cannot be read: it is no regular file",
        ])
    }
  }

  @Test("A pipe is read as its bytes arrive")
  func pipes() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let writer = Thread { [end = ends[1]] in
      for text in ["{}\n[", "1]\n", "\n2"] {
        _ = Array(text.utf8).withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
        usleep(2_000)
      }
      close(end)
    }
    writer.start()
    // Some programs pass on non-blocking pipes.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    var reader = CaptureReader()
    var records: [String] = []
    let problems = reader.read(.standardInput, from: FileSource(descriptor: ends[0])) {
      record, body in
      records.append("\(record.input) \(record.summary): \(String(bytes(of: body)))")
      return .goOn
    }
    #expect(
      records == [
        "(standard input) line 1 body: {}", "(standard input) line 2 body: [1]",
        "(standard input) line 4 body: 2",
      ])
    #expect(problems == [])
  }
}
