import ContractModel
import Foundation
import Generation

/// The part of `contractbench check` that reads gzipped lines, compared with the same lines
/// unpacked.
enum PackedLines {
  private static let byteCount = 100_000_000
  private static let command = "/usr/bin/gzip"

  static func measure(_ folder: URL) throws {
    guard FileManager.default.isExecutableFile(atPath: command) else {
      return print("check gzip lines: not measured, for there is no \(command)")
    }
    let contract = try Contract(at: "users\(Contract.fileSuffix)", files: UserContract())
    let plain = folder.appending(path: "packed.ndjson")
    try UserLines.write(byteCount, to: plain, violatingEvery: 0)
    let packed = packed(plain)
    var lineCount = 0
    let rounds = try PairedRounds(count: 3) {
      lineCount = try CheckBenchmark.check(packed, contract, 0)
    } peer: {
      let count = try CheckBenchmark.check(plain, contract, 0)
      precondition(count == lineCount)
    }
    Figure(
      name: "check gzip lines", byteCount: byteCount, size: "\(lineCount) lines",
      peer: "the same lines plain", rounds: rounds
    ).print()
  }

  /// Packs a file with gzip(1) into a file beside it.
  private static func packed(_ file: URL) -> URL {
    precondition(ChildProcess.succeeds(command, ["-k", file.path]), "\(command) packs no file")
    return file.appendingPathExtension("gz")
  }
}
