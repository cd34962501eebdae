package import Foundation

/// A program that a test starts, once it has ended.
package struct ProgramRun {
  package let status: Int32
  /// What it wrote to standard output; to standard error, too, if both were asked for.
  package let output: Data

  #if os(Linux) || os(macOS)
    package static let isPossible = true
  #else
    /// Whether processes can be started here.
    package static let isPossible = false
  #endif

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - environment: All its variables; `nil` for those of this process.
  ///   - folder: Where it runs; `nil` for the current folder.
  ///   - takesErrors: Whether standard error is part of the output.
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
