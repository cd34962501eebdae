import Foundation

/// `contractbench NAME`: measures, and prints one line a figure.
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
    "quality": { try QualityBenchmark.run() },
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 1, let name = arguments.first, let run = benchmarks[name] else {
      fail("usage: contractbench \(benchmarks.keys.sorted().joined(separator: "|"))", exitCode: 2)
    }
    do {
      try run()
    } catch {
      fail("contractbench \(name): \(error)", exitCode: 1)
    }
  }

  private static func fail(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(exitCode)
  }
}
