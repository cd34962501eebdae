import Foundation
import TestSupport

@testable import contractcheck

/// A contract, and captures to check against it, plain and packed.
enum GzipCapture {
  static let contract = """
    {
      "contract": 1,
      "endpoints": { "GET /users/:id": "User", "event user.created": "User" },
      "mappings": { "User": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } } },
    }
    """

  /// Clean lines of 20 bytes each.
  static let lines = (10..<14).map { "{\"id\":\($0),\"name\":\"a\"}\n" }.joined()

  /// Captures of every format, by name, each with a violation.
  static let files = [
    "body.json": "{\n  \"id\": \"1\",\n  \"name\": \"a\"\n}\n",
    "lines.ndjson": lines + "\n{\"id\":\"20\"}\n{ broken\n" + lines,
    "exchanges.ndjson": """
    {"method":"GET","url":"/users/1","status":200,"body":{"id":1}}
    {"method":"GET","url":"/users/2","status":200,"body":"{\\"id\\":\\"2\\"}"}
    {"method":"GET","url":"/nothing","status":200,"body":{}}
    """,
    "events.jsonl": """
    {"event":"user.created","data":{"id":1,"name":null}}
    {"event":"user.created","data":{"id":2,"name":"b"}}
    """,
    "archive.har": """
    { "log": { "entries": [
      { "request": { "method": "GET", "url": "https://a/users/1" },
        "response": { "status": 200, "content": { "text": "{\\"id\\":1}" } } },
      { "request": { "method": "GET", "url": "https://a/users/2" },
        "response": { "status": 200, "content": { "encoding": "base64", "text": "e30=" } } }
    ] } }
    """,
    "empty.json": "",
  ]

  /// Creates a folder with the contract and files.
  static func withFiles(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
    try withFolder(["a.contract.json": contract]) { folder in
      try write(files, to: folder)
      try body(folder)
    }
  }

  /// Creates a folder with the contract and files.
  static func withFiles(
    _ files: [String: [UInt8]], _ body: (String) async throws -> Void
  ) async throws {
    try await withFolder(["a.contract.json": contract]) { folder in
      try write(files, to: folder)
      try await body(folder)
    }
  }

  private static func write(_ files: [String: [UInt8]], to folder: String) throws {
    for (name, bytes) in files {
      let file = URL(filePath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  /// Returns the result of checking one file.
  static func run(_ bytes: [UInt8], named name: String, _ options: String...) throws -> Printed {
    var printed: Printed?
    try withFiles([name: bytes]) { folder in
      let words = ["check", "\(folder)/\(name)", "-c", folder, "--as", "User", "-q"]
      printed = Printed(CommandRun(words + options), folder)
    }
    return printed ?? Printed(exitCode: .success, output: "", errors: "")
  }

  /// The exit code and output of a run, without the folder's name.
  struct Printed: Equatable {
    var exitCode: ExitCode
    var output: String
    var errors: String

    init(exitCode: ExitCode, output: String, errors: String) {
      (self.exitCode, self.output, self.errors) = (exitCode, output, errors)
    }

    init(_ run: CommandRun, _ folder: String) {
      exitCode = run.exitCode
      output = run.output.replacingOccurrences(of: folder + "/", with: "")
      errors = run.errors.replacingOccurrences(of: folder + "/", with: "")
    }

    /// The number of checked payloads.
    var checkedCount: Int? {
      output.split(separator: "\n").last?.split(separator: " ").dropFirst().first.flatMap {
        Int($0)
      }
    }
  }
}
