import Foundation

/// `contractbench NAME`: measures, and prints one line per figure; `contractbench fuzz` tries
/// damaged contracts and records.
///
/// Every figure is a ratio to a peer that was measured in the same run, because the speed of
/// machines differs and drifts.
@main
struct ContractBench {
  private static let benchmarks: [String: @Sendable () async throws -> Void] = [
    "json": { try JSONBenchmark.run() }, "lint": { try LintBenchmark.run() },
    "map": { try MapBenchmark.run() }, "check": { try CheckBenchmark.run() },
    "generate": { try GenerateBenchmark.run() },
    "defaultcheck": { try DefaultCheckBenchmark.run() },
    "infer": { try InferBenchmark.run() }, "observe": { try ObserverBenchmark.run() },
    "peers": { try PeersBenchmark.run() }, "quality": { try QualityBenchmark.run() },
    "histories": { try await HistoryBenchmark.run() },
    "difflaws": { try DiffLawBenchmark.run() },
  ]
  /// The benchmarks with an optional number of payloads or responses.
  private static let counted: [String: @Sendable (Int) async throws -> Void] = [
    "quality": { try QualityBenchmark.run(payloadCount: $0) },
    "histories": { try await HistoryBenchmark.run(responseCount: $0) },
    "difflaws": { try DiffLawBenchmark.run(pairCount: $0) },
  ]

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let name = arguments.first ?? ""
    let count = counted[name] == nil ? nil : arguments.dropFirst().first.flatMap { Int($0) }
    let isAlone = arguments.count == 1 || count != nil && arguments.count == 2
    guard name == "fuzz" || isAlone && benchmarks[name] != nil else {
      let names = benchmarks.keys.sorted().joined(separator: "|")
      fail(
        "usage: contractbench \(names)\n       contractbench fuzz [CONTRACTS RECORDS [SEED]]"
          + "\n       contractbench \(counted.keys.sorted().joined(separator: "|")) [COUNT]",
        exitCode: 2)
    }
    do {
      if let count, let run = counted[name] { return try await run(count) }
      if name == "fuzz" { return try FuzzBenchmark.run(Array(arguments.dropFirst())) }
      try await benchmarks[name]?()
    } catch {
      fail("contractbench \(name): \(error)", exitCode: 1)
    }
  }

  private static func fail(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(exitCode)
  }
}
