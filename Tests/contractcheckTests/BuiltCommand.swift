import Foundation
import TestSupport

/// The built command beside the tests.
enum BuiltCommand {
  static let url = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "contractcheck")
  static var isBuilt: Bool {
    ProgramRun.isPossible && FileManager.default.isExecutableFile(atPath: url.path)
  }

  /// Runs a shell script with the paths in `COMMAND`, `ROOT` and `CORPORA`.
  ///
  /// - Returns: The exit status, the whole output, and how long the script ran.
  static func run(
    _ script: String, environment: [String: String] = [:]
  ) async throws -> (status: Int32, output: String, duration: Duration) {
    let environment = [
      "COMMAND": url.path, "ROOT": PackageFolder.root.path,
      "CORPORA": ProcessInfo.processInfo.environment["CONTRACTCHECK_CORPORA"] ?? "",
    ].merging(environment) { $1 }
    let run = try await ProgramRun.waiting {
      try ProgramRun("/bin/sh", ["-c", script], environment: environment, takesErrors: true)
    }
    return (run.status, String(decoding: run.output, as: UTF8.self), run.duration)
  }
}
