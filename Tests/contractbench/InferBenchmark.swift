import CaptureChecking
import CaptureSources
import ContractDrafting
import ContractModel
import Foundation
import Generation
import TestSupport

/// `contractbench infer`: drafts a contract from exchanges with one job, compared with `check` of
/// the same exchanges against that contract.
enum InferBenchmark {
  private static let byteCount = 200_000_000

  static func run() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "contractbench-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let lineCount = try write(to: url)
    let before = peakResidentByteCount()
    let plan = CapturePlan([CaptureInput(file: url.path)], format: .exchanges)
    let draft = draft(plan)
    print("infer: \(megabytes(peakResidentByteCount() - before)) of memory for \(lineCount) lines")
    let contract = try Contract(at: "draft\(Contract.fileSuffix)", files: OneContract(draft.text))
    let rounds = PairedRounds(count: 3) {
      precondition(self.draft(plan).bodyCount == lineCount)
    } peer: {
      let check = CheckWorkers(CaptureReading(plan)).run(
        CaptureCheck([contract], options: CheckOptions())
      ).check
      precondition(check.totals.payloadCount == lineCount && check.totals.groups.isEmpty)
    }
    Figure(
      name: "infer", byteCount: byteCount, size: "\(lineCount) lines", peer: "check",
      rounds: rounds
    ).print()
  }

  private static func draft(_ plan: CapturePlan) -> ContractDraft {
    ContractDraft.all(of: CaptureSummary(of: CaptureReading(plan)))[0]
  }

  /// Writes exchanges of users, one a line.
  ///
  /// - Returns: The number of exchanges.
  private static func write(to url: URL) throws -> Int {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var (written, number) = (0, 0)
    while written < byteCount {
      var chunk: [UInt8] = []
      while chunk.count < 1 << 20 {
        let start =
          #"{"method":"GET","url":"https://api.example.com/users/\#(number)","#
          + #""status":200,"body":"#
        chunk += Array(start.utf8) + UserLines.line(number, isViolating: false) + Array("}\n".utf8)
        number += 1
      }
      try file.write(contentsOf: chunk)
      written += chunk.count
    }
    return number
  }
}
