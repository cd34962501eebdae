import Foundation
import TestSupport

/// The command that was built beside the tests.
enum BuiltCommand {
  private static let command = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "contractcheck")
  static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: command.path) }

  /// Runs a script of the shell, to which `COMMAND`, `ROOT` and `CORPORA` say where things are.
  ///
  /// - Returns: How it ended, and all that it wrote.
  static func run(
    _ script: String, environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = [
      "COMMAND": command.path, "ROOT": PackageFolder.root.path,
      "CORPORA": ProcessInfo.processInfo.environment["CONTRACTCHECK_CORPORA"] ?? "",
    ].merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
