import Foundation

/// Runs a program, and measures it as a whole.
///
/// It uses `posix_spawn`, because `Foundation.Process` takes tens of milliseconds itself.
struct ChildProcess {
  let exitCode: Int32
  /// The processor time of the program, in seconds.
  let seconds: Double
  /// The standard output.
  let output: String

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - path: The program's file, or its name in one of the folders of `PATH`.
  ///   - file: The file for the output while the program runs.
  init(_ path: String, _ arguments: [String], output file: URL) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file.path, flags, 0o644)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawnp(&process, path, &actions, nil, words, Self.environment)
    guard code == 0 else {
      throw NotStarted(program: path, reason: String(cString: strerror(code)))
    }
    var (status, usage) = (Int32(), rusage())
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    // The exit code is in the second byte; a program that a signal ended has none.
    exitCode = status & 0x7f == 0 ? status >> 8 & 0xff : -1
    seconds = usage.ru_utime.seconds + usage.ru_stime.seconds
    output = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  /// Whether a command without output succeeds.
  static func succeeds(_ path: String, _ arguments: [String]) -> Bool {
    let file = FileManager.default.temporaryDirectory.appending(path: "contractbench-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    return (try? ChildProcess(path, arguments, output: file))?.exitCode == 0
  }

  struct NotStarted: Error, CustomStringConvertible {
    let program: String
    let reason: String

    var description: String { "\(program) cannot be started: \(reason)" }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
