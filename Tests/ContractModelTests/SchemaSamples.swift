import Foundation
import TestSupport

/// Contracts that differ in syntax, one a line.
enum SchemaSamples {
  /// Contracts without an error.
  static func good() throws -> [String] { try lines("good.txt") }

  /// Contracts with an error of syntax.
  static func bad() throws -> [String] { try lines("bad.txt") }

  private static func lines(_ name: String) throws -> [String] {
    let url = PackageFolder.fixtures.appending(path: "schema/\(name)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
