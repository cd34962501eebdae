package import Foundation

/// A finished run of a program.
package struct ProgramRun {
  package let status: Int32
  /// The standard output, with standard error if both were requested.
  package let output: Data

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
      try process.run()
      output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      status = process.terminationStatus
    #else
      throw POSIXError(.ENOTSUP)
    #endif
  }
}
