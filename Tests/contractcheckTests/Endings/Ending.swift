import Foundation
import TestSupport
import Testing

@testable import contractcheck

/// A way in which a run can end: its input, and its last line.
struct Ending: Sendable, CustomTestStringConvertible {
  var name: String
  var code: ExitCode
  /// A part of the last line: of the output if the run ends with 0 or 1, otherwise of the errors.
  var printed: String
  /// The words of the command line; `DIR` is the folder of the run.
  var words: [String]
  /// Files besides the contract and the capture.
  var files: [String: String] = [:]
  var environment: [String: String] = [:]
  /// The words of an earlier run, such as one that writes a baseline from other records.
  var before: [String] = []
  /// The lines of the earlier run's capture.
  var recordsBefore: [String] = []
  /// The lines of the capture `x.ndjson`.
  var records: [String] = []

  var testDescription: String { name }

  static let contract = """
    { "contract": 1,
      "endpoints": {
        "GET /users/:id": "User", "GET /users": "[User]", "GET /count": "Int",
        "GET /raw": "Any", "GET /page": { "items": "[Any]", "next?": "String?" } },
      "mappings": {
        "User": { "map": { "id": "Int", "name?": "String", "pet?": "Pet" } },
        "Pet": { "switch": "kind", "cases": {
          "cat": { "lives": "Int" }, "dog": { "tricks?": "Int" } } } },
      "examples": [{ "name": "one", "json": { "id": 1 }, "as": "User" }] }
    """

  /// Creates a check of `x.ndjson` against the contract.
  static func check(
    _ name: String, _ code: ExitCode, _ printed: String, _ options: [String], _ records: [String]
  ) -> Ending {
    Ending(
      name: name, code: code, printed: printed,
      words: ["check", "DIR/x.ndjson", "-c", "DIR/a.contract.json", "--today", "2026-11-21"]
        + options, records: records)
  }

  static func check(
    _ name: String, _ code: ExitCode, _ printed: String, _ records: [String]
  ) -> Ending {
    check(name, code, printed, [], records)
  }

  /// Creates a check of records with a baseline of other records.
  static func baseline(
    _ name: String, _ code: ExitCode, _ printed: String, before: [String], _ records: [String]
  ) -> Ending {
    var ending = check(name, code, printed, ["--baseline", "DIR/b.json"], records)
    ending.recordsBefore = before
    ending.before =
      ending.words.prefix(6) + ["--write-baseline", "DIR/b.json", "--reason", "API-7"]
    return ending
  }

  /// Returns an exchange with the status 200.
  static func get(_ path: String, _ body: String, status: String? = "200") -> String {
    let status = status.map { #","status":\#($0)"# } ?? ""
    return #"{"method":"GET","url":"https://a.org\#(path)"\#(status),"body":\#(body)}"#
  }

  static let good = get("/users/1", #"{"id":1,"name":"a"}"#)
  static let bad = get("/users/2", #"{"id":"2"}"#)

  /// Runs the command, and returns its exit code and output, without the folder's name.
  func run() throws -> (code: ExitCode, output: String, errors: String) {
    var files = files
    files["a.contract.json"] = Self.contract
    var result: (ExitCode, String, String)?
    try withFolder(files) { folder in
      func write(_ records: [String]) throws {
        let text = records.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: URL(filePath: folder + "/x.ndjson"))
      }
      if !before.isEmpty {
        try write(recordsBefore)
        let run = CommandRun(before.map { $0.replacing("DIR", with: folder) })
        #expect(run.exitCode == .success, "\(run.errors)")
      }
      try write(records)
      let run = CommandRun(
        words.map { $0.replacing("DIR", with: folder) }, environment: environment)
      result = (
        run.exitCode, run.output.replacing(folder + "/", with: ""),
        run.errors.replacing(folder + "/", with: "")
      )
    }
    return try #require(result)
  }
}
