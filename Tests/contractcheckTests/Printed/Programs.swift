import Foundation

/// The programs of this machine.
enum Programs {
  static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"

  /// Whether a program is in a folder of `PATH`.
  static func has(_ name: String) -> Bool {
    path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
