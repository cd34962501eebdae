import ContractTesting
import Foundation
import MapperTesting
import TestSupport

@testable import CaptureTesting

/// The output on captures in a folder, without the folder's path.
struct Told {
  var violations: [String] = []
  var warnings: [String] = []
  var coverage = ""

  init(_ test: CaptureTest, in folder: String) {
    let short = { (text: String) in
      text.replacingOccurrences(of: folder + "/", with: "")
        .replacingOccurrences(of: folder, with: "(the folder)")
    }
    violations = test.violations().map { short($0.description) }
    warnings = test.reading.warnings.map(short)
    coverage = short("\(test.reading.coverage)")
  }

  /// Runs a mapper over the files of a folder.
  static func of(
    _ mapper: MapperUnderTest, _ files: [String: String], _ endpoint: String? = "GET /users",
    host: String? = nil, inputs: String? = nil
  ) throws -> Told {
    var told: Told?
    try withFolder(files) { folder in
      let bodies = try RecordedBodies(endpoint, host: host, inputs: inputs)
      let test = try CaptureTest(mapper, reads: Captures(folder), bodies)
      told = Told(test, in: folder)
    }
    return try required(told)
  }

  /// Runs a mapper over the files of a folder, and compares the results with a contract.
  static func of(
    _ mapper: MapperUnderTest, _ files: [String: String], _ endpoint: String? = "GET /users",
    inputs: String? = nil, keeps contract: Contract, as type: String = "GET /users"
  ) throws -> Told {
    var told: Told?
    try withFolder(files) { folder in
      let bodies = try RecordedBodies(endpoint, host: nil, inputs: inputs, of: contract)
      let check = try RecordedCheck(
        mapper, keeps: contract, as: type, returning: nil, ComparisonOptions(), tolerating: [])
      let test = try CaptureTest(reads: Captures(folder), bodies, keeps: contract, check)
      told = Told(test, in: folder)
    }
    return try required(told)
  }

  private static func required(_ told: Told?) throws -> Told {
    guard let told else { throw CocoaError(.fileNoSuchFile) }
    return told
  }
}

/// Recorded exchanges in the formats of captures.
enum Recorded {
  /// A line of NDJSON.
  static func line(_ url: String, _ body: String, status: Int = 200) -> String {
    #"{"method":"GET","url":"\#(url)","status":\#(status),"body":\#(body)}"# + "\n"
  }

  /// An HTTP archive.
  static func archive(_ entries: [(url: String, body: String)]) throws -> String {
    let entries = entries.map { entry in
      [
        "request": ["method": "GET", "url": entry.url],
        "response": [
          "status": 200, "content": ["mimeType": "application/json", "text": entry.body],
        ],
      ] as [String: Any]
    }
    let log: [String: Any] = ["log": ["version": "1.2", "entries": entries]]
    return String(
      decoding: try JSONSerialization.data(withJSONObject: log, options: .sortedKeys), as: UTF8.self
    )
  }
}

struct User: Decodable {
  var id: Int
  var login: String
}
