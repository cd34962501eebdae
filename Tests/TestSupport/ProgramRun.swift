package import Foundation

/// A finished run of a program.
package struct ProgramRun: Sendable {
  package let status: Int32
  /// The standard output, with standard error if both were requested.
  package let output: Data
  package let duration: Duration

  #if os(Linux) || os(macOS)
    package static let isPossible = true
  #else
    /// Whether this platform can start processes.
    package static let isPossible = false
  #endif

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - environment: All variables; `nil` for those of this process.
  ///   - folder: The working folder; `nil` for the current one.
  ///   - takesErrors: Whether the output includes standard error.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil,
    in folder: String? = nil, takesErrors: Bool = false
  ) throws {
    #if os(Linux) || os(macOS)
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      if let environment { process.environment = environment }
      if let folder { process.currentDirectoryURL = URL(filePath: folder) }
      process.standardOutput = pipe
      process.standardError = takesErrors ? pipe : FileHandle.nullDevice
      let start = ContinuousClock.now
      try process.run()
      output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      status = process.terminationStatus
      duration = ContinuousClock.now - start
    #else
      throw POSIXError(.ENOTSUP)
    #endif
  }

  /// Limits how many programs run at once. The limit is low, because some programs have only a
  /// second or two for their work.
  private static let lanes = DispatchSemaphore(value: 3)

  /// Makes a call that waits for a program, on a thread of its own. Tests share as many threads as
  /// there are cores, so a test that blocks a thread leaves a core idle.
  package static func waiting<Result: Sendable>(
    for call: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        lanes.wait()
        defer { lanes.signal() }
        continuation.resume(with: Swift.Result { try call() })
      }
    }
  }
}
