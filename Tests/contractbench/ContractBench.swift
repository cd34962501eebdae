import Foundation

/// `contractbench NAME`: measures, and prints one line a figure; `contractbench fuzz` tries damaged
/// contracts and records.
///
/// Every figure is a ratio to a peer that was measured in the same run, since machines differ and
/// drift.
@main
struct ContractBench {
  private static let benchmarks: [String: @Sendable () throws -> Void] = [
    "json": { try JSONBenchmark.run() }, "lint": { try LintBenchmark.run() },
    "map": { try MapBenchmark.run() }, "check": { try CheckBenchmark.run() },
    "generate": { try GenerateBenchmark.run() },
    "defaultcheck": { try DefaultCheckBenchmark.run() },
    "infer": { try InferBenchmark.run() },
    "peers": { try PeersBenchmark.run() }, "quality": { try QualityBenchmark.run() },
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let name = arguments.first ?? ""
    let payloadCount = name == "quality" ? arguments.dropFirst().first.flatMap { Int($0) } : nil
    let isAlone = arguments.count == 1 || payloadCount != nil && arguments.count == 2
    guard name == "fuzz" || isAlone && benchmarks[name] != nil else {
      let names = benchmarks.keys.sorted().joined(separator: "|")
      fail(
        "usage: contractbench \(names)\n       contractbench fuzz [CONTRACTS RECORDS [SEED]]"
          + "\n       contractbench quality [COUNT]",
        exitCode: 2)
    }
    do {
      if let payloadCount { return try QualityBenchmark.run(payloadCount: payloadCount) }
      if name == "fuzz" { return try FuzzBenchmark.run(Array(arguments.dropFirst())) }
      try benchmarks[name]?()
    } catch {
      fail("contractbench \(name): \(error)", exitCode: 1)
    }
  }

  private static func fail(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(exitCode)
  }
}
