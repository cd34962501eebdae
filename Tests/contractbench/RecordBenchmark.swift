import CaptureChecking
import CaptureSources
import ContractModel
import Foundation
import Generation
import MappingEngine
import Reporting

/// The part of `contractbench check` with realistic records: issues with many keys, webhooks of
/// many kinds, and records that all break the contract; compared with `JSONSerialization`, which
/// only parses the same lines.
enum RecordBenchmark {
  private static let byteCount = 50_000_000

  static func run(_ folder: URL) throws {
    try measure("wide records", .issues, folder)
    try measure("webhooks", .webhooks, folder)
    let broken = 5
    try measure("\(broken) violations a record", .issues, brokenCount: broken, folder)
    try measure(
      "\(broken) violations a record, with a report of them", .issues, brokenCount: broken,
      isReported: true, folder)
  }

  private static func measure(
    _ name: String, _ records: ShapedRecords, brokenCount: Int = 0, isReported: Bool = false,
    _ folder: URL
  ) throws {
    let file = folder.appending(path: "records.ndjson")
    let lineCount = try records.write(byteCount, to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let set = ContractSet(
      paths: ["bench\(Contract.fileSuffix)"],
      files: TextFile(text: records.contract(brokenCount: brokenCount)))
    precondition(set.contracts.count == 1, "the contract of the records has no error")
    let rounds = try PairedRounds(count: 3) {
      let found = try check(file, set, isReported: isReported)
      precondition(found == lineCount * brokenCount)
    } peer: {
      try UserLines.forEach(in: file) { line in
        _ = try JSONSerialization.jsonObject(with: line)
      }
    }
    Figure(
      name: "check \(name)", byteCount: byteCount, size: "\(lineCount) lines",
      peer: "JSONSerialization", rounds: rounds
    ).print()
  }

  /// - Returns: The number of violations.
  private static func check(_ file: URL, _ set: ContractSet, isReported: Bool) throws -> Int {
    var options = CheckOptions()
    if set.contracts[0].endpoints.isEmpty {
      let type = ConstrainedType(.mapping(Located(set.contracts[0].mappings[0].name)))
      options.bareTarget = CheckOptions.NamedTarget(
        contract: 0, target: .type(root: .representation, type))
    }
    var check = CaptureCheck(set.contracts, options: options)
    let report = CheckReport(check, inputCount: 1, of: set)
    var reader = CaptureReader()
    var byteCount = 0
    let problems = reader.read(CaptureInput(file: file.path)) { record, body in
      guard isReported else { return check.check(record, body) }
      return check.check(record, body) { byteCount += report.record($0).count }
    }
    precondition(problems.isEmpty && isReported == (byteCount > 0))
    return check.totals.foundCount
  }
}

/// One contract in memory.
private struct TextFile: ContractFiles {
  let text: String

  func contract(at path: String) -> [UInt8]? { Array(text.utf8) }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { false }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}

extension ShapedRecords {
  /// Writes records to a file, a line each.
  ///
  /// - Parameters:
  ///   - byteCount: The minimal number of bytes.
  ///   - interval: One line in `interval` breaks the contract; 0 for none.
  /// - Returns: The number of lines.
  func write(_ byteCount: Int, to url: URL, violatingEvery interval: Int = 0) throws -> Int {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    // The lines are made once and repeated, because making them takes longer than checking them.
    let lines = (0..<1_000).map { number in
      record(number, isViolating: interval > 0 && number % interval == 0) + [0x0a]
    }
    let all = Data(lines.joined())
    let count = (byteCount + all.count - 1) / all.count
    for _ in 0..<count { try file.write(contentsOf: all) }
    return count * lines.count
  }
}
